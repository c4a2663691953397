/** Reads of single documents, batched: all reads of the same moment share one round trip. */
import type { DocumentReference, DocumentSnapshot } from 'firebase-admin/firestore';
import { batching } from '../../batching.ts';
import { lazy } from '../../lazy.ts';
import { withTimeout } from '../../timeout.ts';
import { firestore } from '../firebase.ts';

/** Milliseconds that a Firestore call may take before the caller is asked to try again. */
export const FIRESTORE_DEADLINE = 10_000;

const reader = lazy(() => batching(readAll, 300));

export const readDocument = (reference: DocumentReference): Promise<DocumentSnapshot> => reader()(reference);

async function readAll(references: DocumentReference[]): Promise<DocumentSnapshot[]> {
  const distinct = new Map(references.map((reference) => [reference.path, reference]));
  const snapshots = await withTimeout(
    FIRESTORE_DEADLINE,
    'firestore read',
    firestore().getAll(...distinct.values()),
  );
  const byPath = new Map(snapshots.map((snapshot) => [snapshot.ref.path, snapshot]));
  return references.map(({ path }) => byPath.get(path) as DocumentSnapshot);
}
