/**
 * Contract 8, Grants: a device key reaches only datasets that admit its monitor, and ends with the role of whoever answers for
 * it. Each test is an attack that succeeded before there were grants.
 * @covers Contract 8 Grants: datasets admit monitors; grants and keys end with the role of whoever answers for them
 */
import { FieldValue } from '@google-cloud/firestore';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type ManageStage, openManageStage } from '../emulator/manage-stage.ts';
import { call, eventually, frame, furnish } from '../support/factory.ts';

let stage: ManageStage;
beforeAll(async () => {
  stage = await openManageStage(['monitor', 'dataset']);
});
afterAll(() => stage?.close());
beforeEach(async () => {
  await furnish(stage.stack);
  // A monitor has at most two.
  const keys = await stage.stack.firestore.collection('deviceKey').listDocuments();
  for (const key of keys) await key.delete();
});

let number = 0;
const creator = { creator: true };
const newKey = async (uid: string, monitor: string): Promise<string> =>
  (await stage.as(uid, `/monitor/${monitor}/keys`, { method: 'POST' })).body.data.key;
const send = async (key: string, monitor: string, about: object = {}) => {
  number += 1;
  const body = await frame(number, { tag: undefined, ...about });
  return call(stage.stack, `/monitor/${monitor}/image`, { body, headers: { 'x-device-key': key } });
};
const annotate = (key: string, imageID: string) =>
  call(stage.stack, '/monitor/updateTags', {
    body: { dataset: 'bolts', imageID, tags: [] },
    headers: { 'x-device-key': key },
  });
const member = (kind: string, id: string, uid: string, role: string | null) =>
  stage.as('owner', `/${kind}/${id}/members/${uid}`, {
    method: role === null ? 'DELETE' : 'PUT',
    ...(role !== null && { body: { role } }),
  });
const put = (uid: string, dataset: string, monitor: string) =>
  stage.as(uid, `/dataset/${dataset}/monitors/${monitor}`, { method: 'PUT' });

/** A monitor of this person, without a dataset. */
async function monitorOf(uid: string): Promise<string> {
  const made = await stage.as(uid, '/monitor', { body: { name: 'Mine' } }, creator);
  expect(made.status).toBe(200);
  return made.body.data.id;
}

test('a viewer’s monitor whose owner becomes the dataset’s owner does not reach the dataset', async () => {
  const monitor = await monitorOf('viewer');
  // As a hand-over to the dataset's owner ends, who did not ask for it.
  await stage.stack.firestore
    .doc(`monitor/${monitor}`)
    .update({ owner: 'owner', members: { viewer: 'editor' }, people: ['owner', 'viewer'] });
  const key = await newKey('viewer', monitor);
  const sent = await send(key, monitor);
  // Its owner and whoever holds its key see the dataset, so that the camera is told why.
  expect([sent.status, sent.body.data.result]).toEqual([409, 'dataset does not admit this camera']);
  expect((await put('viewer', 'bolts', monitor)).status).toBe(403);
  expect((await put('owner', 'bolts', monitor)).status).toBe(200);
  expect((await send(key, monitor)).status).toBe(200);
});

test('an editor of one monitor does not reach other datasets of its owner', async () => {
  await member('monitor', 'line-1', 'stranger', 'editor');
  await stage.stack.firestore.doc('dataset/other').update({ monitors: {} });
  const key = await newKey('stranger', 'line-1');
  const sent = await send(key, 'line-1', { dataset: 'other' });
  // Its owner sees the dataset; whoever holds the key must not learn that it exists.
  expect(sent.status).toBe(404);
  expect((await send(key, 'line-1')).status).toBe(200);
});

test('annotations by a key need the grant too, which counts for the monitor of this birth only', async () => {
  const key = await newKey('editor', 'line-1');
  const { body } = await send(key, 'line-1');
  expect((await annotate(key, body.data.id)).status).toBe(200);
  await stage.stack.firestore.doc('dataset/bolts').update({ 'monitors.line-1.born': 'another' });
  expect((await annotate(key, body.data.id)).status).toBe(409);
  await eventually(async () => expect((await send(key, 'line-1')).status).toBe(409));
});

