import { peopleOf } from '../../../members/people.ts';
import type { Membership } from '../../../model.ts';
import type { People } from '../../../ports.ts';
import { firestore } from '../../firebase.ts';
import { type AsRead, changeDocument } from '../change-document.ts';
import { readQuery } from '../documents.ts';
import { list, membership } from '../fields.ts';
import { isDeleted } from '../records/datasets.ts';
import { datasetRef, monitorRef } from '../references.ts';

export const people: People = {
  keepOfDataset: (id) => changeDocument(datasetRef(id), keepIn),
  keepOfMonitor: (id) => changeDocument(monitorRef(id), keepIn),
};

/** Whether any dataset has this person or service account. */
export const isMember = async (uid: string): Promise<boolean> =>
  !(
    await readQuery(
      firestore().collection('dataset').where('people', 'array-contains', uid).select().limit(1),
    )
  ).empty;

function keepIn({ snapshot, batch, condition }: AsRead): Membership {
  const found = membership(snapshot.data() ?? {});
  // A deleted dataset is not in anybody's list.
  const wanted = isDeleted(snapshot.data() ?? {}) ? [] : peopleOf(found);
  const current = list(snapshot.get('people'));
  const isKept = current.length === wanted.length && wanted.every((uid) => current.includes(uid));
  if (!isKept) batch.update(snapshot.ref, { people: wanted }, condition);
  return found;
}
