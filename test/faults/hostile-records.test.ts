/**
 * An id names one thing for ever (Contract 8; findings A3): who takes the id of something deleted gets nothing of it. And nobody
 * becomes the owner of something without consent (findings A1).
 * @covers Contract 8, 9 a hand-over is an offer: consent, withdrawal, races, the limit; whoever has not consented gets nothing
 * @covers Contract 8 ids are never given twice; a deleted monitor leaves no live state
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { get, ref } from 'firebase/database';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import { type ManageStage, openManageStage } from '../emulator/manage-stage.ts';
import { openDashboard } from '../support/dashboard.ts';
import { deviceKey } from '../support/device-key.ts';
import { call, eventually, frame, liveState } from '../support/factory.ts';

let stage: ManageStage;
beforeAll(async () => {
  stage = await openManageStage([
    'dataset',
    'monitor',
    'image',
    'counters',
    'people-dataset',
    'people-monitor',
  ]);
});
afterAll(() => stage?.close());

/** Somebody else who may create records. */
const thief = (path: string, ask = {}) => stage.as('stranger', path, ask, { creator: true });
const post = (body: unknown) => ({ method: 'POST', body });
const stored = async (path: string) => (await stage.stack.firestore.doc(path).get()).data();
const done = async (asked: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await asked;
  expect([status, body]).toEqual([200, expect.anything()]);
};

const makeDataset = (id: string) =>
  done(stage.as('maker', '/dataset', post({ id, name: id, type: 'MULTICLASS' })));
const makeMonitor = (id: string, dataset: string) =>
  done(stage.as('maker', '/monitor', post({ id, name: id, dataset })));

async function newKey(monitor: string): Promise<string> {
  return (await deviceKey(stage.stack, 'create', '--monitor', monitor)).stdout.split('\n')[0] as string;
}

const send = async (monitor: string, key: string, number: number) =>
  call(stage.stack, `/monitor/${monitor}/image`, {
    body: await frame(number, { dataset: undefined, tag: undefined }),
    headers: { 'x-device-key': key },
  });

/** Deletes a dataset, whose seven days are over. */
async function deleteForGood(id: string): Promise<void> {
  await done(stage.as('maker', `/dataset/${id}`, { method: 'DELETE', body: { confirm: id } }));
  await stage.stack.firestore.doc(`dataset/${id}`).update({ 'deleted.until': new Date(Date.now() - 1000) });
}

const purge = async () => expect(await triggerScheduled(stage.stack.functions.counters!)).toBe(200);

const taken = (kind: 'dataset' | 'monitor', id: string) =>
  kind === 'dataset'
    ? [409, { error: true, result: `Dataset with ID "${id}" exists already` }]
    : [409, { data: { error: true, result: `Error: Monitor with ID "${id}" exists already` } }];

test('a stranger cannot take the id of a purged dataset and receive the frames of the cameras that still name it', async () => {
  await makeDataset('yard');
  await makeMonitor('gate', 'yard');
  const key = await newKey('gate');
  expect((await send('gate', key, 1)).status).toBe(200);
  await deleteForGood('yard');
  await purge();
  // A purge comes 7 days after the deletion; a process remembers a dataset for four seconds.
  await sleep(4_100);

  const again = await thief('/dataset', post({ id: 'yard', name: 'Mine', type: 'MULTICLASS' }));
  expect([again.status, again.body]).toEqual(taken('dataset', 'yard'));
  expect((await send('gate', key, 2)).status).toBe(404);
  expect((await thief('/dataset/yard/images')).status).toBe(404);
  expect((await stage.stack.firestore.collection('image').where('uri', '>=', 'gs:').get()).size).toBe(0);
});

test('to everybody, a purged dataset does not exist, and counting does not bring any of it back', async () => {
  await makeDataset('barn');
  await deleteForGood('barn');
  await purge();
  expect(await stored('dataset/barn')).toEqual({ deleted: { gone: true } });
  for (const uid of ['maker', 'admin']) {
    const listed = await stage.as(uid, '/dataset');
    expect(listed.body.datasets.map(({ id }: { id: string }) => id)).not.toContain('barn');
    for (const [path, method, body] of [
      ['', 'DELETE', { confirm: 'barn' }],
      ['/restore', 'POST', undefined],
      ['/refreshCounters', 'POST', undefined],
      ['/members', 'GET', undefined],
      ['/members/editor', 'PUT', { role: 'editor' }],
      ['/tag', 'POST', { name: 'a' }],
    ] as const)
      expect((await stage.as(uid, `/dataset/barn${path}`, { method, body })).status).toBe(404);
  }
  // As by a frame that was in flight.
  const { firestore } = stage.stack;
  await firestore.doc('dataset/barn/counter/late').set({ images: 1, at: new Date() });
  await purge();
  expect(await stored('dataset/barn')).toEqual({ deleted: { gone: true } });
});

test('ten simultaneous creations, while it is purged and afterwards, do not get its id', async () => {
  await makeDataset('mill');
  await deleteForGood('mill');
  const takeTen = () =>
    Promise.all(
      Array.from({ length: 10 }, () => thief('/dataset', post({ id: 'mill', name: 'M', type: 'ANOMALY' }))),
    );
  const [, during] = await Promise.all([purge(), takeTen()]);
  for (const { status, body } of [...during, ...(await takeTen())])
    expect([status, body]).toEqual(taken('dataset', 'mill'));
  expect(await stored('dataset/mill')).toEqual({ deleted: { gone: true } });
});

