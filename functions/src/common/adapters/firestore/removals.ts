import { type DocumentSnapshot, FieldValue } from 'firebase-admin/firestore';
import type { ImageRecord } from '../../model.ts';
import type { Removal, Removals } from '../../ports.ts';
import { within } from '../../within.ts';
import { firestore } from '../firebase.ts';
import { FIRESTORE_DEADLINE } from './documents.ts';
import { type Fields, text } from './fields.ts';
import { encodedPath } from './image-document.ts';

export const removalCollection = () => firestore().collection('removal');
export const removalRef = (image: string) => removalCollection().doc(image);

/** `removal/{image_id}`: what is still to do for an image whose record is gone. */
export const removals: Removals = {
  async find(encoded) {
    const query = removalCollection().where('encoded', '==', encoded).limit(1).get();
    const [document] = (await within(FIRESTORE_DEADLINE, 'firestore query', query)).docs;
    return document ? toRemoval(document) : null;
  },

  async done(image) {
    await within(FIRESTORE_DEADLINE, 'firestore commit', removalRef(image).delete());
  },
};

export const removalFields = ({ uri, dataset, monitor, session }: ImageRecord): Fields => ({
  encoded: encodedPath(uri),
  dataset,
  monitor,
  session,
  at: FieldValue.serverTimestamp(),
});

export const toRemoval = (document: DocumentSnapshot): Removal => ({
  image: document.id,
  dataset: text(document.get('dataset')),
  monitor: text(document.get('monitor')) || null,
  session: text(document.get('session')),
});