test('an editor who is removed from a dataset writes no more through a camera, with an old key or a new one', async () => {
  await stage.stack.firestore.doc('dataset/bolts').update({ 'members.maker': 'editor' });
  const made = await stage.as('maker', '/monitor', { body: { name: 'Mine', dataset: 'bolts' } });
  const monitor = made.body.data.id;
  const old = await newKey('maker', monitor);
  expect((await stage.as('maker', `/monitor/${monitor}/start`)).status).toBe(200);
  expect((await send(old, monitor)).status).toBe(200);
  const listed = await stage.as('viewer', '/dataset/bolts/monitors?limit=100');
  expect(listed.body.monitors).toContainEqual(
    expect.objectContaining({ monitor, name: 'Mine', by: 'maker', counts: true, last: expect.any(Number) }),
  );
  expect((await member('dataset', 'bolts', 'maker', null)).status).toBe(200);
  await eventually(async () => expect((await send(old, monitor)).status).toBe(404));
  expect((await send(await newKey('maker', monitor), monitor)).status).toBe(404);
  // The same role again does not bring it back.
  await member('dataset', 'bolts', 'maker', 'editor');
  expect((await send(old, monitor)).status).toBe(409);
  expect((await put('maker', 'bolts', monitor)).status).toBe(200);
  await eventually(async () => expect((await send(old, monitor)).status).toBe(200));
});

test('a grant that another editor has taken over stays', async () => {
  await stage.stack.firestore.doc('dataset/bolts').update({ 'members.maker': 'editor' });
  const made = await stage.as('maker', '/monitor', { body: { name: 'Mine', dataset: 'bolts' } });
  const monitor = made.body.data.id;
  const key = await newKey('maker', monitor);
  // Not an editor of the monitor, which is admitted already.
  expect((await put('editor', 'bolts', monitor)).status).toBe(200);
  await member('dataset', 'bolts', 'maker', 'viewer');
  expect((await send(key, monitor)).status).toBe(200);
  // The monitor's own editors may end it.
  const end = (uid: string) => stage.as(uid, `/dataset/bolts/monitors/${monitor}`, { method: 'DELETE' });
  expect((await end('stranger')).status).toBe(404);
  expect((await end('viewer')).status).toBe(403);
  expect((await end('maker')).status).toBe(200);
  await eventually(async () => expect((await send(key, monitor)).status).toBe(409));
});

test('the keys of an editor who is removed from a monitor end, unless another editor has taken them over', async () => {
  const [ending, taken] = [await newKey('editor', 'line-2'), await newKey('editor', 'line-2')];
  expect((await stage.as('editor', '/monitor/line-2/start')).status).toBe(200);
  const listed = await stage.as('owner', '/monitor/line-2/keys');
  expect(listed.body.data.keys.map((key: { holder: string }) => key.holder)).toEqual(['editor', 'editor']);
  const { hash } = listed.body.data.keys[1];
  const take = (uid: string) => stage.as(uid, `/monitor/line-2/keys/${hash}`, { method: 'PUT' });
  expect((await take('viewer')).status).toBe(403);
  expect((await take('owner')).status).toBe(200);
  for (const key of [ending, taken]) expect((await send(key, 'line-2')).status).toBe(200);
  expect((await member('monitor', 'line-2', 'editor', null)).status).toBe(200);
  await eventually(async () => expect((await send(ending, 'line-2')).status).toBe(401));
  expect((await send(taken, 'line-2')).status).toBe(200);
  expect((await stage.as('owner', '/monitor/line-2/keys')).body.data.keys).toHaveLength(1);
});

test('keys and grants end too when the record was changed by other means', async () => {
  const key = await newKey('editor', 'line-1');
  expect((await send(key, 'line-1')).status).toBe(200);
  const record = stage.stack.firestore.doc('monitor/line-1');
  await record.update({ 'members.editor': FieldValue.delete() });
  await eventually(async () => expect((await send(key, 'line-1')).status).toBe(401));
  await record.update({ 'members.editor': 'editor' });
  await eventually(async () => expect((await send(key, 'line-1')).status).toBe(200));
  await stage.stack.firestore.doc('dataset/bolts').update({ owner: 'stranger', members: {} });
  await eventually(async () => expect((await send(key, 'line-1')).status).toBe(404));
});

