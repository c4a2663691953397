/** Firestore listeners as sources of `useLive`. */
import type { DocumentSnapshot, Firestore, Query } from 'firebase/firestore';
import { getFirestore } from '../firebase.ts';
import type { Source } from './live.ts';

type Sdk = typeof import('firebase/firestore');

/** Also notifies when only the origin of the data changes, the cache or the server. */
const WITH_ORIGIN = { includeMetadataChanges: true } as const;

/** @param read converts a document; null leaves it out */
export const liveQuery =
  <T>(
    make: (sdk: Sdk, firestore: Firestore) => Query,
    read: (document: DocumentSnapshot) => T | null,
  ): Source<T[]> =>
  async ({ next, away, fail }) => {
    const [sdk, firestore] = await Promise.all([import('firebase/firestore'), getFirestore()]);
    let latest: T[] | undefined;
    return sdk.onSnapshot(
      make(sdk, firestore),
      WITH_ORIGIN,
      (snapshot) => {
        const { docs, metadata } = snapshot;
        // An empty cache does not mean that there are no documents.
        if (metadata.fromCache && docs.length === 0) return away();
        // If no document has changed, keep the array, so that nothing renders again.
        if (!latest || snapshot.docChanges().length > 0)
          latest = docs.map(read).filter((value) => value !== null);
        next(latest, metadata.fromCache);
      },
      fail,
    );
  };

/** `null` if there is no such document. */
export const liveDocument =
  <T>(path: string, read: (document: DocumentSnapshot) => T): Source<T | null> =>
  async ({ next, away, fail }) => {
    const [sdk, firestore] = await Promise.all([import('firebase/firestore'), getFirestore()]);
    return sdk.onSnapshot(
      sdk.doc(firestore, path),
      WITH_ORIGIN,
      (document) => {
        const { fromCache } = document.metadata;
        if (document.exists()) next(read(document), fromCache);
        else if (fromCache) away();
        else next(null, false);
      },
      fail,
    );
  };
