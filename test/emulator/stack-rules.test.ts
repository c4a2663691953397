import { randomUUID } from 'node:crypto';
import { Firestore } from '@google-cloud/firestore';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Lease, leaseFirestore } from '../support/firestore.ts';

const projectId = `demo-rules-${randomUUID().slice(0, 8)}`;
let lease: Lease;
beforeAll(async () => {
  lease = await leaseFirestore();
  await seed();
});
afterAll(() => lease.release());

async function seed(): Promise<void> {
  const [host, port] = lease.address.split(':');
  const headers = { customHeaders: { Authorization: 'Bearer owner' } };
  const db = new Firestore({ projectId, host: `${host}:${port}`, ssl: false, ...headers });
  const access = { owner: 'owner', members: { viewer: 'viewer', editor: 'editor' } };
  await db.doc('dataset/bolts').set({ name: 'Bolts', ...access });
  await db.doc('dataset/bolts/tag/good').set({ name: 'good' });
  await db.doc('dataset/old').set({ name: 'without owner and members' });
  await db.doc('monitor/line-1').set({ name: 'Line 1', ...access });
  await db.doc('monitor/line-1/key/abc').set({ hash: 'abc' });
  await db.doc('image/by-reference').set({ dataset: db.doc('dataset/bolts') });
  await db.doc('image/by-path').set({ dataset: 'dataset/bolts' });
  await db.doc('image/of-old').set({ dataset: db.doc('dataset/old') });
  await db.doc('session/s1').set({ uid: 'owner' });
  await db.terminate();
}

/** The emulator takes unsigned tokens. */
function tokenOf(uid: string, claims: object = {}): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now, auth_time: now, exp: now + 3600 };
  const issued = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: uid,
    user_id: uid,
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...issued, ...times, ...claims })}.`;
}

async function ask(path: string, uid?: string, claims?: object, init: RequestInit = {}): Promise<number> {
  const documents = `http://${lease.address}/v1/projects/${projectId}/databases/(default)/documents`;
  const headers = {
    'content-type': 'application/json',
    ...(uid && { authorization: `Bearer ${tokenOf(uid, claims)}` }),
  };
  const response = await fetch(`${documents}/${path}`, { ...init, headers });
  await response.text();
  return response.status;
}

const READABLE = [
  'dataset/bolts',
  'dataset/bolts/tag/good',
  'dataset/bolts/tag',
  'monitor/line-1',
  'image/by-reference',
  'image/by-path',
];

describe.each(READABLE)('%s', (path) => {
  test.each(['owner', 'editor', 'viewer'])('is read by its %s', async (uid) => {
    expect(await ask(path, uid)).toBe(200);
  });
  test('is read by an admin', async () => {
    expect(await ask(path, 'anyone', { admin: true })).toBe(200);
  });
  test('is not read by a stranger, nor without credentials', async () => {
    expect(await ask(path, 'stranger')).toBe(403);
    expect(await ask(path)).toBe(403);
  });
});

test.each(['session/s1', 'monitor/line-1/key/abc', 'dataset/old', 'image/of-old'])(
  '%s is read by no person',
  async (path) => {
    expect(await ask(path, 'owner')).toBe(403);
    expect(await ask(path, '')).toBe(403);
  },
);

test.each([...READABLE.filter((path) => path !== 'dataset/bolts/tag'), 'image/new', 'session/new'])(
  '%s is written by no client, not even an admin',
  async (path) => {
    const init = { method: 'PATCH', body: JSON.stringify({ fields: { name: { stringValue: 'x' } } }) };
    for (const claims of [{}, { admin: true }]) expect(await ask(path, 'owner', claims, init)).toBe(403);
    expect(await ask(path, 'owner', { admin: true }, { method: 'DELETE' })).toBe(403);
  },
);
