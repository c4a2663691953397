import { type DocumentReference, FieldValue } from 'firebase-admin/firestore';
import type { Detection } from '../../../images/detection-ports.ts';
import { firestore } from '../../firebase.ts';
import { readDocument, transact } from '../documents.ts';
import { list, map } from '../fields.ts';
import { imageRef } from '../references.ts';

export const detectionRef = (image: string): DocumentReference =>
  firestore().collection('detection').doc(image);

/** `detection/{image_id}`: results, by the generation of the object in which they were found, and by whom. */
export const detections = {
  async find(image: string, version: string): Promise<Detection[] | null> {
    const snapshot = await readDocument(detectionRef(image));
    if (!snapshot.exists || snapshot.get('generation') !== version) return null;
    return list(snapshot.get('found')).map((each) => map(each) as unknown as Detection);
  },

  /** Stores nothing if the image's record is gone. */
  async keep(image: string, version: string, found: readonly Detection[]): Promise<void> {
    // In one commit with the check that the record exists: otherwise a concurrent delete would leave its detection behind.
    await transact(async (transaction) => {
      const [record] = await transaction.getAll(imageRef(image), { fieldMask: ['uri'] });
      if (!record?.exists) return;
      transaction.set(detectionRef(image), {
        generation: version,
        found: [...found],
        at: FieldValue.serverTimestamp(),
      });
    });
  },
};
