/** One image of a dataset, with its thumbnail, as the editor opens it. */
import type { DocumentSnapshot } from 'firebase/firestore';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { getFirestore } from '../firebase.ts';
import { referenceId } from '../live/snapshot.ts';
import { toListed } from './read-images.ts';

/** Null if the dataset has no such image. @throws FirebaseError if it cannot be read at the moment */
export async function readImage(dataset: string, id: string): Promise<ListedImage | null> {
  const [sdk, firestore] = await Promise.all([import('firebase/firestore'), getFirestore()]);
  const document = await sdk.getDocFromServer(sdk.doc(firestore, `image/${id}`)).catch((error: unknown) => {
    // The rules refuse to read a record that does not exist, just like one that this person may not see.
    if ((error as { code?: unknown }).code === 'permission-denied') return null;
    throw error;
  });
  return document && fromDocument(dataset, document);
}

/** Null if there is no such image in the dataset. */
export function fromDocument(dataset: string, document: DocumentSnapshot): ListedImage | null {
  const fields = document.data();
  if (!fields || referenceId(fields.dataset) !== dataset) return null;
  return toListed(document.id, fields);
}
