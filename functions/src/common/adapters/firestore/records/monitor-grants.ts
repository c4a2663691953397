/** `monitors` of a dataset's record (Contract 8): one field a monitor. */
import { type DocumentSnapshot, FieldPath, Timestamp, type WriteBatch } from 'firebase-admin/firestore';
import type { Monitor } from '../../../model.ts';
import { isFull } from '../../../records/monitor-grants.ts';
import type { MonitorGrants } from '../../../records/record-ports.ts';
import { firestore } from '../../firebase.ts';
import { asRead, changeDocument } from '../change-document.ts';
import { changeOwned } from '../change-owned.ts';
import { readFresh, readQuery } from '../documents.ts';
import { type Fields, grantsOf, map, text } from '../fields.ts';
import { datasetRef, monitorRef } from '../references.ts';
import { toMonitor } from './monitors.ts';
import { isRecord } from './used-ids.ts';

/** Datasets that one query finds, at most. */
const MOST_FOUND = 300;

export const monitorGrants: MonitorGrants = {
  admit: (dataset, monitor, permits) =>
    changeOwned(datasetRef(dataset), permits.dataset, async ({ fields, answers, write, also }) => {
      const grants = grantsOf(fields);
      if (isFull(grants, monitor)) return 'too many';
      const snapshot = await readFresh(monitorRef(monitor));
      const { born } = toMonitor(snapshot);
      const isTakenOver = isRecord(snapshot) && grants[monitor]?.born === born;
      if (!isTakenOver && also(snapshot, permits.monitor) === null) return 'no monitor';
      writeGrant(write(), dataset, { id: monitor, born }, answers);
      return 'done';
    }),

  end: (dataset, monitor, permit) =>
    changeOwned(datasetRef(dataset), permit, ({ snapshot, write }) => {
      const monitors = grantsWithout(snapshot, monitor);
      if (monitors) write().update(snapshot.ref, { monitors });
      return true;
    }),

  async leave(dataset, monitor, permit) {
    await changeOwned(monitorRef(monitor), permit, async ({ write }) => {
      const snapshot = await readFresh(datasetRef(dataset));
      const monitors = grantsWithout(snapshot, monitor);
      if (monitors) write().update(snapshot.ref, { monitors }, asRead(snapshot));
    });
  },

  async endAll(monitor) {
    for (const dataset of await monitorGrants.datasetsOf(monitor))
      await changeDocument(datasetRef(dataset), ({ snapshot, batch, condition }) => {
        const monitors = grantsWithout(snapshot, monitor);
        if (monitors) batch.update(snapshot.ref, { monitors }, condition);
      });
  },

  async datasetsOf(monitor) {
    const query = firestore()
      .collection('dataset')
      .where(new FieldPath('monitors', monitor, 'born'), '>=', '');
    return (await readQuery(query.select().limit(MOST_FOUND))).docs.map(({ id }) => id);
  },
};

/** Null if there is nothing to end. */
function grantsWithout(dataset: DocumentSnapshot, monitor: string): Fields | null {
  const { [monitor]: ended, ...monitors } = map(dataset.get('monitors'));
  return ended === undefined ? null : monitors;
}

/**
 * By merging: an update of one field of the map fails in Firestore's client if the id is a word such as `constructor`.
 * @param by who answers for it
 */
export function writeGrant(
  batch: WriteBatch,
  dataset: string,
  { id, born }: Pick<Monitor, 'id' | 'born'>,
  by: string,
): void {
  const grant = { by, at: Timestamp.now(), born };
  batch.set(datasetRef(dataset), { monitors: { [id]: grant } }, { merge: true });
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
