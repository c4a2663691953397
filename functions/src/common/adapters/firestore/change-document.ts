import type {
  DocumentReference,
  DocumentSnapshot,
  Timestamp,
  WriteBatch,
  WriteResult,
} from 'firebase-admin/firestore';
import { Refusal } from '../../errors.ts';
import { within } from '../../within.ts';
import { firestore } from '../firebase.ts';
import { FIRESTORE_DEADLINE } from './documents.ts';

/** NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION, ABORTED: the record has changed, gone or come meanwhile. */
const LOST_RACE = new Set([5, 6, 9, 10]);

/** What a change may write under the condition that the document stands as it was read. */
export interface AsRead {
  snapshot: DocumentSnapshot;
  batch: WriteBatch;
  condition: { lastUpdateTime: Timestamp };
}

/**
 * Changes a document, and others in the same commit, by what stands in it: read, write on condition that it has not
 * changed, and from the start when it has. A transaction would do the same with locks, under which many callers of one
 * document wait for seconds (measured: 20 at once ran into their deadline).
 * @returns what `change` returned with the commit that went through; null where the document does not exist
 * @throws Refusal `unavailable` when others are faster for 10 seconds
 */
export async function changeDocument<T>(
  reference: DocumentReference,
  change: (asRead: AsRead) => T,
): Promise<T | null> {
  const end = Date.now() + FIRESTORE_DEADLINE;
  for (let attempt = 0; Date.now() < end; attempt += 1) {
    const snapshot = await within(FIRESTORE_DEADLINE, 'firestore read', reference.get());
    if (!snapshot.exists) return null;
    const batch = firestore().batch();
    const result = change({
      snapshot,
      batch,
      condition: { lastUpdateTime: snapshot.updateTime as Timestamp },
    });
    if (await isCommitted(batch)) return result;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(200, 10 * 2 ** attempt)));
  }
  throw new Refusal('unavailable', {}, `${reference.path} changes faster than it can be changed`);
}

/** False when someone else was first. */
export const isCommitted = async (batch: WriteBatch): Promise<boolean> => (await tryCommit(batch)) !== null;

/** Null when someone else was first. */
export async function tryCommit(batch: WriteBatch): Promise<WriteResult[] | null> {
  try {
    return await within(FIRESTORE_DEADLINE, 'firestore commit', batch.commit());
  } catch (error) {
    if (LOST_RACE.has((error as { code?: number }).code ?? -1)) return null;
    throw error;
  }
}
