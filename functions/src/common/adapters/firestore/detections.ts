import { type DocumentReference, FieldValue } from 'firebase-admin/firestore';
import type { Detection, Detections } from '../../ports.ts';
import { within } from '../../within.ts';
import { firestore } from '../firebase.ts';
import { FIRESTORE_DEADLINE, readDocument } from './documents.ts';
import { list, map } from './fields.ts';
import { imageRef } from './references.ts';

export const detectionRef = (image: string): DocumentReference =>
  firestore().collection('detection').doc(image);

/** `detection/{image_id}`: results by the generation of the object that they were found in. */
export const detections: Detections = {
  async find(image, generation) {
    const snapshot = await readDocument(detectionRef(image));
    if (!snapshot.exists || snapshot.get('generation') !== generation) return null;
    return list(snapshot.get('found')).map((each) => map(each) as unknown as Detection);
  },

  async keep(image, generation, found) {
    // Together with the look at the record: one that is removed meanwhile would leave its detection behind.
    const keeping = firestore().runTransaction(async (transaction) => {
      const [record] = await transaction.getAll(imageRef(image), { fieldMask: ['uri'] });
      if (!record?.exists) return;
      transaction.set(detectionRef(image), {
        generation,
        found: [...found],
        at: FieldValue.serverTimestamp(),
      });
    });
    await within(FIRESTORE_DEADLINE, 'firestore commit', keeping);
  },
};
