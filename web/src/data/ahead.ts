/** What is probably opened next in the editor: its record, followed so that it is never old, and the bytes of its picture. */
import type { ListedImage } from '../../../client/src/curate/records.ts';
import { getFirestore } from './firebase.ts';
import { fromDocument, readImage } from './image-record.ts';
import { readPictureAhead } from './pictures.ts';
import { visible } from './visibility.ts';

const followed = new Map<string, ListedImage>();

/** As the service has it. Null if the dataset has no such image. @throws FirebaseError if it cannot be read at the moment */
export async function recordOf(dataset: string, id: string): Promise<ListedImage | null> {
  return followed.get(id) ?? (await readImage(dataset, id));
}

/** Follows the records of images and reads their pictures, once that in front is there. @returns what ends it */
export function readAhead(dataset: string, images: readonly string[]): () => void {
  let ends: (() => void)[] = [];
  const end = () => {
    for (const each of ends) each();
    ends = [];
  };
  const begin = () => {
    end();
    if (visible.get()) ends = images.map((id) => follow(dataset, id));
  };
  begin();
  for (const id of images) readPictureAhead(dataset, id);
  const unsubscribe = visible.subscribe(begin);
  return () => {
    unsubscribe();
    end();
  };
}

function follow(dataset: string, id: string): () => void {
  let isOver = false;
  let end = () => {};
  const begin = async () => {
    const [sdk, firestore] = await Promise.all([import('firebase/firestore'), getFirestore()]);
    if (isOver) return;
    const forget = () => void followed.delete(id);
    end = sdk.onSnapshot(
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
  void begin();
  return () => {
    isOver = true;
    end();
    followed.delete(id);
  };
}
