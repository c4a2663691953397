import { Closest, distancesFrom } from '../../../../../packages/look/src/neighbours.ts';
import { imageLists } from '../../../common/adapters/firestore/images/image-lists.ts';
import { objects } from '../../../common/adapters/objects.ts';
import { paced } from '../../../common/concurrency/pause.ts';
import { HttpError } from '../../../common/errors.ts';
import { isId } from '../../../common/ids.ts';
import type { Reading } from '../../../common/storage/read-whole.ts';
import { requireDataset, type Target } from '../../require-dataset.ts';
import { ownRecords } from '../../runs/own-records.ts';
import { refused, requireLooked, suggesting } from '../require-suggest.ts';
import { readVectors } from '../vector-part.ts';
import { type FoundPage, pageOf, type Ranked } from './page-of.ts';

interface Input extends Target {
  image: string;
  limit: number;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

interface Near {
  distance: number;
}

/** So many are taken from those that are nearest: some may be gone. */
const NEAREST = 1000;

/**
 * The images of the dataset that look most like one of them, nearest first (Contract 15).
 * @throws HttpError `dataset not found`, `image not found`, `suggest refused`
 */
export async function findSimilar({
  image,
  limit,
  signal,
  ...target
}: Input): Promise<Pick<FoundPage<Near>, 'images'>> {
  const dataset = await requireDataset(target, 'viewer');
  const { parts } = requireLooked(dataset);
  const records = isId(image) ? await ownRecords(dataset.id, [image], [], imageLists) : new Map();
  if (!records.has(image)) throw new HttpError('image not found');
  const about = { dataset: dataset.id, parts };
  const ranked = await suggesting(() => nearestTo(image, about, { objects, signal }), dataset, signal);
  const order = { ranked, fits: () => true };
  const { images } = await pageOf({ dataset: dataset.id, from: 0, limit }, order, imageLists);
  return { images };
}

async function nearestTo(
  image: string,
  about: Parameters<typeof readVectors>[0],
  reading: Reading,
): Promise<Ranked<Near>[]> {
  const { images, vectors } = await readVectors(about, reading);
  const row = images.findIndex(({ id }) => id === image);
  if (row < 0) throw refused('this image has not been looked at');
  const closest = new Closest(NEAREST);
  const distance = distancesFrom(vectors, row);
  for await (const other of paced(images.keys())) {
    reading.signal.throwIfAborted();
    if (other !== row) closest.add(other, distance(other));
  }
  return closest.list.map((each) => ({
    image: images[each.row]!.id,
    degree: each.distance,
    said: { distance: each.distance },
  }));
}