test('a stranger cannot take the id of a deleted monitor and read its last picture and sessions, or annotate its images', async () => {
  await makeDataset('hall');
  await makeMonitor('door', 'hall');
  const key = await newKey('door');
  await done(stage.as('maker', '/monitor/door/start?session=morning'));
  const { body: sent } = await send('door', key, 11);
  await eventually(() => expect(liveState(stage.stack, 'door').image.id).toBe(sent.data.id));
  await done(stage.as('maker', '/monitor/door/stop'));
  await done(stage.as('maker', '/monitor/door', { method: 'DELETE' }));

  expect(liveState(stage.stack, 'door')).toBeUndefined();
  const again = await thief('/monitor', post({ id: 'door', name: 'Mine' }));
  expect([again.status, again.body]).toEqual(taken('monitor', 'door'));
  const tens = Array.from({ length: 10 }, () => thief('/monitor', post({ id: 'door', name: 'Mine' })));
  expect(new Set((await Promise.all(tens)).map(({ status }) => status))).toEqual(new Set([409]));

  const dashboard = openDashboard(stage.stack, 'stranger');
  try {
    await expect(get(ref(dashboard.database, 'monitor/door'))).rejects.toThrow(/permission/i);
  } finally {
    await dashboard.close();
  }
  // A named session's id contains its monitor's, so it is not given again either. Others are random.
  expect((await thief('/monitor/door/start?session=morning')).status).toBe(404);
  await expect(newKey('door')).rejects.toThrow(/no monitor door/);
  await expect(deviceKey(stage.stack, 'list', '--monitor', 'door')).rejects.toThrow(/no monitor door/);
  const tags = { dataset: 'hall', imageID: sent.data.id, tags: [] };
  const annotated = await call(stage.stack, '/monitor/updateTags', {
    body: tags,
    headers: { 'x-device-key': key },
  });
  expect(annotated.status).toBe(401);
});

test('what is left of a deleted monitor: its images and sessions, in the dataset that owns them', async () => {
  await makeDataset('dock');
  await makeMonitor('crane', 'dock');
  await done(stage.as('maker', '/monitor/crane/start?session=noon'));
  const { body: sent } = await send('crane', await newKey('crane'), 21);
  await done(stage.as('maker', '/monitor/crane/stop'));
  await done(stage.as('maker', '/monitor/crane', { method: 'DELETE' }));
  expect(await stored('monitor/crane')).toEqual({ deleted: { gone: true } });
  expect(await stored('session/crane.noon')).toMatchObject({ data: { totalCounter: 1 } });
  const { body } = await stage.as('maker', '/dataset/dock/images?session=crane.noon');
  expect(body.images.map(({ image, id }: { image?: string; id?: string }) => image ?? id)).toEqual([
    sent.data.id,
  ]);
  for (const uid of ['maker', 'admin']) {
    const listed = await stage.as(uid, '/monitor');
    expect(listed.body.data.monitors.map(({ id }: { id: string }) => id)).not.toContain('crane');
    for (const [path, method, sentBody] of [
      ['', 'PATCH', { name: 'b' }],
      ['', 'DELETE', undefined],
      ['/start', 'POST', undefined],
      ['/keys', 'POST', undefined],
      ['/members', 'GET', undefined],
      ['/members/editor', 'PUT', { role: 'editor' }],
    ] as const)
      expect((await stage.as(uid, `/monitor/crane${path}`, { method, body: sentBody })).status).toBe(404);
  }
});

test('if the call that deletes a monitor dies, the event of its deletion removes the live state', async () => {
  await makeDataset('lock');
  await makeMonitor('sluice', 'lock');
  await done(stage.as('maker', '/monitor/sluice/start'));
  await done(stage.as('maker', '/monitor/sluice/stop'));
  expect(liveState(stage.stack, 'sluice')).toBeDefined();
  // All that the call has done by then.
  await stage.stack.firestore.doc('monitor/sluice').set({ deleted: { gone: true } });
  await eventually(() => expect(liveState(stage.stack, 'sluice')).toBeUndefined());
});

test('a viewer cannot make the owner of a dataset own a camera, which would then write into that dataset', async () => {
  const asViewer = (path: string, ask = {}) => stage.as('viewer', path, ask, { creator: true });
  await done(asViewer('/monitor', post({ id: 'gift', name: 'Gift' })));
  const key = await newKey('gift');
  const give = { method: 'PUT', body: { role: 'owner' } };
  const given = await asViewer('/monitor/gift/members/owner', give);
  expect(given.body.data).toEqual({ error: false, offered: true });
  expect(await stored('monitor/gift')).toMatchObject({ owner: 'viewer', members: {}, people: ['viewer'] });
  const sent = await call(stage.stack, '/monitor/gift/image', {
    body: await frame(31),
    headers: { 'x-device-key': key },
  });
  expect(sent.status).toBe(409);
  const { body } = await stage.as('owner', '/dataset/bolts/images');
  expect(body.images).toEqual([]);
  // The owner learns of it, and can refuse.
  const listed = await stage.as('owner', '/monitor');
  expect(listed.body.data.offers).toMatchObject([{ id: 'gift', name: 'Gift', by: 'viewer' }]);
  await done(stage.as('owner', '/monitor/gift/members/accept', { method: 'DELETE' }));
  expect((await stage.as('owner', '/monitor')).body.data).not.toHaveProperty('offers');
});
