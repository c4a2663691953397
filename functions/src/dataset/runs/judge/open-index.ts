import { LRUCache } from 'lru-cache';
import { HttpError } from '../../../common/errors.ts';
import { isMissing } from '../../../common/foreign-errors.ts';
import { type Run, runIndexName } from '../../../common/runs/run-ports.ts';
import { type Reading, readWhole } from '../../../common/storage/read-whole.ts';
import { RunIndex } from './run-index.ts';

/** Bytes: some runs of 100,000 images. One that is larger is read each time. */
const MOST_KEPT = 64e6;

const kept = new LRUCache<string, RunIndex>({ maxSize: MOST_KEPT, sizeCalculation: ({ size }) => size });

/** @throws HttpError `run not found` if it was deleted meanwhile */
export async function openIndex(
  dataset: string,
  { number, hash }: Pick<Run, 'number' | 'hash'>,
  reading: Reading,
): Promise<RunIndex> {
  const key = JSON.stringify([dataset, number, hash]);
  const known = kept.get(key);
  if (known) return known;
  try {
    const index = new RunIndex(await readWhole(runIndexName(dataset, number), reading));
    kept.set(key, index);
    return index;
  } catch (error) {
    if (isMissing(error)) throw new HttpError('run not found', { id: String(number) }, error);
    throw error;
  }
}
