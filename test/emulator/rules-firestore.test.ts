/** rules/firestore.rules as dashboards meet them: the official web SDK against the Firestore emulator. */
import { randomUUID } from 'node:crypto';
import { Firestore } from '@google-cloud/firestore';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import * as web from 'firebase/firestore';
import { type Lease, leaseFirestore } from '../support/firestore.ts';

const projectId = `demo-rules-${randomUUID().slice(0, 8)}`;
const apps: FirebaseApp[] = [];
const clients = new Map<string, web.Firestore>();
let lease: Lease;
let server: Firestore;

const DENIED = { code: 'permission-denied' };
const PEOPLE = { owner: 'owner', members: { viewer: 'viewer', editor: 'editor' } };

beforeAll(async () => {
  // Every refusal here is meant, and the SDK warns of each.
  web.setLogLevel('silent');
  lease = await leaseFirestore();
  const headers = { customHeaders: { Authorization: 'Bearer owner' } };
  server = new Firestore({ projectId, host: lease.address, ssl: false, ...headers });
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
    'dataset/foreign': { name: 'Foreign', owner: 'someone else', members: {} },
    'dataset/old': { name: 'without owner and members' },
    'monitor/line-1': { name: 'Line 1', session: '', ...PEOPLE },
    'monitor/line-1/key/abc': { created: new Date() },
    'image/by-reference': { dataset: server.doc('dataset/bolts'), set: 'PREDETERMINED', name: 'a.jpg' },
    'image/by-path': { dataset: 'dataset/bolts', set: 'PREDETERMINED', name: 'b.jpg' },
    'image/of-old': { dataset: server.doc('dataset/old') },
    'image/of-foreign': { dataset: server.doc('dataset/foreign') },
    'session/s1': { uid: 'owner' },
    'removal/r1': { encoded: 'x' },
    'lease/service-git': { token: 1 },
  };
  const batch = server.batch();
  for (const [path, fields] of Object.entries(documents)) batch.set(server.doc(path), fields);
  await batch.commit();
}

/** A dashboard of this person; of nobody without one. `admin` shows the claim. */
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
  ...['dataset/bolts', 'dataset/bolts/tag/good', 'monitor/line-1'],
  ...['image/by-reference', 'image/by-path'],
];

describe.each(READABLE)('%s', (path) => {
  test.each(['owner', 'editor', 'viewer', 'admin'])('is read by its %s', async (uid) => {
    expect((await read(uid, path)).exists()).toBe(true);
  });
  test.each(['stranger', null])('is not read by %s', async (uid) => {
    await expect(read(uid, path)).rejects.toMatchObject(DENIED);
  });
});

test.each([
  ...['dataset/foreign', 'dataset/old', 'image/of-old', 'image/of-foreign', 'session/s1'],
  ...['dataset/bolts/counter/base', 'monitor/line-1/key/abc', 'removal/r1', 'lease/service-git', 'any/thing'],
  // What is not there looks the same as what is somebody else's.
  ...['dataset/missing', 'image/missing', 'monitor/missing'],
])('%s is read neither by the owner of another record nor by nobody', async (path) => {
  await expect(read('owner', path)).rejects.toMatchObject(DENIED);
  await expect(read(null, path)).rejects.toMatchObject(DENIED);
});

test('the admin claim must be true, and opens no keys, counters or notes', async () => {
  for (const path of ['monitor/line-1/key/abc', 'dataset/bolts/counter/base', 'removal/r1', 'session/s1'])
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

  test('each person lists the own datasets and monitors, and nobody all of them', async () => {
    const own = web.where('owner', '==', 'owner');
    expect((await list('owner', 'dataset', own)).docs.map(({ id }) => id)).toEqual(['bolts']);
    const joined = web.where('members.viewer', 'in', ['viewer', 'editor']);
    expect((await list('viewer', 'monitor', joined)).docs.map(({ id }) => id)).toEqual(['line-1']);
    for (const path of ['dataset', 'monitor', 'image'])
      await expect(list('owner', path)).rejects.toMatchObject(DENIED);
  });

  test.each(['stranger', null])('%s lists nothing of others', async (uid) => {
    await expect(list(uid, 'image', ofBolts(uid))).rejects.toMatchObject(DENIED);
    await expect(list(uid, 'dataset/bolts/tag')).rejects.toMatchObject(DENIED);
    await expect(list(uid, 'dataset', web.where('owner', '==', 'owner'))).rejects.toMatchObject(DENIED);
  });
});

/** What people decide, and the functions do not own. */
const WRITABLE: [path: string, fields: Record<string, string>][] = [
  ['dataset/bolts', { name: 'Bolts of line 1' }],
  ['dataset/bolts/tag/good', { name: 'fine' }],
  ['dataset/bolts/tag/good', { name: 'good', color: '#00ff00' }],
  ['monitor/line-1', { name: 'The first line' }],
];

describe.each(WRITABLE)('%s %j', (path, fields) => {
  test.each(['owner', 'editor', 'admin'])('is written by its %s', async (uid) => {
    await update(uid, path, fields);
    expect((await read(uid, path)).data()).toMatchObject(fields);
  });
  test.each(['viewer', 'stranger', null])('is not written by %s', async (uid) => {
    await expect(update(uid, path, fields)).rejects.toMatchObject(DENIED);
  });
});

/** What the functions own, and what would be no name. */
const OWNED: [path: string, fields: Record<string, unknown>][] = [
  ...['', 'x'.repeat(201), 7, null, web.deleteField()].map((name): [string, Record<string, unknown>] => [
    'dataset/bolts',
    { name },
  ]),
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
  ['monitor/line-1', { session: 'mine' }],
  ['monitor/line-1', { 'members.stranger': 'editor' }],
  ['image/by-reference', { uri: 'gs://elsewhere/x.jpg' }],
  ['image/by-reference', { set: 'TRAIN' }],
  ['image/by-path', { name: 'c.jpg' }],
  ['session/s1', { uid: 'me' }],
];

test.each(OWNED)('%s %j is written by no client, not even an admin', async (path, fields) => {
  for (const uid of ['owner', 'admin', null])
    await expect(update(uid, path, fields as web.UpdateData<web.DocumentData>)).rejects.toMatchObject(DENIED);
});

test.each([...READABLE, 'session/s1', 'monitor/line-1/key/abc'])(
  '%s is not taken away, and nothing is put beside it',
  async (path) => {
    for (const uid of ['owner', 'admin']) {
      const reference = web.doc(as(uid), path);
      await expect(web.deleteDoc(reference)).rejects.toMatchObject(DENIED);
      const beside = web.doc(reference.parent, 'new');
      await expect(web.setDoc(beside, { name: 'new', ...PEOPLE })).rejects.toMatchObject(DENIED);
    }
  },
);
