/**
 * A person who is removed from a record loses access to it and to copies of its data, however the record was changed.
 * @covers A revoked key and a removed person are refused within seconds, while frames keep coming
 * @covers Contract 8 rights that end with a role: none is made by a request that is under way when it ends
 * @covers Contract 8 whoever is removed or lowered loses live state, records and routes
 * @covers Contract 8 an ID token ends with its account, within a minute
 * @covers Contract 9 `people`: kept, and what lists are proved by
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { FieldValue } from '@google-cloud/firestore';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { setLogLevel } from 'firebase/app';
import { type DataSnapshot, onValue, ref } from 'firebase/database';
import { type AuthLease, leaseAuth } from '../support/auth.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';
import { call, eventually, frame, furnish, liveState } from '../support/factory.ts';
import { registerPerson, tokenOf } from '../support/people.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const FUNCTIONS = ['monitor', 'dataset', 'people-dataset', 'people-monitor'] as const;

/** What a dashboard of a monitor has received: ids of images, and whether it lost access. */
interface Watch {
  images: unknown[];
  isOver: boolean;
}

let auth: AuthLease;
let stack: TestStack;
const dashboards: Dashboard[] = [];

beforeAll(async () => {
  // Every refusal here is intended, and the SDK logs a warning for each.
  setLogLevel('silent');
  auth = await leaseAuth();
  const env = { ACCESS: 'required', FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${auth.port}` };
  stack = await startTestStack({ functions: [...FUNCTIONS], env });
  for (const uid of ['owner', 'editor', 'viewer']) await registerPerson(auth, stack.projectId, uid);
  await furnish(stack);
});
afterAll(async () => {
  for (const dashboard of dashboards) await dashboard.close();
  await stack?.close();
  await auth?.close();
});
beforeEach(() => furnish(stack));

const as = (uid: string) => ({ headers: { authorization: `Bearer ${tokenOf(uid, stack.projectId)}` } });
const start = (monitor: string) => call(stack, `/monitor/${monitor}/start`, as('owner'));
const send = async (uid: string, monitor: string, number: number) =>
  call(stack, `/monitor/${monitor}/image`, { body: await frame(number), ...as(uid) });
const remove = (path: string, uid: string) =>
  stack.firestore.doc(path).update({ [`members.${uid}`]: FieldValue.delete() });
const peopleOf = async (path: string) => (await stack.firestore.doc(path).get()).get('people');

/** A dashboard of a person who watches the monitor. */
async function watch(uid: string, monitor: string): Promise<Watch> {
  const dashboard = openDashboard(stack, uid);
  dashboards.push(dashboard);
  const seen: Watch = { images: [], isOver: false };
  await new Promise<void>((resolve, reject) => {
    const show = (snapshot: DataSnapshot) => {
      seen.images.push(snapshot.child('image/id').val());
      resolve();
    };
    onValue(ref(dashboard.database, `monitor/${monitor}`), show, (error) => {
      seen.isOver = true;
      reject(error);
    });
  });
  return seen;
}

describe('the live state', () => {
  test.each([
    ['that runs', 'line-1', true],
    ['that stands still', 'line-2', false],
  ])(
    'of a monitor %s becomes unreadable for a removed member, and for nobody else',
    async (_, monitor, runs) => {
      await start(monitor);
      if (!runs) await call(stack, `/monitor/${monitor}/stop`, as('owner'));
      const [viewer, editor] = await Promise.all([watch('viewer', monitor), watch('editor', monitor)]);
      await remove(`monitor/${monitor}`, 'viewer');
      await eventually(() => expect(viewer.isOver).toBe(true));
      await expect(watch('viewer', monitor)).rejects.toThrow(/permission/i);
      expect(editor.isOver).toBe(false);
      expect(await peopleOf(`monitor/${monitor}`)).toEqual(['editor', 'owner']);
      await eventually(() => expect(liveState(stack, monitor)).not.toHaveProperty('admitted'));
    },
  );

  test('stays readable for a member with a lower role, becomes readable for a new one, and for nobody when the record is deleted', async () => {
    const reference = stack.firestore.doc('monitor/line-3');
    await reference.set({ name: 'Line 3', owner: 'owner', members: { editor: 'editor' } });
    await start('line-3');
    const editor = await watch('editor', 'line-3');
    await reference.update({ members: { editor: 'viewer', viewer: 'viewer' } });
    const viewer = await eventually(() => watch('viewer', 'line-3'));
    expect(editor.isOver).toBe(false);
    await reference.delete();
    await eventually(() => expect([viewer.isOver, editor.isOver]).toEqual([true, true]));
  });

  test('an invalid role gives no access', async () => {
    await start('line-1');
    const viewer = await watch('viewer', 'line-1');
    await stack.firestore.doc('monitor/line-1').update({ 'members.viewer': 'none' });
    await eventually(() => expect(viewer.isOver).toBe(true));
  });

  test('a removed person sees no later frame, even if no event arrives', async () => {
    await stack.functions['people-monitor']?.kill();
    try {
      await start('line-1');
      const [viewer, editor] = await Promise.all([watch('viewer', 'line-1'), watch('editor', 'line-1')]);
      await remove('monitor/line-1', 'viewer');
      const { body } = await send('owner', 'line-1', 1);
      await eventually(() => expect(editor.images).toContain(body.data.id));
      await eventually(() => expect(viewer.isOver).toBe(true));
      expect(viewer.images).not.toContain(body.data.id);
    } finally {
      await stack.functions['people-monitor']?.restart();
    }
  });
});

describe('records', () => {
  test.each(['dataset/bolts', 'monitor/line-1'])('%s: `people` follows owner and members', async (path) => {
    const reference = stack.firestore.doc(path);
    await remove(path, 'viewer');
    await eventually(async () => expect(await peopleOf(path)).toEqual(['editor', 'owner']));
    await reference.update({
      owner: 'new',
      members: { editor: 'nothing', viewer: 'viewer' },
      people: ['stranger'],
    });
    await eventually(async () => expect(await peopleOf(path)).toEqual(['new', 'viewer']));
    await reference.update({ people: FieldValue.delete() });
    await eventually(async () => expect(await peopleOf(path)).toEqual(['new', 'viewer']));
  });

  test('what is below a monitor goes when only its tombstone is left, also if its deletion was cut', async () => {
    const tombstone = stack.firestore.doc('monitor/cut');
    const below = ['hook/h', 'hook/h/event/e', 'invitation/i'].map((path) =>
      stack.firestore.doc(`monitor/cut/${path}`),
    );
    for (const each of below) await each.set({ name: 'x' });
    await tombstone.set({ deleted: { gone: true } });
    await eventually(async () => {
      const found = await stack.firestore.getAll(...below);
      expect(found.map(({ exists }) => exists)).toEqual([false, false, false]);
    });
  });

  test('a record whose id is invalid in headers is followed too', async () => {
    const reference = stack.firestore.doc('dataset/Schrauben – größer 5 %20');
    await reference.set({ name: 'x', owner: 'owner', members: {} });
    await eventually(async () => expect((await reference.get()).get('people')).toEqual(['owner']));
  });
});

test('routes: an editor who is removed or gets a lower role is refused within seconds', async () => {
  await start('line-1');
  expect((await send('editor', 'line-1', 2)).status).toBe(200);
  await stack.firestore.doc('dataset/bolts').update({ 'members.editor': 'viewer' });
  await eventually(async () => expect((await send('editor', 'line-1', 3)).status).toBe(403));
  await remove('monitor/line-1', 'editor');
  // A monitor that runs is remembered for four seconds.
  await eventually(async () => expect((await send('editor', 'line-1', 4)).status).toBe(404));
  const counting = { method: 'POST', ...as('editor') };
  expect((await call(stack, '/dataset/bolts/refreshCounters', counting)).status).toBe(403);
  await remove('dataset/bolts', 'editor');
  expect((await call(stack, '/dataset/bolts/refreshCounters', counting)).status).toBe(404);
});

describe('who asks again and again while the right ends makes nothing that outlives it', () => {
  const ROUNDS = process.env.LONG === '1' ? 50 : 8;
  const ask = (uid: string, path: string, method: string, body?: object) =>
    call(stack, path, { method, ...(body && { body }), ...as(uid) });
  /** Calls that are at every step of their work when the right ends. */
  const meanwhile = async (
    again: () => Promise<{ status: number }>,
    end: () => Promise<{ status: number }>,
  ) => {
    expect((await again()).status).toBe(200);
    const asked = Array.from({ length: 9 }, (_, at) => sleep(5 * at).then(again));
    const ended = sleep(20).then(end);
    await Promise.all(asked);
    expect((await ended).status).toBe(200);
  };

  test('a device key of an editor who is removed', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await furnish(stack);
      await meanwhile(
        () => ask('editor', '/monitor/line-1/keys', 'POST'),
        () => ask('owner', '/monitor/line-1/members/editor', 'DELETE'),
      );
      expect((await ask('owner', '/monitor/line-1/keys', 'GET')).body.data.keys).toEqual([]);
    }
  });

  test.each([
    ['a hook', 'POST', '/hook', { url: 'https://hooks.example.com/', events: ['run.ready'] }],
    ['a key', 'POST', '/keys', { name: 'Nightly', role: 'editor' }],
    ['a detector', 'PATCH', '', { detector: 'https://detector.example.com/' }],
  ])('%s of a dataset that gets another owner', async (_, method, path, body) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await stack.firestore.recursiveDelete(stack.firestore.collection('dataset/bolts/hook'));
      await furnish(stack);
      await ask('owner', '/dataset/bolts/members/editor', 'PUT', { role: 'owner' });
      await meanwhile(
        () => ask('owner', `/dataset/bolts${path}`, method, body),
        () => ask('editor', '/dataset/bolts/members/accept', 'POST'),
      );
      const { hooks } = (await ask('editor', '/dataset/bolts/hook', 'GET')).body;
      expect(hooks.filter(({ ended }: { ended: number | null }) => ended === null)).toEqual([]);
      expect((await ask('editor', '/dataset/bolts/keys', 'GET')).body.keys).toEqual([]);
      expect((await stack.firestore.doc('dataset/bolts').get()).get('detector')).toBeUndefined();
    }
  });
});

test.each([
  ['disabled', 'update', { disableUser: true }],
  ['deleted', 'delete', {}],
])('the tokens of an account that is %s become invalid', async (_, method, change) => {
  const uid = `goes-${method}`;
  await registerPerson(auth, stack.projectId, uid);
  const asked = () => call(stack, '/dataset/bolts/refreshCounters', { method: 'POST', ...as(uid) });
  expect((await asked()).status).toBe(404);
  const accounts = `identitytoolkit.googleapis.com/v1/projects/${stack.projectId}/accounts:${method}`;
  const changed = await fetch(`http://127.0.0.1:${auth.port}/${accounts}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ localId: uid, ...change }),
  });
  expect(changed.status).toBe(200);
  await eventually(async () => expect((await asked()).status).toBe(401), 60_000);
});