test('what an administrator admits or makes is the owner’s', async () => {
  const monitor = await monitorOf('maker');
  expect((await put('admin', 'bolts', monitor)).status).toBe(200);
  const key = await newKey('admin', monitor);
  expect((await send(key, monitor)).status).toBe(200);
  const { body } = await stage.as('viewer', '/dataset/bolts/monitors');
  expect(body.monitors).toContainEqual(expect.objectContaining({ monitor, by: 'owner', counts: true }));
  const keys = await stage.as('maker', `/monitor/${monitor}/keys`);
  expect(keys.body.data.keys).toEqual([expect.objectContaining({ by: 'admin', holder: 'maker' })]);
});

test('naming a dataset admits the monitor, and needs the role of an editor there', async () => {
  await stage.stack.firestore.doc('dataset/other').update({ monitors: {} });
  const change = (uid: string) =>
    stage.as(uid, '/monitor/line-1', { method: 'PATCH', body: { dataset: 'other' } });
  await stage.stack.firestore.doc('dataset/other').update({ members: { editor: 'viewer' } });
  expect((await change('editor')).status).toBe(403);
  const grants = async () => (await stage.stack.firestore.doc('dataset/other').get()).get('monitors');
  expect(await grants()).toEqual({});
  expect((await change('owner')).status).toBe(200);
  expect(await grants()).toMatchObject({ 'line-1': { by: 'owner' } });
});

test('an id that is a word of JavaScript is admitted and taken out like any other', async () => {
  const body = { name: 'Mine', dataset: 'bolts', id: 'constructor' };
  expect((await stage.as('owner', '/monitor', { body }, creator)).status).toBe(200);
  const key = await newKey('owner', 'constructor');
  expect((await send(key, 'constructor')).status).toBe(200);
  const path = '/dataset/bolts/monitors/constructor';
  expect((await stage.as('owner', path, { method: 'DELETE' })).status).toBe(200);
  await eventually(async () => expect((await send(key, 'constructor')).status).toBe(409));
  expect((await put('owner', 'bolts', 'constructor')).status).toBe(200);
  await eventually(async () => expect((await send(key, 'constructor')).status).toBe(200));
});

test('a monitor that is deleted is admitted nowhere', async () => {
  const made = await stage.as('owner', '/monitor', { body: { name: 'Mine', dataset: 'bolts' } }, creator);
  const monitor = made.body.data.id;
  const grants = async () => (await stage.stack.firestore.doc('dataset/bolts').get()).get('monitors');
  expect(await grants()).toHaveProperty(monitor);
  expect((await stage.as('owner', `/monitor/${monitor}`, { method: 'DELETE' })).status).toBe(200);
  expect(await grants()).not.toHaveProperty(monitor);
  expect(await grants()).toHaveProperty('line-1');
});

test('a dataset admits at most 500 monitors, in pages, and a full one says so', async () => {
  const grant = { by: 'owner', at: new Date(), born: '' };
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`m-${index + 1000}`, grant]));
  await stage.stack.firestore.doc('dataset/other').update({ monitors: many });
  const full = await put('owner', 'other', 'line-1');
  expect([full.status, full.body.result]).toEqual([
    400,
    'Bad request: a dataset admits at most 500 monitors',
  ]);
  const named = await stage.as('owner', '/monitor', { body: { name: 'x', dataset: 'other' } }, creator);
  expect([named.status, named.body.data.result]).toEqual([
    400,
    'Error: a dataset admits at most 500 monitors',
  ]);
  const first = await stage.as('viewer', '/dataset/other/monitors?limit=2');
  expect([first.body.monitors.length, first.body.next]).toEqual([2, 'm-1001']);
  const last = await stage.as('viewer', '/dataset/other/monitors?after=m-1498');
  expect([last.body.monitors[0].monitor, last.body.monitors.length, last.body.next]).toEqual([
    'm-1499',
    1,
    null,
  ]);
});
