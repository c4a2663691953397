import type { WriteBatch } from 'firebase-admin/firestore';
import { afterLostRace } from '../../concurrency/retry.ts';
import { onThisMachine } from '../../concurrency/timeout.ts';
import { HttpError } from '../../errors.ts';
import { isCommitted, isTooLarge } from './change-document.ts';
import { FIRESTORE_DEADLINE } from './documents.ts';

export interface Prepared<T> {
  /** Has preconditions: the commit fails if a record has changed since it was read. Null: there is nothing to write. */
  batch: WriteBatch | null;
  result: T;
}

/**
 * Changes several records in one commit, with optimistic locking: reads them, writes on the condition that none has changed,
 * and starts again if one has. After two lost races, or if a commit is too large, it continues with half as many.
 * @param weight of the first attempt; `prepare` takes the first items whose total weight fits, at least one
 * @throws HttpError `unavailable` if others keep winning for 10 seconds
 */
export async function commitSome<T>(
  weight: number,
  prepare: (weight: number) => Promise<Prepared<T>>,
): Promise<T> {
  const end = Date.now() + onThisMachine(FIRESTORE_DEADLINE);
  let most = weight;
  for (let lost = 0; Date.now() < end; ) {
    const { batch, result } = await prepare(most);
    if (batch === null) return result;
    const fate = await tryOnce(batch, most);
    if (fate === 'done') return result;
    if (fate === 'lost') await afterLostRace(lost++, 10, 200);
    if (fate === 'too large' || lost >= 2) most = Math.ceil(most / 2);
  }
  throw new HttpError('unavailable', {}, 'records change faster than they can be changed');
}

async function tryOnce(batch: WriteBatch, weight: number): Promise<'done' | 'lost' | 'too large'> {
  try {
    return (await isCommitted(batch)) ? 'done' : 'lost';
  } catch (error) {
    if (isTooLarge(error) && weight > 1) return 'too large';
    throw error;
  }
}
