/**
 * rules/firestore.rules from the view of dashboards: the official web SDK with the Firestore emulator.
 * @covers Contract 9 members and their list, invitations, leaving; `people`
 * @covers Contract 9 members and their list, invitations, handing over, leaving; `people`
 * @covers Contract 8 ids are never given twice; a deleted monitor leaves no live state
 * @covers Contract 11 progress of an import for listeners
 * @covers Contract 14 members read runs
 * @covers Contract 9 `people`: kept, and what lists are proved by
 * @covers Contract 8 rules of the databases and of Storage, by the web SDK
 */
import { randomUUID } from 'node:crypto';
import type { Firestore } from '@google-cloud/firestore';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import * as web from 'firebase/firestore';
import { ownerClient } from '../../emulators/stack/owner-client.ts';
import { type Lease, leaseFirestore } from '../support/firestore.ts';

const projectId = `demo-rules-${randomUUID().slice(0, 8)}`;
const apps: FirebaseApp[] = [];
const clients = new Map<string, web.Firestore>();
let lease: Lease;
let server: Firestore;

const DENIED = { code: 'permission-denied' };
/** Values that are not roles. */
const NO_ROLES = {
  none: '',
  nothing: null,
  yes: true,
  one: 1,
  Viewer: 'Viewer',
  owning: 'owner',
  admins: 'admin',
};
const MEMBERS = { viewer: 'viewer', editor: 'editor' };
const PEOPLE = {
  owner: 'owner',
  members: { ...MEMBERS, ...NO_ROLES, list: ['editor'], map: { role: 'editor' } },
  people: ['owner', ...Object.keys(MEMBERS)],
};

beforeAll(async () => {
  // Every refusal here is intended, and the SDK logs a warning for each.
  web.setLogLevel('silent');
  lease = await leaseFirestore();
  server = ownerClient(projectId, lease.address);
  await seed();
});
afterAll(async () => {
  for (const client of clients.values()) await web.terminate(client);
  for (const app of apps) await deleteApp(app);
  await server?.terminate();
  await lease?.release();
});

async function seed(): Promise<void> {
  const counters = { imageCounter: 2, tags: [] };
  const tag = { id: 'good', name: 'good', color: '#888888', imageCounter: 2, annotationCounter: 0 };
  const documents: Record<string, object> = {
    'dataset/bolts': { name: 'Bolts', type: 'MULTICLASS', ...counters, ...PEOPLE },
    'dataset/bolts/tag/good': tag,
    'dataset/bolts/counter/base': { images: 2 },
    'dataset/bolts/timeline/day-2026-11-21': { imageCounter: 2 },
    'dataset/bolts/version/1': { number: 1, state: 'ready' },
    'dataset/bolts/job/1': { number: 1, state: 'done' },
    'dataset/foreign/version/1': { number: 1, state: 'ready' },
    'dataset/bolts/import/parts': { state: 'running', progress: { total: 2, done: 1 } },
    'dataset/foreign/import/parts': { state: 'running' },
    'dataset/bolts/run/1': { number: 1, state: 'open' },
    'dataset/bolts/run/1/prediction/image': { line: '{}' },
    'dataset/bolts/trash/gone': { name: 'gone.jpg' },
    'dataset/foreign/timeline/day-2026-11-21': { imageCounter: 2 },
    'dataset/bolts/invitation/a1': { address: 'a@example.org', role: 'viewer' },
    'monitor/line-1/invitation/a1': { address: 'a@example.org', role: 'viewer' },
    'dataset/foreign/invitation/a1': { address: 'a@example.org', role: 'viewer' },
    'dataset/deleted': { name: 'Deleted', owner: 'owner', members: {}, people: [], deleted: { by: 'owner' } },
    'dataset/deleted/tag/good': { name: 'good' },
    'dataset/used': { deleted: { gone: true } },
    'monitor/used': { deleted: { gone: true } },
    'session/of-used': { monitor: server.doc('monitor/used'), start: new Date(1) },
    'dataset/foreign/trash/gone': { name: 'gone.jpg' },
    'dataset/foreign': { name: 'Foreign', owner: 'someone else', members: {} },
    'dataset/old': { name: 'without owner and members' },
    'monitor/line-1': { name: 'Line 1', session: '', ...PEOPLE },
    'dataset/unlisted': { name: 'of before there was a list of people', owner: 'owner', members: MEMBERS },
    'monitor/line-1/key/abc': { created: new Date() },
    'image/by-reference': { dataset: server.doc('dataset/bolts'), set: 'PREDETERMINED', name: 'a.jpg' },
    'image/by-path': { dataset: 'dataset/bolts', set: 'PREDETERMINED', name: 'b.jpg' },
    'image/of-old': { dataset: server.doc('dataset/old') },
    'image/of-foreign': { dataset: server.doc('dataset/foreign') },
    'session/s1': { uid: 'owner' },
    'session/by-reference': { monitor: server.doc('monitor/line-1'), start: new Date(2) },
    'session/by-path': { monitor: 'monitor/line-1', start: new Date(1) },
    'session/of-foreign': { monitor: server.doc('monitor/missing'), start: new Date(1) },
    'removal/r1': { encoded: 'x' },
    'lease/service-git': { token: 1 },
  };
  const batch = server.batch();
  for (const [path, fields] of Object.entries(documents)) batch.set(server.doc(path), fields);
  await batch.commit();
}

