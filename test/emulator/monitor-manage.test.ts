/**
 * Contract 9: monitors are listed, created, changed and deleted, using only the service.
 * @covers Contract 9 datasets and monitors are listed, made, changed, deleted, restored, purged
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deviceKey } from '../support/device-key.ts';
import { call, frame } from '../support/factory.ts';
import { type Ask, type ManageStage, openManageStage } from './manage-stage.ts';

let stage: ManageStage;
beforeAll(async () => {
  stage = await openManageStage(['monitor']);
});
afterAll(() => stage?.close());

const post = (body: unknown, headers: Record<string, string> = {}): Ask => ({
  method: 'POST',
  body,
  headers,
});
const stored = (path: string) => stage.stack.firestore.doc(path).get();

async function makeMonitor(more: object = {}): Promise<string> {
  const { status, body } = await stage.as('maker', '/monitor', post({ name: 'Press 3', ...more }));
  expect([status, body]).toEqual([200, { data: { error: false, id: expect.any(String) } }]);
  return body.data.id;
}

test('a new monitor runs, and sends to its own dataset', async () => {
  await stage.stack.firestore.doc('dataset/bolts').update({ 'members.maker': 'editor' });
  const id = await makeMonitor({ dataset: 'bolts', review: 12.5 });
  expect((await stored(`monitor/${id}`)).data()).toMatchObject({
    name: 'Press 3',
    owner: 'maker',
    members: {},
    people: ['maker'],
    review: 12.5,
    session: '',
    dataset: { path: 'dataset/bolts' },
  });
  expect((await stage.as('maker', `/monitor/${id}/start`)).status).toBe(200);
  const body = await frame(1, { dataset: undefined });
  expect((await stage.as('maker', `/monitor/${id}/image`, { body })).status).toBe(200);
  const running = await stage.as('maker', `/monitor/${id}`, { method: 'DELETE' });
  expect([running.status, running.body]).toEqual([
    409,
    { data: { error: true, result: 'Error: Monitor is running: stop it first' } },
  ]);
  expect((await stage.as('maker', `/monitor/${id}/stop`)).status).toBe(200);
});

test('twenty attempts of one request create one monitor; an existing id is 409', async () => {
  const ask = post({ name: 'Once' }, { 'idempotency-key': 'again' });
  const tries = await Promise.all(Array.from({ length: 20 }, () => stage.as('maker', '/monitor', ask)));
  expect(new Set(tries.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1);
  await makeMonitor({ id: 'press-4' });
  const taken = await stage.as('maker', '/monitor', post({ name: 'Other', id: 'press-4' }));
  expect([taken.status, taken.body.data.result]).toEqual([
    409,
    'Error: Monitor with ID "press-4" exists already',
  ]);
});

test('invitations of an earlier monitor with the same id are void; those of a monitor that exists stay', async () => {
  const { firestore } = stage.stack;
  const left = firestore.doc('monitor/press-5/invitation/left');
  await left.set({ address: 'left@example.org', role: 'editor' });
  await makeMonitor({ id: 'press-5' });
  expect((await left.get()).exists).toBe(false);
  await left.set({ address: 'left@example.org', role: 'editor' });
  expect((await stage.as('maker', '/monitor', post({ name: 'Other', id: 'press-5' }))).status).toBe(409);
  expect((await left.get()).exists).toBe(true);
});

test('ids cannot be words of the routes, and the caller must be an editor of the dataset', async () => {
  const refused = async (more: object) => {
    const { status, body } = await stage.as('maker', '/monitor', post({ name: 'X', ...more }));
    return [status, body.data.result];
  };
  expect(await refused({ id: 'updateTags' })).toEqual([
    400,
    'Error: id "updateTags" is a word of the routes',
  ]);
  expect(await refused({ dataset: 'not-there' })).toEqual([
    404,
    'Error: Dataset with ID "not-there" not found',
  ]);
  expect(await refused({ dataset: 'other' })).toEqual([404, 'Error: Dataset with ID "other" not found']);
  expect(await refused({ review: 101 })).toEqual([400, 'Error: review must be a number from 0 to 100']);
  expect((await stage.as('stranger', '/monitor', post({ name: 'X' }))).status).toBe(403);
});

test('name, dataset, review percentage and expected rate change, one by one', async () => {
  const id = await makeMonitor();
  const patch = (body: unknown, uid = 'maker') => stage.as(uid, `/monitor/${id}`, { method: 'PATCH', body });
  expect((await patch({ review: 5 })).status).toBe(200);
  expect((await patch({ name: 'Press 9' })).status).toBe(200);
  expect((await patch({})).status).toBe(200);
  expect((await stored(`monitor/${id}`)).data()).toMatchObject({ name: 'Press 9', review: 5, dataset: null });
  expect((await patch({ name: 'No' }, 'stranger')).status).toBe(404);
  expect((await patch({ name: '' })).status).toBe(400);

  const expected = async () =>
    (await stage.as('maker', '/monitor')).body.data.monitors.find((it: { id: string }) => it.id === id)
      .expected;
  expect(await expected()).toBe(null);
  expect((await patch({ expected: 30 })).status).toBe(200);
  expect(await expected()).toBe(30);
  for (const wrong of [0, 0.0009, -1, '30', 60_001])
    expect(await patch({ expected: wrong })).toMatchObject({
      status: 400,
      body: { data: { result: 'Error: expected must be a number from 0.001 to 60000, or null' } },
    });
  expect((await patch({ expected: null })).status).toBe(200);
  expect(await expected()).toBe(null);
});

test('callers see their own monitors', async () => {
  const list = async (uid: string) => (await stage.as(uid, '/monitor')).body.data.monitors;
  expect((await list('viewer')).map(({ id, role }: { id: string; role: string }) => [id, role])).toEqual([
    ['line-1', 'viewer'],
    ['line-2', 'viewer'],
  ]);
  expect(await list('stranger')).toEqual([]);
  const page = async (query: string) => (await stage.as('viewer', `/monitor?${query}`)).body.data;
  expect(await page('limit=1')).toMatchObject({ monitors: [{ id: 'line-1' }], next: 'line-1' });
  expect(await page('limit=1&after=line-1')).toMatchObject({ monitors: [{ id: 'line-2' }], next: null });
  expect((await stage.as('viewer', '/monitor?limit=x')).status).toBe(400);
});

test('a deleted monitor loses its keys; its sessions and images stay', async () => {
  const { firestore } = stage.stack;
  const id = await makeMonitor({ dataset: 'bolts' });
  const key = (await deviceKey(stage.stack, 'create', '--monitor', id)).stdout.split('\n')[0] as string;
  const send = async (number: number) =>
    call(stage.stack, `/monitor/${id}/image`, {
      body: await frame(number),
      headers: { 'x-device-key': key },
    });
  // Its key may send to its default dataset.
  const sent = await send(21);
  expect(sent.status).toBe(200);
  expect((await stage.as('editor', `/monitor/${id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await stage.as('maker', `/monitor/${id}`, { method: 'DELETE' })).status).toBe(200);
  // A tombstone keeps the id from being given again.
  expect((await stored(`monitor/${id}`)).data()).toEqual({ deleted: { gone: true } });
  expect((await firestore.doc(`image/${sent.body.data.id}`).get()).exists).toBe(true);
  const keys = await firestore
    .collection('deviceKey')
    .where('monitor', '==', firestore.doc(`monitor/${id}`))
    .get();
  expect(keys.size).toBe(0);
  const again = await stage.as('maker', `/monitor/${id}`, { method: 'DELETE' });
  expect(again.status).toBe(404);
});
