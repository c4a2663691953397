import { isClassified } from '../../../../../packages/formats/src/format.ts';
import { type Prediction, runLine } from '../../../../../packages/records/src/run-lines.ts';
import { objects } from '../../../common/adapters/objects.ts';
import { Semaphore } from '../../../common/concurrency/semaphore.ts';
import { HttpError } from '../../../common/errors.ts';
import { faultOf } from '../../../common/foreign-errors.ts';
import { detectImage } from '../../../common/images/detect-image.ts';
import type { Detection } from '../../../common/images/detection-ports.ts';
import { describeError, log } from '../../../common/log.ts';
import type { Dataset, ImageRecord } from '../../../common/model.ts';
import type { Detecting, ToldLine } from '../../../common/runs/run-ports.ts';
import { originalOf } from '../../../common/storage/own-objects.ts';
import { clipBox } from '../fit-prediction.ts';
import type { FindTag } from '../upload/find-tags.ts';

export interface Looking {
  dataset: Dataset;
  findTag: FindTag;
  /** As for `detect`: whether results are remembered, and milliseconds for one image. */
  useCache: boolean;
  deadline: number;
  /** Aborted when the caller disconnects: nothing more is asked or waited for then. */
  signal: AbortSignal;
}

/** What a detector said of a page of images, and how far it has come then. */
export type Looked = Pick<Detecting, 'done' | 'failed' | 'lost'> & { lines: ToldLine[] };

/** Images that a detector is asked about at once, by all calls of this process. One place is never the same owner's as all others. */
const asking = new Semaphore(16, 1);
/** So many failures together, and no answer: the detector is away. */
const AWAY = 5;
/** Classes that `lost` names. */
const MOST_LOST = 100;
/** Stands for all others. */
const OTHERS = '…';

/**
 * Asks the detector about a page of images. What it refuses or fails for is counted.
 * @throws the reason of `signal`; HttpError of detection if it does not answer for any of several images, or has never answered for one
 */
export async function lookAtImages(
  images: readonly ImageRecord[],
  begin: Detecting,
  looking: Looking,
): Promise<Looked> {
  const passage = { signal: looking.signal, share: looking.dataset.owner };
  const answers = await Promise.all(
    images.map((image) => asking.run(() => askAbout(image, looking), passage)),
  );
  requireAnswering(answers, begin);
  const lines: ToldLine[] = [];
  const lost = new Map(begin.lost.map(({ label, predictions }) => [label, predictions]));
  let { done, failed } = begin;
  for (const [at, { id: image }] of images.entries()) {
    const found = answers[at];
    if (!Array.isArray(found)) {
      failed += 1;
      continue;
    }
    done += 1;
    const predictions: Prediction[] = [];
    for (const detection of found) {
      const prediction = await predictionOf(detection, looking);
      if (prediction) predictions.push(prediction);
      else lose(lost, detection.class);
    }
    lines.push({ image, line: runLine({ image, predictions }) });
  }
  return { done, failed, lines, lost: Array.from(lost, ([label, predictions]) => ({ label, predictions })) };
}

/** @returns why there is no answer, if that is no reason to stop at once */
async function askAbout(
  record: ImageRecord,
  { dataset, useCache, deadline, signal }: Looking,
): Promise<readonly Detection[] | HttpError> {
  const asked = { image: record.id, object: originalOf(record, objects), address: dataset.detector };
  try {
    return await detectImage(asked, { useCache, until: Date.now() + deadline, signal });
  } catch (error) {
    signal.throwIfAborted();
    // A quota has room again later.
    if (!(error instanceof HttpError) || error.code === 'detection quota') throw error;
    log('INFO', 'image not detected', { image: record.id, reason: describeError(error) });
    return error;
  }
}

/** Whether it is there: also one that cannot read an image. Nobody was asked about an image whose file is gone. */
const isThere = (answer: readonly Detection[] | HttpError): boolean =>
  !(answer instanceof HttpError) || faultOf(answer.cause) === 'bad request';

function requireAnswering(answers: readonly (readonly Detection[] | HttpError)[], { done }: Detecting): void {
  if (answers.some(isThere)) return;
  const silent = answers.filter((each) => each instanceof HttpError && each.code !== 'file not found');
  if (silent.length >= AWAY || (silent.length > 0 && done === 0)) throw silent[0];
}

/** Null: the dataset has no such class, or there is no such place in the image. */
async function predictionOf(
  { bbox, class: label, score }: Detection,
  { dataset, findTag }: Looking,
): Promise<Prediction | null> {
  const { tag } = await findTag(label);
  if (tag === null) return null;
  if (isClassified(dataset.type)) return { tag, score };
  const box = clipBox(bbox);
  return box ? { tag, score, box } : null;
}

function lose(lost: Map<string, number>, label: string): void {
  const named = lost.has(label) || lost.size < MOST_LOST ? label : OTHERS;
  lost.set(named, (lost.get(named) ?? 0) + 1);
}
