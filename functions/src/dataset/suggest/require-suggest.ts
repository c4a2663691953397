import { isClassified } from '../../../../packages/formats/src/format.ts';
import { Semaphore } from '../../common/concurrency/semaphore.ts';
import { HttpError } from '../../common/errors.ts';
import type { Dataset } from '../../common/model.ts';
import { NO_VECTORS, type VectorState } from '../../common/records/vector-ports.ts';
import { isLookOf, mostVectors } from './look.ts';

/** All vectors of a dataset are in memory meanwhile: one at a time in this process; owners of datasets take turns. */
const gate = new Semaphore(1);
/** Milliseconds that they wait: a store that hangs must not make each wait for all before it. */
const PATIENCE = 25_000;

/** @throws what `work` throws, the reason of `signal`, or HttpError `unavailable` if others take too long */
export async function suggesting<T>(
  work: () => Promise<T>,
  { owner: share }: Pick<Dataset, 'owner'>,
  signal: AbortSignal,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new HttpError('unavailable')), PATIENCE);
  try {
    return await gate.run(work, { signal: AbortSignal.any([signal, late.signal]), share });
  } finally {
    clearTimeout(timer);
  }
}

export const refused = (reason: string): HttpError => new HttpError('suggest refused', { reason });

/** The dataset's vectors, or none if they were made by another version of the embedder. @throws HttpError `suggest refused` */
export function requireVectors({ suggest, vectors }: Dataset): VectorState {
  if (suggest === undefined || vectors === undefined)
    throw refused('they are off; set suggest of the dataset to builtin');
  return isLookOf(suggest, vectors.embedder) ? vectors : NO_VECTORS;
}

/** The same, if there are vectors. @throws HttpError `suggest refused` */
export function requireLooked(dataset: Dataset): VectorState {
  const state = requireVectors(dataset);
  if (state.parts.length === 0) throw refused('no picture of this dataset has been looked at');
  return state;
}

/** @throws HttpError `suggest refused` */
export function requireClassified({ type }: Dataset): void {
  if (!isClassified(type)) throw refused('images of this dataset have no class');
}

/** Whether all images have been looked at and none has gone since, as far as counters say. */
export function isCounted(
  { imageCounter }: Pick<Dataset, 'imageCounter'>,
  { embedder, have, unreadable }: Pick<VectorState, 'embedder' | 'have' | 'unreadable'>,
): boolean {
  const most = mostVectors(embedder);
  return imageCounter > most ? have + unreadable >= most : have + unreadable === imageCounter;
}

/** Images that lack a vector, as far as counters say. */
export const lackOf = (
  { imageCounter }: Dataset,
  { embedder, have, unreadable }: Pick<VectorState, 'embedder' | 'have' | 'unreadable'>,
): number => Math.max(0, Math.min(imageCounter, mostVectors(embedder)) - have - unreadable);
