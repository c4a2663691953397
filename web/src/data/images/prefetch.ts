/** What the editor probably opens next: image records, followed so that they are never stale, and the bytes of the pictures. */
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { getFirestore } from '../firebase.ts';
import { visible } from '../live/visibility.ts';
import { fromDocument, readImage } from './image-record.ts';
import { prefetchPicture } from './pictures.ts';

const followed = new Map<string, ListedImage>();

/** The current record. Null if the dataset has no such image. @throws FirebaseError if it cannot be read at the moment */
export async function recordOf(dataset: string, id: string): Promise<ListedImage | null> {
  return followed.get(id) ?? (await readImage(dataset, id));
}

/** Follows the records of these images, and loads their pictures after the open one. @returns a function that stops it */
export function prefetch(dataset: string, images: readonly string[]): () => void {
  let stops: (() => void)[] = [];
  const stop = () => {
    for (const each of stops) each();
    stops = [];
  };
  const start = () => {
    stop();
    if (visible.get()) stops = images.map((id) => follow(dataset, id));
  };
  start();
  for (const id of images) prefetchPicture(dataset, id);
  const unsubscribe = visible.subscribe(start);
  return () => {
    unsubscribe();
    stop();
  };
}

function follow(dataset: string, id: string): () => void {
  let isOver = false;
  let unsubscribe = () => {};
  const start = async () => {
    const [sdk, firestore] = await Promise.all([import('firebase/firestore'), getFirestore()]);
    if (isOver) return;
    const forget = () => void followed.delete(id);
    unsubscribe = sdk.onSnapshot(
      sdk.doc(firestore, `image/${id}`),
      { includeMetadataChanges: true },
      (document) => {
        const image = document.metadata.fromCache ? null : fromDocument(dataset, document);
        if (image) followed.set(id, image);
        else forget();
      },
      forget,
    );
  };
  void start();
  return () => {
    isOver = true;
    unsubscribe();
    followed.delete(id);
  };
}
