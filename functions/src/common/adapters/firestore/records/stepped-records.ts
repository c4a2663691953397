/** Records of long changes, whose `progress` is taken step by step: acceptances and changes of selections. */
import { isDeepStrictEqual } from 'node:util';
import { type DocumentReference, type DocumentSnapshot, FieldValue } from 'firebase-admin/firestore';
import type { Selections } from '../../../images/selection-ports.ts';
import type { SteppedRecords } from '../../../records/stepped-ports.ts';
import { firestore } from '../../firebase.ts';
import { changeDocument, isCommitted } from '../change-document.ts';
import { readFresh } from '../documents.ts';
import { selectionRef } from '../references.ts';

export const steppedRecords = <R extends { id: string; progress: object }>(
  refOf: (dataset: string, id: string) => DocumentReference,
): SteppedRecords<R> => ({
  async make(dataset, { id, ...fields }) {
    const reference = refOf(dataset, id);
    const made = { ...fields, createdAt: FieldValue.serverTimestamp() };
    await isCommitted(firestore().batch().create(reference, made));
    return toRecord<R>(await readFresh(reference));
  },

  async find(dataset, id) {
    const snapshot = await readFresh(refOf(dataset, id));
    return snapshot.exists ? toRecord<R>(snapshot) : null;
  },

  async step(dataset, id, from, to) {
    const stepped = await changeDocument(refOf(dataset, id), ({ snapshot, batch, condition }) => {
      const progress: unknown = snapshot.get('progress');
      // An attempt whose answer was lost.
      if (isDeepStrictEqual(progress, to)) return true;
      if (!isDeepStrictEqual(progress, from)) return false;
      batch.update(snapshot.ref, { progress: to }, condition);
      return true;
    });
    return stepped === true;
  },
});

const toRecord = <R>(snapshot: DocumentSnapshot): R => ({ ...snapshot.data(), id: snapshot.id }) as R;

export const selections: Selections = steppedRecords(selectionRef);
