/** `monitors` of a dataset's record (Contract 8): one field a monitor. */
import { FieldPath, Timestamp, type WriteBatch } from 'firebase-admin/firestore';
import { answeringFor } from '../../../access/permit.ts';
import type { Membership, Monitor } from '../../../model.ts';
import { isFull } from '../../../records/monitor-grants.ts';
import type { MonitorGrants } from '../../../records/record-ports.ts';
import { firestore } from '../../firebase.ts';
import { changeDocument } from '../change-document.ts';
import { readQuery } from '../documents.ts';
import { type Fields, grantsOf, map, membership, text } from '../fields.ts';
import { datasetRef } from '../references.ts';
import { isDeleted } from './datasets.ts';

/** Datasets that one query finds, at most. */
const MOST_FOUND = 300;

export const monitorGrants: MonitorGrants = {
  admit: (dataset, monitor, by) =>
    changeDocument(datasetRef(dataset), ({ snapshot, batch }) => {
      const fields = snapshot.data() ?? {};
      if (isDeleted(fields)) return null;
      if (isFull(grantsOf(fields), monitor.id)) return 'too many';
      writeGrant(batch, { id: dataset, ...membership(fields) }, monitor, by);
      return 'done';
    }),

  end: (dataset, monitor) =>
    changeDocument(datasetRef(dataset), ({ snapshot, batch, condition }) => {
      const fields = snapshot.data() ?? {};
      if (isDeleted(fields)) return null;
      const { [monitor]: ended, ...monitors } = map(fields.monitors);
      if (ended !== undefined) batch.update(snapshot.ref, { monitors }, condition);
      return true;
    }),

  async endAll(monitor) {
    for (const dataset of await monitorGrants.datasetsOf(monitor)) await monitorGrants.end(dataset, monitor);
  },

  async datasetsOf(monitor) {
    const query = firestore()
      .collection('dataset')
      .where(new FieldPath('monitors', monitor, 'born'), '>=', '');
    return (await readQuery(query.select().limit(MOST_FOUND))).docs.map(({ id }) => id);
  },
};

/** By merging: an update of one field of the map fails in Firestore's client if the id is a word such as `constructor`. */
export function writeGrant(
  batch: WriteBatch,
  dataset: Membership & { id: string },
  { id, born }: Pick<Monitor, 'id' | 'born'>,
  by: string,
): void {
  const grant = { by: answeringFor(by, dataset), at: Timestamp.now(), born };
  batch.set(datasetRef(dataset.id), { monitors: { [id]: grant } }, { merge: true });
}

/**
 * For the commit in which these people stop being editors of a dataset: without the grants that they answer for.
 * @returns what changes in the dataset's record
 */
export function withoutGrantsOf(fields: Fields, uids: readonly string[]): Fields {
  const grants = Object.entries(map(fields.monitors));
  const kept = grants.filter(([, grant]) => !uids.includes(text(map(grant).by)));
  return kept.length === grants.length ? {} : { monitors: Object.fromEntries(kept) };
}
