import { type QuerySnapshot, Timestamp, type WriteBatch } from 'firebase-admin/firestore';
import { admits } from '../../../access/permit.ts';
import { peopleOf } from '../../../members/people.ts';
import { randomId } from '../../../records/made-ids.ts';
import { isFull } from '../../../records/monitor-grants.ts';
import type { MonitorRecords, NewMonitor } from '../../../records/record-ports.ts';
import { firestore } from '../../firebase.ts';
import { changeOwned } from '../change-owned.ts';
import { readFresh, readQuery } from '../documents.ts';
import { type Fields, grantsOf, text } from '../fields.ts';
import { endHooks, purgeHooks } from '../hooks/hooks.ts';
import { forgetRevoked, keysOf } from '../people/key-records.ts';
import { datasetRef, monitorRef, sessionRef } from '../references.ts';
import { createRecord, madeBefore } from './create-record.ts';
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
    const { id, dataset, request } = monitor;
    const born = randomId();
    if (dataset === null) {
      const batch = firestore().batch();
      await clearLeft(id, batch);
      return createRecord(batch, monitorRef(id), newFields(monitor, born), request);
    }
    const made = await changeOwned(datasetRef(dataset.id), dataset.permit, async (owned) => {
      const existing = await readFresh(monitorRef(id));
      if (existing.exists) return madeBefore(existing, request);
      if (isFull(grantsOf(owned.fields), id)) return 'full';
      const batch = owned.write();
      await clearLeft(id, batch);
      writeGrant(batch, dataset.id, { id, born }, owned.answers);
      batch.create(existing.ref, { ...newFields(monitor, born), ...(request !== null && { request }) });
      return 'made';
    });
    return made ?? 'no dataset';
  },

  async list({ uid, all }, page) {
    const monitors = firestore().collection('monitor');
    const query = all ? monitors : monitors.where('people', 'array-contains', uid);
    const fields = [...LISTED, ...roleField(uid)];
    const { docs, next } = await readPage([query], { ...page, fields, step: STEP });
    return { records: docs.map(toMonitor), next };
  },

  change(id, { name, dataset, review, expected }, permit) {
    return changeOwned(monitorRef(id), permit, async ({ snapshot, write, also }) => {
      const fields = {
        ...(name !== undefined && { name }),
        ...(dataset !== undefined && { dataset: dataset && datasetRef(dataset.id) }),
        ...(review !== undefined && { review }),
        ...(expected !== undefined && { expected }),
      };
      if (dataset) {
        const target = also(await readFresh(datasetRef(dataset.id)), dataset.permit);
        if (target === null) return 'no dataset';
        const admitting = { ...target.record, monitors: grantsOf(target.fields) };
        if (isFull(admitting.monitors, id)) return 'full';
        const monitor = toMonitor(snapshot);
        if (!admits(admitting, monitor)) writeGrant(write(), dataset.id, monitor, target.answers);
      }
      if (Object.keys(fields).length > 0) write().update(snapshot.ref, fields);
      return true;
    });
  },

  command(id, { command, params = {}, by, at }, permit) {
    return changeOwned(monitorRef(id), permit, ({ snapshot, write }) => {
      const { commands, session } = toMonitor(snapshot);
      const number = commands + 1;
      write().update(snapshot.ref, { commands: number });
      const request = { command, params, id: number, by, at: Timestamp.fromMillis(at) };
      if (session !== '')
        write().set(
          sessionRef(session),
          { data: { controller: { action: { request } } } },
          { mergeFields: ['data.controller.action.request'] },
        );
      return number;
    });
  },

  async delete(id, permit) {
    await forgetRevoked('monitor', id);
    const deleted = await changeOwned(monitorRef(id), permit, async ({ snapshot, write }) => {
      if (text(snapshot.get('session')) !== '') return false;
      await endHooks({ kind: 'monitor', id }, write());
      bury(write(), snapshot.ref);
      for (const { ref } of (await keysLeft(id)).docs) write().delete(ref);
      return true;
    });
    if (deleted) await monitorRecords.purgeBelow(id);
    return deleted;
  },

  async purgeBelow(id) {
    while (await deletePage(invitationsOf(id)));
    await purgeHooks({ kind: 'monitor', id });
  },
};

const keysLeft = (monitor: string): Promise<QuerySnapshot> => readQuery(keysOf('monitor', monitor).select());

const invitationsOf = (monitor: string) => monitorRef(monitor).collection('invitation');

/** What is left of a deleted monitor with this id must give nobody access to the new one. */
async function clearLeft(id: string, batch: WriteBatch): Promise<void> {
  const left = await Promise.all([keysLeft(id), readQuery(invitationsOf(id).select())]);
  for (const { ref } of left.flatMap(({ docs }) => docs)) batch.delete(ref);
}

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
