/** Records of long changes, on which jobs work: acceptances and changes of selections. */
import { type DocumentReference, type DocumentSnapshot, FieldValue } from 'firebase-admin/firestore';
import type { Selections } from '../../../images/selection-ports.ts';
import { JobFailed } from '../../../jobs/kind.ts';
import type { SteppedRecords, Worked } from '../../../records/stepped-ports.ts';
import { firestore } from '../../firebase.ts';
import { asRead, isCommitted } from '../change-document.ts';
import { getAll, readFresh } from '../documents.ts';
import { selectionRef } from '../references.ts';

export const steppedRecords = <R extends { id: string; progress: Worked }>(
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

  async begin(dataset, id, batch, to) {
    const snapshot = await readFresh(refOf(dataset, id));
    const { progress } = toRecord<R>(snapshot);
    batch.update(snapshot.ref, { progress: { ...progress, ...to(progress) } }, asRead(snapshot));
  },

  async note(batch, dataset, id, { state, ...counts }) {
    const [snapshot] = (await getAll([refOf(dataset, id)], ['progress.state'])) as [DocumentSnapshot];
    if (snapshot.get('progress.state') !== state) throw new JobFailed('it was undone');
    const fields = Object.entries(counts).map(([name, value]) => [`progress.${name}`, value]);
    batch.update(snapshot.ref, Object.fromEntries(fields), asRead(snapshot));
  },
});

const toRecord = <R>(snapshot: DocumentSnapshot): R => ({ ...snapshot.data(), id: snapshot.id }) as R;

export const selections: Selections = steppedRecords(selectionRef);