/** A dashboard of this person, or of nobody. `admin` has the claim. */
function as(uid: string | null): web.Firestore {
  const known = clients.get(String(uid));
  if (known) return known;
  const app = initializeApp({ projectId, apiKey: 'none' }, randomUUID());
  apps.push(app);
  const client = web.getFirestore(app);
  const [host, port] = lease.address.split(':') as [string, string];
  const mockUserToken = { sub: uid ?? '', ...(uid === 'admin' && { admin: true }) };
  web.connectFirestoreEmulator(client, host, Number(port), uid === null ? {} : { mockUserToken });
  clients.set(String(uid), client);
  return client;
}

const read = (uid: string | null, path: string) => web.getDocFromServer(web.doc(as(uid), path));
const list = (uid: string | null, path: string, ...where: web.QueryConstraint[]) =>
  web.getDocsFromServer(web.query(web.collection(as(uid), path), ...where));
const update = (uid: string | null, path: string, fields: web.UpdateData<web.DocumentData>) =>
  web.updateDoc(web.doc(as(uid), path), fields);

const READABLE = [
  'dataset/bolts',
  'dataset/bolts/tag/good',
  'monitor/line-1',
  'image/by-reference',
  'image/by-path',
  'dataset/bolts/timeline/day-2026-11-21',
  'dataset/bolts/version/1',
  'dataset/bolts/job/1',
  'dataset/bolts/import/parts',
  'dataset/bolts/run/1',
  'session/by-reference',
  'session/by-path',
];

describe.each(READABLE)('%s', (path) => {
  test.each(['owner', 'editor', 'viewer', 'admin'])('can be read by its %s', async (uid) => {
    expect((await read(uid, path)).exists()).toBe(true);
  });
  test.each([...Object.keys(NO_ROLES), 'list', 'map'])(
    'cannot be read by %s, whose value is not a role',
    async (uid) => {
      await expect(read(uid, path)).rejects.toMatchObject(DENIED);
    },
  );
  test.each(['stranger', null])('cannot be read by %s', async (uid) => {
    await expect(read(uid, path)).rejects.toMatchObject(DENIED);
  });
});

test.each(['owner', 'editor', 'admin'])('the trash can be read by its %s', async (uid) => {
  expect((await read(uid, 'dataset/bolts/trash/gone')).exists()).toBe(true);
});

test.each(['viewer', 'stranger', null])('the trash cannot be read by %s', async (uid) => {
  await expect(read(uid, 'dataset/bolts/trash/gone')).rejects.toMatchObject(DENIED);
  await expect(list(uid, 'dataset/bolts/trash')).rejects.toMatchObject(DENIED);
});

describe.each(['dataset/bolts/invitation/a1', 'monitor/line-1/invitation/a1'])('%s', (path) => {
  test.each(['owner', 'admin'])('can be read by its %s', async (uid) => {
    expect((await read(uid, path)).exists()).toBe(true);
  });
  test.each(['editor', 'viewer', 'stranger', null])('cannot be read by %s', async (uid) => {
    await expect(read(uid, path)).rejects.toMatchObject(DENIED);
  });
});

