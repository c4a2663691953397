import { type DocumentReference, FieldValue } from 'firebase-admin/firestore';
import type { Detection, Detections } from '../../../images/detection-ports.ts';
import { firestore } from '../../firebase.ts';
import { readDocument, transact } from '../documents.ts';
import { list, map } from '../fields.ts';
import { imageRef } from '../references.ts';

export const detectionRef = (image: string): DocumentReference =>
  firestore().collection('detection').doc(image);

/** `detection/{image_id}`: results, by the generation of the object in which they were found. */
export const detections: Detections = {
  async find(image, generation) {
    const snapshot = await readDocument(detectionRef(image));
    if (!snapshot.exists || snapshot.get('generation') !== generation) return null;
    return list(snapshot.get('found')).map((each) => map(each) as unknown as Detection);
  },

  async keep(image, generation, found) {
    // In one commit with the check that the record exists: otherwise a concurrent delete would leave its detection behind.
    await transact(async (transaction) => {
      const [record] = await transaction.getAll(imageRef(image), { fieldMask: ['uri'] });
      if (!record?.exists) return;
      transaction.set(detectionRef(image), {
        generation,
        found: [...found],
        at: FieldValue.serverTimestamp(),
      });
    });
  },
};
