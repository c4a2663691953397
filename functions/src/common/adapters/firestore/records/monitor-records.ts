import type { QuerySnapshot } from 'firebase-admin/firestore';
import { admits } from '../../../access/permit.ts';
import { peopleOf } from '../../../members/people.ts';
import { randomId } from '../../../records/made-ids.ts';
import type { MonitorRecords, NewMonitor } from '../../../records/record-ports.ts';
import { firestore } from '../../firebase.ts';
import { changeDocument } from '../change-document.ts';
import { readQuery } from '../documents.ts';
import { type Fields, text } from '../fields.ts';
import { endHooks, purgeHooks } from '../hooks/hooks.ts';
import { forgetRevoked, keysOf } from '../people/key-records.ts';
import { datasetRef, monitorRef } from '../references.ts';
import { createRecord } from './create-record.ts';
import { writeGrant } from './monitor-grants.ts';
import { toMonitor } from './monitors.ts';
import { deletePage } from './purge-dataset.ts';
import { readPage, roleField } from './record-lists.ts';
import { bury } from './used-ids.ts';

/** Fields for the list of monitors. */
const LISTED = ['name', 'dataset', 'session', 'expected', 'owner', 'deleted'];
/** Monitors that are read at once. */
const STEP = 250;

export const monitorRecords: MonitorRecords = {
  async create(monitor) {
    const batch = firestore().batch();
    // What is left of a deleted monitor with this id must give nobody access to the new one.
    const left = await Promise.all([keysLeft(monitor.id), readQuery(invitationsOf(monitor.id).select())]);
    for (const { ref } of left.flatMap(({ docs }) => docs)) batch.delete(ref);
    const born = randomId();
    if (monitor.dataset) writeGrant(batch, monitor.dataset, { id: monitor.id, born }, monitor.owner);
    return createRecord(batch, monitorRef(monitor.id), newFields(monitor, born), monitor.request);
  },

  async list({ uid, all }, page) {
    const monitors = firestore().collection('monitor');
    const query = all ? monitors : monitors.where('people', 'array-contains', uid);
    const fields = [...LISTED, ...roleField(uid)];
    const { docs, next } = await readPage([query], { ...page, fields, step: STEP });
    return { records: docs.map(toMonitor), next };
  },

  change(id, { name, dataset, review, expected }, by) {
    return changeDocument(monitorRef(id), ({ snapshot, batch, condition }): true => {
      const fields = {
        ...(name !== undefined && { name }),
        ...(dataset !== undefined && { dataset: dataset && datasetRef(dataset.id) }),
        ...(review !== undefined && { review }),
        ...(expected !== undefined && { expected }),
      };
      const monitor = toMonitor(snapshot);
      if (dataset && !admits(dataset, monitor)) writeGrant(batch, dataset, monitor, by);
      if (Object.keys(fields).length > 0) batch.update(snapshot.ref, fields, condition);
      return true;
    });
  },

  async delete(id) {
    await forgetRevoked('monitor', id);
    const { docs } = await keysLeft(id);
    const owner = { kind: 'monitor', id } as const;
    const deleted = await changeDocument(monitorRef(id), async ({ snapshot, batch, condition }) => {
      if (text(snapshot.get('session')) !== '') return false;
      await endHooks(owner, batch);
      bury(batch, snapshot.ref, condition);
      for (const { ref } of docs) batch.delete(ref);
      return true;
    });
    if (deleted) {
      while (await deletePage(invitationsOf(id)));
      await purgeHooks(owner);
    }
    return deleted;
  },
};

const keysLeft = (monitor: string): Promise<QuerySnapshot> => readQuery(keysOf('monitor', monitor).select());

const invitationsOf = (monitor: string) => monitorRef(monitor).collection('invitation');

/** Fields of a new record (Contract 2). */
function newFields({ name, owner, dataset, review }: NewMonitor, born: string): Fields {
  return {
    name,
    born,
    dataset: dataset && datasetRef(dataset.id),
    review,
    session: '',
    lastSession: null,
    owner,
    members: {},
    people: peopleOf({ owner, members: {} }),
  };
}
