/** Calls of Firestore, each with a deadline. */
import type {
  DocumentReference,
  DocumentSnapshot,
  Query,
  QuerySnapshot,
  Timestamp,
  Transaction,
  WriteBatch,
  WriteResult,
} from 'firebase-admin/firestore';
import { batching } from '../../concurrency/batching.ts';
import { retry } from '../../concurrency/retry.ts';
import { withTimeout } from '../../concurrency/timeout.ts';
import { faultOf } from '../../foreign-errors.ts';
import { lazy } from '../../lazy.ts';
import { firestore } from '../firebase.ts';

/** Milliseconds that a Firestore call may take before the caller is asked to try again. */
export const FIRESTORE_DEADLINE = 10_000;

/** @param what kind of call, for the log */
export const inTime = <T>(what: string, work: Promise<T>): Promise<T> =>
  withTimeout(FIRESTORE_DEADLINE, `firestore ${what}`, work);

const reader = lazy(() => batching(readAll, 300));

/** All reads of the same moment share one round trip. */
export const readDocument = (reference: DocumentReference): Promise<DocumentSnapshot> => reader()(reference);

async function readAll(references: DocumentReference[]): Promise<DocumentSnapshot[]> {
  const distinct = new Map(references.map((reference) => [reference.path, reference]));
  const snapshots = await getAll([...distinct.values()]);
  const byPath = new Map(snapshots.map((snapshot) => [snapshot.ref.path, snapshot]));
  return references.map(({ path }) => byPath.get(path) as DocumentSnapshot);
}

/** A round trip of its own, which waits for no other. */
export const readFresh = (reference: DocumentReference): Promise<DocumentSnapshot> =>
  inTime('read', reference.get());

/** Documents in the order of the references. @param fieldMask the fields to read, and `schema`, which `asRead` needs; all unless given */
export async function getAll(
  references: readonly DocumentReference[],
  fieldMask?: readonly string[],
): Promise<DocumentSnapshot[]> {
  if (references.length === 0) return [];
  const options = fieldMask ? { fieldMask: [...new Set([...fieldMask, 'schema'])] } : {};
  return inTime('read', firestore().getAll(...references, options));
}

/** For a moment in the past, each page is a read-only transaction of its own, so that no dataset is too large for one. */
export const readQuery = (query: Query, moment?: Timestamp): Promise<QuerySnapshot> =>
  inTime('query', moment ? readAt(query, moment) : query.get());

const readAt = (query: Query, readTime: Timestamp): Promise<QuerySnapshot> =>
  firestore().runTransaction((transaction) => transaction.get(query), { readOnly: true, readTime });

export const countOf = async (query: Query): Promise<number> =>
  (await inTime('count', query.count().get())).data().count;

export const commit = (batch: WriteBatch): Promise<WriteResult[]> => inTime('commit', batch.commit());

export const transact = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  inTime(
    'commit',
    retry(() => firestore().runTransaction(work), { isWorthIt: isExpired }),
  );

/**
 * INVALID_ARGUMENT is also what a transaction gets that was ended to let others go on. The client repeats only some of these, by
 * their text.
 */
const isExpired = (error: unknown): boolean => faultOf(error) === 'bad request';
