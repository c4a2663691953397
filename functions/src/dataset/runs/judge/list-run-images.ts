import type { Prediction } from '../../../../../packages/records/src/run-lines.ts';
import { imageLists } from '../../../common/adapters/firestore/images/image-lists.ts';
import { objects } from '../../../common/adapters/objects.ts';
import { uploads } from '../../../common/adapters/uploads.ts';
import { HttpError } from '../../../common/errors.ts';
import { type Run, runName } from '../../../common/runs/run-ports.ts';
import { LISTED_FIELDS, type ListedImage, toListed } from '../../curate/listed-image.ts';
import { ownRecords } from '../own-records.ts';
import { type RunTarget, requireReadyRun } from '../show-run.ts';
import type { RunImagesQuery } from './judge-request.ts';
import { openIndex } from './open-index.ts';
import { pageOfRun } from './page-of-run.ts';
import { readLines } from './read-lines.ts';
import type { RunIndex } from './run-index.ts';

interface Input extends RunTarget {
  query: RunImagesQuery;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

export type JudgedImage = ListedImage & { predictions: readonly Prediction[] };

/**
 * Images of a run, in an order by how predictions and labels disagree, with their labels as they are now (Contract 14);
 * `against` another run, only those where this one has more of it. Those that are gone are left out: a page may have fewer images than asked.
 * @throws HttpError `dataset not found`, `run not found`, `run not ready`, `bad parameter`
 */
export async function listRunImages({
  query,
  signal,
  ...target
}: Input): Promise<{ images: JudgedImage[]; next: string | null }> {
  const { dataset, run } = await requireReadyRun(target, 'viewer');
  const { limit, after, against, ...wanted } = query;
  const open = (of: Run) => openIndex(dataset.id, of, { objects, signal });
  const index = await open(run);
  const other = against && (await requireReadyRun({ ...target, run: against }, 'viewer')).run;
  const beside = other ? await open(other) : undefined;
  const { places, next } = pageOfRun(index, { ...wanted, against: beside }, { limit, after });
  const ids = places.map((at) => index.id(at));
  const [lines, records] = await Promise.all([
    linesOf({ dataset: dataset.id, run, index, places }),
    ownRecords(dataset.id, ids, LISTED_FIELDS, imageLists),
  ]);
  const images = lines.flatMap(({ image, predictions }) => {
    const record = records.get(image);
    return record ? [{ ...toListed(record, null), predictions }] : [];
  });
  return { images, next };
}

async function linesOf({
  dataset,
  run,
  index,
  places,
}: {
  dataset: string;
  run: Run;
  index: RunIndex;
  places: readonly number[];
}) {
  const name = runName(dataset, run.hash);
  const stat = await objects.stat(name);
  if (!stat) throw new HttpError('run not found', { id: String(run.number) });
  const ranges = places.map((at) => index.line(at));
  return readLines(ranges, { name, generation: stat.generation }, uploads);
}
