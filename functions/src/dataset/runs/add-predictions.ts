import { type Prediction, runLine } from '../../../../packages/records/src/run-lines.ts';
import type { Caller } from '../../common/access/caller.ts';
import { permitTarget, requireHolder } from '../../common/access/permit-camera.ts';
import { imageLists } from '../../common/adapters/firestore/images/image-lists.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { monitors } from '../../common/adapters/firestore/records/monitors.ts';
import { runs } from '../../common/adapters/firestore/records/runs.ts';
import { inParallel } from '../../common/concurrency/in-parallel.ts';
import { isPauseDue, pause } from '../../common/concurrency/pause.ts';
import { HttpError } from '../../common/errors.ts';
import { isId, tagIdOf } from '../../common/ids.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Dataset, ImageRecord } from '../../common/model.ts';
import type { ToldLine } from '../../common/runs/run-ports.ts';
import { requireDataset } from '../require-dataset.ts';
import { fitsImage } from './fit-prediction.ts';
import { ownRecords } from './own-records.ts';
import type { ToldImage } from './schema.ts';
import type { RunTarget } from './show-run.ts';

/** `kept`: images of which the run now has predictions; `unknown`: those that the dataset does not have, or not of this camera. */
interface Told {
  kept: number;
  unknown: string[];
}

/** Bytes of one line, and of all together: a document of Firestore takes 1 MiB, a commit 10. */
const MOST_LINE = 900_000;
const MOST_BYTES = 9_000_000;
/** Tags that are looked up at once. */
const PARALLEL = 16;

/**
 * Tells an open run what its model said about images (Contract 14): all of it, or, after an error, nothing. An image that is
 * told again is replaced.
 * @throws HttpError `dataset not found`, `forbidden`, `unauthorized`, `run not found`, `run not open`, `tag not found`,
 *   `bad parameter`, `body too large`
 */
export async function addPredictions({
  images,
  ...target
}: RunTarget & { images: readonly ToldImage[] }): Promise<Told> {
  const dataset = await requireTold(target);
  const tagOf = await currentTags(dataset, images);
  const told = new Map(images.map((each) => [each.image, each.predictions]));
  const records = await recordsOf(dataset, [...told.keys()], target.caller);
  const lines: ToldLine[] = [];
  for (const record of records) {
    if (isPauseDue()) await pause();
    lines.push(lineOf(record, told.get(record.id) ?? [], tagOf));
  }
  requireBounded(lines);
  const id = String(target.run);
  const run = await runs.predict(dataset.id, target.run, lines);
  if (run === null) throw new HttpError('run not found', { id });
  if (run !== 'kept') {
    const reason = run.state === 'open' ? 'a detector makes its predictions' : run.state;
    throw new HttpError('run not open', { id, reason });
  }
  noteLogFields({ run: target.run });
  const known = new Set(records.map((each) => each.id));
  return { kept: lines.length, unknown: [...told.keys()].filter((image) => !known.has(image)) };
}

/** The dataset, if the caller is an editor of it, or a camera that it admits. */
async function requireTold({ dataset: id, caller }: RunTarget): Promise<Dataset> {
  if (caller.kind !== 'device') return requireDataset({ dataset: id, caller }, 'editor', datasets);
  const [dataset, monitor] = await Promise.all([
    isId(id) ? datasets.find(id) : null,
    monitors.find(caller.monitor),
  ]);
  if (!monitor) throw new HttpError('unauthorized');
  await requireHolder(caller, monitor);
  if (!dataset) throw new HttpError('dataset not found', { id });
  permitTarget(caller, { monitor, dataset }, 'dataset not found', id);
  noteLogFields({ dataset: id });
  return dataset;
}

/** What each tag is called now; null where it was deleted. */
async function currentTags(
  dataset: Dataset,
  images: readonly ToldImage[],
): Promise<Map<string, string | null>> {
  const named = new Set(images.flatMap(({ predictions }) => predictions.map(({ tag }) => tag)));
  const pairs = await inParallel(named, PARALLEL, async (tag) => {
    const id = tagIdOf(tag, dataset.id);
    const found = id === null ? undefined : await datasets.resolveTag(dataset, id);
    if (found === undefined) throw new HttpError('tag not found', { id: tag });
    return [tag, found] as const;
  });
  return new Map(pairs);
}

/** A camera speaks only about the images of its own monitor. */
async function recordsOf(
  dataset: Dataset,
  images: readonly string[],
  caller: Caller,
): Promise<ImageRecord[]> {
  const fields = ['monitor', 'width', 'height'] as const;
  const own = await ownRecords(dataset.id, images.filter(isId), fields, imageLists);
  return [...own.values()].filter(({ monitor }) => caller.kind !== 'device' || monitor === caller.monitor);
}

function lineOf(
  record: ImageRecord,
  predictions: readonly Prediction[],
  tagOf: ReadonlyMap<string, string | null>,
): ToldLine {
  const { id: image } = record;
  if (predictions.some(({ rle }) => rle && !fitsImage(rle, record)))
    throw new HttpError('bad parameter', { reason: `a mask of image ${image} is not one of its size` });
  const line = runLine({
    image,
    predictions: predictions.flatMap((each) => {
      const tag = tagOf.get(each.tag) ?? null;
      return tag === null ? [] : [{ ...each, tag }];
    }),
  });
  const bytes = Buffer.byteLength(line);
  if (bytes > MOST_LINE)
    throw new HttpError('bad parameter', {
      reason: `the predictions of image ${image} take ${bytes} bytes; at most ${MOST_LINE}`,
    });
  return { image, line };
}

function requireBounded(lines: readonly ToldLine[]): void {
  const bytes = lines.reduce((sum, { line }) => sum + Buffer.byteLength(line), 0);
  if (bytes > MOST_BYTES) throw new HttpError('body too large');
}
