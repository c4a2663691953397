import { isDeepStrictEqual } from 'node:util';
import { type DocumentSnapshot, FieldValue } from 'firebase-admin/firestore';
import type { Acceptance, Acceptances } from '../../../runs/acceptance-ports.ts';
import { firestore } from '../../firebase.ts';
import { changeDocument, isCommitted } from '../change-document.ts';
import { readFresh } from '../documents.ts';
import { acceptanceRef } from '../references.ts';

export const acceptances: Acceptances = {
  async make(dataset, { id, ...fields }) {
    const reference = acceptanceRef(dataset, id);
    const made = { ...fields, createdAt: FieldValue.serverTimestamp() };
    await isCommitted(firestore().batch().create(reference, made));
    return toAcceptance(await readFresh(reference));
  },

  async find(dataset, id) {
    const snapshot = await readFresh(acceptanceRef(dataset, id));
    return snapshot.exists ? toAcceptance(snapshot) : null;
  },

  async step(dataset, id, from, to) {
    const stepped = await changeDocument(acceptanceRef(dataset, id), ({ snapshot, batch, condition }) => {
      const progress: unknown = snapshot.get('progress');
      // An attempt whose answer was lost.
      if (isDeepStrictEqual(progress, to)) return true;
      if (!isDeepStrictEqual(progress, from)) return false;
      batch.update(snapshot.ref, { progress: to }, condition);
      return true;
    });
    return stepped === true;
  },
};

const toAcceptance = (snapshot: DocumentSnapshot): Acceptance => ({
  ...(snapshot.data() as Omit<Acceptance, 'id'>),
  id: snapshot.id,
});