test('a deleted dataset can be read by nobody', async () => {
  for (const path of ['dataset/deleted', 'dataset/deleted/tag/good'])
    await expect(read('owner', path)).rejects.toMatchObject(DENIED);
  await expect(update('owner', 'dataset/deleted', { name: 'Back' })).rejects.toMatchObject(DENIED);
});

test.each(['dataset/used', 'monitor/used'])('the tombstone %s can be read by nobody', async (path) => {
  for (const uid of ['owner', 'admin', 'stranger'])
    await expect(read(uid, path)).rejects.toMatchObject(DENIED);
  expect((await read('admin', `${path}-not`)).exists()).toBe(false);
  await expect(read('owner', 'session/of-used')).rejects.toMatchObject(DENIED);
});

test('versions can be listed by people with access to the dataset, and written by nobody', async () => {
  const newest = web.orderBy('number', 'desc');
  for (const uid of ['viewer', 'owner']) await list(uid, 'dataset/bolts/version', newest, web.limit(5));
  await expect(list('stranger', 'dataset/bolts/version', newest)).rejects.toMatchObject(DENIED);
  await expect(update('owner', 'dataset/bolts/version/1', { state: 'failed' })).rejects.toMatchObject(DENIED);
});

test('the progress of an import can be followed by people with access to the dataset, and written by nobody', async () => {
  for (const uid of ['viewer', 'owner']) await list(uid, 'dataset/bolts/import');
  await expect(list('stranger', 'dataset/bolts/import')).rejects.toMatchObject(DENIED);
  await expect(update('owner', 'dataset/bolts/import/parts', { state: 'done' })).rejects.toMatchObject(
    DENIED,
  );
});

test('runs can be listed by people with access to the dataset, and written by nobody; predictions are closed', async () => {
  const newest = web.orderBy('number', 'desc');
  for (const uid of ['viewer', 'owner']) await list(uid, 'dataset/bolts/run', newest, web.limit(5));
  await expect(list('stranger', 'dataset/bolts/run', newest)).rejects.toMatchObject(DENIED);
  await expect(update('owner', 'dataset/bolts/run/1', { state: 'ready' })).rejects.toMatchObject(DENIED);
  await expect(read('owner', 'dataset/bolts/run/1/prediction/image')).rejects.toMatchObject(DENIED);
});

test('the timeline can be listed by people with access to the dataset, latest first, and written by nobody', async () => {
  const latest = web.orderBy('last', 'desc');
  for (const uid of ['viewer', 'owner']) await list(uid, 'dataset/bolts/timeline', latest, web.limit(5));
  await expect(list('stranger', 'dataset/bolts/timeline', latest)).rejects.toMatchObject(DENIED);
  for (const path of ['dataset/bolts/timeline/day-2026-11-21', 'dataset/bolts/trash/gone'])
    await expect(update('owner', path, { imageCounter: 9 })).rejects.toMatchObject(DENIED);
});

test.each([
  'dataset/foreign/timeline/day-2026-11-21',
  'dataset/foreign/version/1',
  'dataset/foreign/import/parts',
  'dataset/foreign/trash/gone',
  'dataset/foreign/invitation/a1',
  'dataset/foreign',
  'dataset/old',
  'image/of-old',
  'image/of-foreign',
  'session/s1',
  'session/of-foreign',
  'dataset/bolts/counter/base',
  'monitor/line-1/key/abc',
  'removal/r1',
  'lease/service-git',
  'any/thing',
  // A missing record looks like one of somebody else.
  'dataset/missing',
  'image/missing',
  'monitor/missing',
])('%s cannot be read by the owner of another record, or without signing in', async (path) => {
  await expect(read('owner', path)).rejects.toMatchObject(DENIED);
  await expect(read(null, path)).rejects.toMatchObject(DENIED);
});

test('the admin claim must be true, and gives no access to keys, counters or tombstones', async () => {
  for (const path of ['monitor/line-1/key/abc', 'dataset/bolts/counter/base', 'removal/r1'])
    await expect(read('admin', path)).rejects.toMatchObject(DENIED);
});

