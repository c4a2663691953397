import { byteOrder } from '../../../../../packages/records/src/byte-order.ts';
import type { Prediction, RunImage } from '../../../../../packages/records/src/run-lines.ts';
import { sortPaced } from '../../../common/concurrency/pause.ts';
import { bestOf, type Reading, readPredictions } from './read-predictions.ts';
import type { Survey } from './survey-upload.ts';

/** Characters of the predictions that are held at once: a third of 100,000 images with ten boxes each, in some 200 MB. */
const HELD = 33_000_000;
/** Images that are handed on together. */
const PAGE = 200;

/**
 * What the file says, in the order of the images' ids. A file that says more than is held at once is read several times: its
 * images are in any order, and what is said of one of them may be anywhere.
 */
export async function* sortedImages(
  reading: Reading,
  { images }: Pick<Survey, 'images'>,
  most = HELD,
): AsyncGenerator<RunImage[]> {
  const ids = await sortPaced([...images.keys()], byteOrder);
  for (let from = 0, end = 0; from < ids.length; from = end) {
    let held = 0;
    while (end < ids.length && (end === from || held < most)) {
      held += images.get(ids[end] as string)?.characters ?? 0;
      end += 1;
    }
    const own = ids.slice(from, end);
    const said = await saidOf(own, reading);
    for (let at = 0; at < own.length; at += PAGE)
      yield own.slice(at, at + PAGE).map((image) => ({ image, predictions: bestOf(said.get(image) ?? []) }));
  }
}

async function saidOf(ids: readonly string[], reading: Reading): Promise<Map<string, Prediction[]>> {
  const said = new Map<string, Prediction[]>(ids.map((id) => [id, []]));
  for await (const { image = '', predictions } of readPredictions(reading)) {
    const before = said.get(image);
    if (!before) continue;
    if (reading.file.isWhole) said.set(image, [...predictions]);
    else before.push(...predictions);
  }
  return said;
}
