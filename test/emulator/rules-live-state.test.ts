/**
 * The live state that the functions write, from the view of dashboards: the official web SDK, with
 * rules/database.rules.json.
 * @covers Contract 8 rules of the databases and of Storage, by the web SDK
 * @covers Contract 19 people write neither commands nor a camera's numbers past the service, and strangers read none
 * @covers Contract 12: claims of the review: who may read and write them, expiry
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deleteApp, type FirebaseApp, initializeApp, setLogLevel } from 'firebase/app';
import * as web from 'firebase/database';
import { call, eventually, furnish, upload } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const DENIED = /permission.denied/i;
const databases: { app: FirebaseApp; database: web.Database }[] = [];
let stack: TestStack;

beforeAll(async () => {
  // Every refusal here is intended, and the SDK logs a warning for each.
  setLogLevel('error');
  stack = await startTestStack({ functions: ['monitor', 'people-dataset'] });
  await furnish(stack);
  expect((await call(stack, '/monitor/line-1/start')).status).toBe(200);
  expect((await upload(stack, 1)).status).toBe(200);
});
afterAll(async () => {
  for (const { app, database } of databases) {
    web.goOffline(database);
    await deleteApp(app);
  }
  await stack?.close();
});

/** The values of a place that this person sees, at first and after each change. */
function watch(uid: string | null, path: string, see: (value: unknown) => void): Promise<void> {
  const database = connect(uid);
  return new Promise((resolve, reject) => {
    const show = (snapshot: web.DataSnapshot) => {
      see(snapshot.val());
      resolve();
    };
    web.onValue(web.ref(database, path), show, reject);
  });
}

function connect(uid: string | null): web.Database {
  const [host, port] = stack.addresses.database.split(':') as [string, string];
  const databaseURL = `http://${stack.addresses.database}?ns=${stack.namespace}`;
  const app = initializeApp({ projectId: stack.projectId, databaseURL }, randomUUID());
  const database = web.getDatabase(app);
  const mockUserToken = { sub: uid ?? '', ...(uid === 'admin' && { admin: true }) };
  web.connectDatabaseEmulator(database, host, Number(port), uid === null ? {} : { mockUserToken });
  databases.push({ app, database });
  return database;
}

test.each(['owner', 'editor', 'viewer', 'admin'])('its %s sees a monitor count', async (uid) => {
  const seen: unknown[] = [];
  await watch(uid, 'monitor/line-1/totalCounter', (value) => seen.push(value));
  const before = Number(seen[0]);
  expect((await upload(stack, 100 + before)).status).toBe(200);
  await eventually(() => expect(seen.at(-1)).toBe(before + 1));
});

test('its viewer sees the newest frame', async () => {
  const seen: unknown[] = [];
  await watch('viewer', 'monitor/line-1', (value) => seen.push(value));
  expect(seen[0]).toMatchObject({ status: true, image: { imageData: expect.any(String) } });
});

test.each(['stranger', null])('%s sees nothing', async (uid) => {
  await expect(watch(uid, 'monitor/line-1', () => {})).rejects.toThrow(DENIED);
});

test('nobody can read the list of members or another monitor, and nobody can write', async () => {
  for (const path of ['member/line-1', 'monitor/line-2', 'monitor'])
    await expect(watch('viewer', path, () => {})).rejects.toThrow(DENIED);
  for (const uid of ['owner', 'admin']) {
    const database = connect(uid);
    for (const path of ['monitor/line-1/status', 'monitor/line-1/totalCounter', 'member/line-1/stranger'])
      await expect(web.set(web.ref(database, path), 'x')).rejects.toThrow(DENIED);
  }
});

/** What the token of the monitor's own camera may write (Contract 19). */
const OF_A_CAMERA = {
  'monitor/line-1/controller/action/status': true,
  'monitor/line-1/controller/action/requests/c1/taken': { at: web.serverTimestamp(), by: 'press' },
  'monitor/line-1/controller/action/result': { id: 1, ok: true, at: web.serverTimestamp() },
  'monitor/line-1/flow/exposure': 5,
  'monitor/line-1/measured': web.serverTimestamp(),
  'device/line-1/mine/until': 4_000_000_000_000,
};

test.each(['viewer', 'editor', 'owner', 'admin', 'stranger', null])(
  'commands and own numbers: %s writes nothing, and only who sees the monitor reads',
  async (uid) => {
    const database = connect(uid);
    for (const [path, value] of Object.entries(OF_A_CAMERA))
      await expect(web.set(web.ref(database, path), value)).rejects.toThrow(DENIED);
    await expect(watch(uid, 'device/line-1', () => {})).rejects.toThrow(DENIED);
    const reading = watch(uid, 'monitor/line-1/controller', () => {});
    if (uid === 'stranger' || uid === null) await expect(reading).rejects.toThrow(DENIED);
    else await reading;
  },
);