describe('lists', () => {
  const ofBolts = (uid: string | null) => web.where('dataset', '==', web.doc(as(uid), 'dataset/bolts'));

  test('a viewer lists the tags and the images of a dataset, by its reference and by its path', async () => {
    expect((await list('viewer', 'dataset/bolts/tag')).size).toBe(1);
    expect((await list('viewer', 'image', ofBolts('viewer'))).docs.map(({ id }) => id)).toEqual([
      'by-reference',
    ]);
    const byPath = await list('viewer', 'image', web.where('dataset', '==', 'dataset/bolts'));
    expect(byPath.docs.map(({ id }) => id)).toEqual(['by-path']);
  });

  const among = (uid: string) => web.where('people', 'array-contains', uid);

  test.each(['owner', 'editor', 'viewer'])(
    'Contract 9: %s lists the datasets and monitors of people',
    async (uid) => {
      expect((await list(uid, 'dataset', among(uid))).docs.map(({ id }) => id)).toEqual(['bolts']);
      expect((await list(uid, 'monitor', among(uid), web.limit(5))).docs.map(({ id }) => id)).toEqual([
        'line-1',
      ]);
    },
  );

  test('images can be counted by shard, only in datasets with access', async () => {
    const count = async (who: string, dataset: string) => {
      const images = web.collection(as(who), 'image');
      const set = web.where('set', 'in', ['TRAIN', 'TEST']);
      const tags = ['a', 'b'].map((tag) => web.doc(as(who), `dataset/${dataset}/tag/${tag}`));
      const any = web.where('tagsContained', 'array-contains-any', tags);
      const shards = [0, 1].map((part) => web.where('shard', '==', `${dataset}/${part}`));
      const counts = await Promise.all(
        shards.map((shard) => web.getCountFromServer(web.query(images, shard, set, any))),
      );
      return counts.reduce((sum, each) => sum + each.data().count, 0);
    };
    const tagsContained = ['a', 'b'].map((tag) => server.doc(`dataset/bolts/tag/${tag}`));
    const fields = { shard: 'bolts/1', set: 'TRAIN', dataset: 'dataset/bolts', tagsContained };
    await server.doc('image/sharded').set(fields);
    expect([await count('viewer', 'bolts'), await count('owner', 'bolts')]).toEqual([1, 1]);
    for (const [who, dataset] of [
      ['viewer', 'foreign'],
      ['list', 'bolts'],
      ['nobody', 'bolts'],
      ['viewer', 'old'],
    ] as const)
      await expect(count(who, dataset)).rejects.toMatchObject(DENIED);
    await server.doc('image/sharded').delete();
  });

  test('the sessions of a monitor are listed by who may see it, latest first', async () => {
    const sessions = (uid: string, monitor: string) =>
      list(
        uid,
        'session',
        web.where('monitor', '==', web.doc(as(uid), `monitor/${monitor}`)),
        web.orderBy('start', 'desc'),
        web.limit(20),
      );
    for (const uid of ['owner', 'viewer', 'admin'])
      expect((await sessions(uid, 'line-1')).docs.map(({ id }) => id)).toEqual(['by-reference']);
    await expect(sessions('stranger', 'line-1')).rejects.toMatchObject(DENIED);
    await expect(sessions('owner', 'missing')).rejects.toMatchObject(DENIED);
    await expect(list('owner', 'session')).rejects.toMatchObject(DENIED);
  });

  test("Contract 9: a list without the filter for one's own uid is refused, whatever its other filters", async () => {
    const asked = [
      [],
      [web.where('owner', '==', 'owner')],
      [web.where('members.owner', 'in', ['viewer', 'editor'])],
      [among('viewer')],
      [web.where('people', 'array-contains-any', ['owner', 'viewer'])],
      [web.where('people', '>=', ['owner'])],
    ];
    for (const path of ['dataset', 'monitor'])
      for (const where of asked) await expect(list('owner', path, ...where)).rejects.toMatchObject(DENIED);
    await expect(list('owner', 'image')).rejects.toMatchObject(DENIED);
  });

  test('the admin claim lists all', async () => {
    // With the tombstone.
    expect((await list('admin', 'dataset')).size).toBe(6);
    expect((await list('admin', 'monitor')).size).toBe(2);
  });

  test('a record without `people` can be read by its owner and members, but listed by nobody', async () => {
    for (const uid of ['owner', 'editor', 'viewer'])
      expect((await read(uid, 'dataset/unlisted')).exists()).toBe(true);
    await expect(read('stranger', 'dataset/unlisted')).rejects.toMatchObject(DENIED);
  });

  test.each(['stranger', null])('%s cannot list records of others', async (uid) => {
    await expect(list(uid, 'image', ofBolts(uid))).rejects.toMatchObject(DENIED);
    await expect(list(uid, 'dataset/bolts/tag')).rejects.toMatchObject(DENIED);
    await expect(list(uid, 'dataset', web.where('owner', '==', 'owner'))).rejects.toMatchObject(DENIED);
    await expect(list(uid, 'dataset', among('owner'))).rejects.toMatchObject(DENIED);
  });
});

