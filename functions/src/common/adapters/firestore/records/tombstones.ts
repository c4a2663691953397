import { type DocumentSnapshot, FieldValue, type WriteBatch } from 'firebase-admin/firestore';
import type { MovedImage } from '../../../images/curate-ports.ts';
import { oneOfEach } from '../../../images/moved-images.ts';
import type { ImageRecord } from '../../../model.ts';
import type { Tombstone, Tombstones } from '../../../ports.ts';
import { firestore } from '../../firebase.ts';
import { commit, readQuery } from '../documents.ts';
import { type Fields, text } from '../fields.ts';
import { encodedPath } from '../images/image-document.ts';

export const tombstoneCollection = () => firestore().collection('removal');
export const tombstoneRef = (image: string) => tombstoneCollection().doc(image);

/** `removal/{image_id}`: what still has to be done for an image whose record was deleted. */
export const tombstones: Tombstones = {
  async find(encoded) {
    const query = tombstoneCollection().where('encoded', '==', encoded).limit(1);
    const [document] = (await readQuery(query)).docs;
    return document ? toTombstone(document) : null;
  },

  async done(images) {
    const batch = firestore().batch();
    for (const image of images) batch.delete(tombstoneRef(image));
    await commit(batch);
  },
};

/**
 * Images that are restored or moved to the trash: one note per session, so that its count is updated even if this process is
 * killed. The note has no URI, because the image is not deleted.
 * @returns the number of notes
 */
export function noteMoved(batch: WriteBatch, dataset: string, moved: readonly MovedImage[]): number {
  const notes = oneOfEach(moved);
  for (const { image, monitor, session } of notes)
    batch.set(tombstoneRef(image), tombstoneFields({ uri: '', dataset, monitor, session }));
  return notes.length;
}

type Removed = Pick<ImageRecord, 'uri' | 'dataset' | 'monitor' | 'session'>;

export const tombstoneFields = ({ uri, dataset, monitor, session }: Removed): Fields => ({
  encoded: encodedPath(uri),
  dataset,
  monitor,
  session,
  at: FieldValue.serverTimestamp(),
});

export const toTombstone = (document: DocumentSnapshot): Tombstone => ({
  image: document.id,
  dataset: text(document.get('dataset')),
  monitor: text(document.get('monitor')) || null,
  session: text(document.get('session')),
});
