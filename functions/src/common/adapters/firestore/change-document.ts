import type {
  DocumentReference,
  DocumentSnapshot,
  Timestamp,
  WriteBatch,
  WriteResult,
} from 'firebase-admin/firestore';
import { SCHEMA } from '../../../../../packages/records/src/field.ts';
import { afterLostRace } from '../../concurrency/retry.ts';
import { onThisMachine } from '../../concurrency/timeout.ts';
import { HttpError } from '../../errors.ts';
import { type Fault, faultOf } from '../../foreign-errors.ts';
import { firestore } from '../firebase.ts';
import { commit, FIRESTORE_DEADLINE, readFresh } from './documents.ts';
import { isRecord } from './records/used-ids.ts';

/** Somebody else changed, deleted or created the record in between. */
const LOST_RACE: ReadonlySet<Fault> = new Set(['missing', 'exists', 'changed', 'overtaken']);

/** What a change may write if the document is still as it was read. */
export interface AsRead {
  snapshot: DocumentSnapshot;
  batch: WriteBatch;
  condition: { lastUpdateTime: Timestamp };
}

/**
 * The condition that a document has not changed since it was read. It must exist.
 * @throws HttpError `newer record`
 */
export function asRead(snapshot: DocumentSnapshot) {
  requireKnown(snapshot.ref.path, snapshot.get('schema'));
  return { lastUpdateTime: snapshot.updateTime as Timestamp };
}

/**
 * What a newer release has written is changed by no older one, as after a rollback: it would lose what it does not know.
 * @throws HttpError `newer record`
 */
export function requireKnown(path: string, schema: unknown): void {
  if (Number(schema) > SCHEMA)
    throw new HttpError('newer record', {}, `${path} has schema ${Number(schema)}`);
}

/**
 * Changes a document, and others in the same commit, with optimistic locking: reads it, writes on the condition that it has
 * not changed, and starts again if it has. A transaction would use locks, under which many callers of one document wait for
 * seconds (measured: 20 at once ran into their deadline).
 * @returns what `change` returned with the successful commit; null if the document does not exist, or is a tombstone
 * @throws HttpError `unavailable` if others keep winning for 10 seconds
 */
export async function changeDocument<T>(
  reference: DocumentReference,
  change: (asRead: AsRead) => T | Promise<T>,
): Promise<T | null> {
  const end = Date.now() + onThisMachine(FIRESTORE_DEADLINE);
  for (let attempt = 0; Date.now() < end; attempt += 1) {
    const snapshot = await readFresh(reference);
    if (!isRecord(snapshot)) return null;
    const batch = firestore().batch();
    const result = await change({
      snapshot,
      batch,
      condition: asRead(snapshot),
    });
    if (await isCommitted(batch)) return result;
    await afterLostRace(attempt, 10, 200);
  }
  throw new HttpError('unavailable', {}, `${reference.path} changes faster than it can be changed`);
}

/** Firestore answers INVALID_ARGUMENT if a commit has too many bytes or index entries. */
export const isTooLarge = (error: unknown): boolean => faultOf(error) === 'bad request';

/** False if somebody else was first. */
export const isCommitted = async (batch: WriteBatch): Promise<boolean> => (await tryCommit(batch)) !== null;

/** Null if somebody else was first. */
export async function tryCommit(batch: WriteBatch): Promise<WriteResult[] | null> {
  try {
    return await commit(batch);
  } catch (error) {
    if (LOST_RACE.has(faultOf(error))) return null;
    throw error;
  }
}