/** Fields that people may write, because the functions do not own them. */
const WRITABLE: [path: string, fields: Record<string, string>][] = [
  ['dataset/bolts', { name: 'Bolts of line 1' }],
  ['dataset/bolts/tag/good', { name: 'fine' }],
  ['dataset/bolts/tag/good', { name: 'good', color: '#00ff00' }],
  ['dataset/bolts/tag/good', { name: 'Größe 🔩 2', color: 'rgb(0, 10%, 0)' }],
  ['monitor/line-1', { name: 'The first line' }],
];

describe.each(WRITABLE)('%s %j', (path, fields) => {
  test.each(['owner', 'editor', 'admin'])('can be written by its %s', async (uid) => {
    await update(uid, path, fields);
    expect((await read(uid, path)).data()).toMatchObject(fields);
  });
  test.each(['viewer', 'stranger', null])('cannot be written by %s', async (uid) => {
    await expect(update(uid, path, fields)).rejects.toMatchObject(DENIED);
  });
});

/** Fields that the functions own, and invalid names. */
const OWNED: [path: string, fields: Record<string, unknown>][] = [
  ...['', ' \t', 'two\nlines', 'x'.repeat(201), 7, null, web.deleteField()].map(
    (name): [string, Record<string, unknown>] => ['dataset/bolts', { name }],
  ),
  ['dataset/bolts', { imageCounter: 9 }],
  ['dataset/bolts', { name: 'Bolts', imageCounter: 9 }],
  ['dataset/bolts', { owner: 'editor' }],
  ['dataset/bolts', { 'members.editor': 'owner' }],
  ['dataset/bolts', { tags: [], type: 'ANOMALY' }],
  ['dataset/bolts', { surprise: true }],
  ['dataset/bolts/tag/good', { imageCounter: 9 }],
  ['dataset/bolts/tag/good', { annotationCounter: 9 }],
  ['dataset/bolts/tag/good', { unclassified: true }],
  ['dataset/bolts/tag/good', { color: 'c'.repeat(33) }],
  ['dataset/bolts/tag/good', { color: 'red;}' }],
  ['dataset/bolts/tag/good', { name: 'a\u0085b' }],
  ['dataset/bolts/tag/good', { name: ' ' }],
  ['monitor/line-1', { session: 'mine' }],
  ['monitor/line-1', { 'members.stranger': 'editor' }],
  ['image/by-reference', { uri: 'gs://elsewhere/x.jpg' }],
  ['image/by-reference', { set: 'TRAIN' }],
  ['image/by-path', { name: 'c.jpg' }],
  ['session/s1', { uid: 'me' }],
];

test.each(OWNED)('%s %j cannot be written by any client, not even an admin', async (path, fields) => {
  for (const uid of ['owner', 'admin', null])
    await expect(update(uid, path, fields as web.UpdateData<web.DocumentData>)).rejects.toMatchObject(DENIED);
});

test.each([...READABLE, 'session/s1', 'monitor/line-1/key/abc'])(
  '%s cannot be deleted, and no other field can be added',
  async (path) => {
    for (const uid of ['owner', 'admin']) {
      const reference = web.doc(as(uid), path);
      await expect(web.deleteDoc(reference)).rejects.toMatchObject(DENIED);
      const beside = web.doc(reference.parent, 'new');
      await expect(web.setDoc(beside, { name: 'new', ...PEOPLE })).rejects.toMatchObject(DENIED);
    }
  },
);