describe('claims of the review', () => {
  const claim = (uid: string, page = `page of ${uid}`, at: unknown = web.serverTimestamp()) => ({
    by: uid,
    page,
    at,
    slot: '0',
  });
  const update = (uid: string | null, changes: object) => web.update(web.ref(connect(uid)), changes);
  /** With a slot of its own for each path. */
  const write = (uid: string | null, value: object | true | null, path = 'claim/bolts/image-1') => {
    const image = path.split('/')[2]!;
    if (value === null || value === true || image === undefined)
      return web.set(web.ref(connect(uid), path), value);
    const number = slotOf(image);
    const slot = { [`slot/bolts/${uid}/${number}`]: image };
    return update(uid, { [path]: { ...value, slot: number }, ...(uid !== null && slot) });
  };
  const paths: string[] = [];
  const slotOf = (image: string) => {
    if (!paths.includes(image)) paths.push(image);
    return String(paths.indexOf(image));
  };

  test('an editor claims an image, others see it and cannot take it; given back, they can', async () => {
    // The function that follows the record has to say first who may.
    await eventually(() => write('editor', claim('editor')));
    const seen: unknown[] = [];
    await watch('owner', 'claim/bolts', (value) => seen.push(value));
    expect(seen[0]).toMatchObject({ 'image-1': { by: 'editor', page: 'page of editor' } });
    await expect(write('owner', claim('owner'))).rejects.toThrow(DENIED);
    await expect(write('owner', null)).rejects.toThrow(DENIED);
    await expect(write('editor', claim('editor', 'another page'))).rejects.toThrow(DENIED);
    await write('editor', claim('editor'));
    await write('editor', null);
    await write('owner', claim('owner'));
  });

  test('a claim expires', async () => {
    const database = stack.database.dump()[stack.namespace] as { claim: { bolts: Record<string, unknown> } };
    const old = { by: 'owner', page: 'left', at: Date.now() - 61_000 };
    stack.database.load(stack.namespace, {
      ...database,
      claim: { bolts: { old, 'not so old': { ...old, at: old.at + 41_000 } } },
    });
    await write('editor', claim('editor'), 'claim/bolts/old');
    await expect(write('editor', claim('editor'), 'claim/bolts/not so old')).rejects.toThrow(DENIED);
  });

  test('a person claims twenty images at a time, whether they exist or not', async () => {
    const one = (image: string, slot: string) => ({ [`claim/bolts/${image}`]: { ...claim('editor'), slot } });
    const into = (image: string, slot: string) => ({ [`slot/bolts/editor/${slot}`]: image });
    const free = Array.from({ length: 20 }, (_, slot) => String(slot)).filter((slot) => Number(slot) >= 10);
    for (const slot of free)
      await update('editor', { ...one(`some-${slot}`, slot), ...into(`some-${slot}`, slot) });
    const refused = [
      one('more', '10'),
      { ...one('more', '10'), ...into('more', '10') },
      { ...one('more', '11'), ...into('more', '12') },
      { ...one('more', '20'), ...into('more', '20') },
      { ...one('more', '00'), ...into('more', '00') },
      { ...one('more', '13'), 'slot/bolts/owner/13': 'more' },
      into('more', '10'),
      into('a/b', '10'),
    ];
    for (const changes of refused) await expect(update('editor', changes)).rejects.toThrow(DENIED);
    // Another image in its slot, once it is given back; or in one update.
    await write('editor', null, 'claim/bolts/some-10');
    await update('editor', { ...one('more', '10'), ...into('more', '10') });
    await update('editor', { ...one('next', '10'), ...into('next', '10'), 'claim/bolts/more': null });
    for (const image of ['next', ...free.slice(1).map((slot) => `some-${slot}`)])
      await write('editor', null, `claim/bolts/${image}`);
  });

  test('admins may too; viewers, strangers and nobody neither read nor write', async () => {
    await write('admin', claim('admin'), 'claim/bolts/image-2');
    for (const uid of ['viewer', 'stranger', null]) {
      await expect(write(uid, claim(uid ?? ''), 'claim/bolts/image-3')).rejects.toThrow(DENIED);
      await expect(watch(uid, 'claim/bolts', () => {})).rejects.toThrow(DENIED);
    }
    await expect(write('editor', true, 'reviewer/bolts/stranger')).rejects.toThrow(DENIED);
    await expect(watch('editor', 'reviewer/bolts', () => {})).rejects.toThrow(DENIED);
  });

  test.each([
    ['in the name of another', claim('owner')],
    ['at another time', claim('editor', 'page', 1_790_000_000_000)],
    ['without a page', { by: 'editor', at: web.serverTimestamp() }],
    ['with a page that is no text', { ...claim('editor'), page: 1 }],
    ['with a long text', { ...claim('editor'), page: 'x'.repeat(65) }],
    ['with more in it', { ...claim('editor'), more: 'x' }],
  ])('no claim %s', async (_, value) => {
    await expect(write('editor', value, 'claim/bolts/image-4')).rejects.toThrow(DENIED);
    await expect(write('editor', { 'image-4': value }, 'claim/bolts')).rejects.toThrow(DENIED);
  });

  test('who is no editor any more claims nothing more', async () => {
    await stack.firestore.doc('dataset/bolts').update({ members: { viewer: 'viewer' } });
    await eventually(() =>
      expect(write('editor', claim('editor'), 'claim/bolts/image-5')).rejects.toThrow(DENIED),
    );
    await stack.firestore.doc('dataset/bolts').delete();
    await eventually(() =>
      expect(write('owner', claim('owner'), 'claim/bolts/image-6')).rejects.toThrow(DENIED),
    );
    expect(stack.database.dump()[stack.namespace]).not.toHaveProperty('claim.bolts');
  });
});
