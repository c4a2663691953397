/**
 * Contract 8: every route and every caller, with ACCESS=required; answers never reveal what exists.
 * @covers Contract 8 Grants: datasets admit monitors; grants and keys end with the role of whoever answers for them
 * @covers Contract 8, 9 a hand-over is an offer: consent, withdrawal, races, the limit; whoever has not consented gets nothing
 * @covers Contract 8 ids are never given twice; a deleted monitor leaves no live state
 * @covers Contract 8: every route x every caller; device keys; nothing leaks
 * @covers Contract 17 Programs: a key of a dataset, or the role of a service account, opens nothing else
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FieldValue } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startGitRemote } from '../../emulators/stack/git-remote.ts';
import { layOutVolume } from '../../emulators/stack/project-volume.ts';
import { type AuthLease, leaseAuth } from '../support/auth.ts';
import { deviceKey } from '../support/device-key.ts';
import { call, frame, furnish } from '../support/factory.ts';
import { type Google, startGoogle } from '../support/google-tokens.ts';
import { registerPerson, tokenOf } from '../support/people.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { offerAll } from './access-offers.ts';
import { rows } from './access-samples.ts';
import {
  CALLERS,
  type Caller,
  JOBS,
  type Job,
  jobVerdicts,
  type Row,
  SERVICES,
  type Service,
  serviceOf,
} from './access-verdicts.ts';

const TOMBSTONE = { deleted: { gone: true } };

let stack: TestStack;
let directory: string;
let closeRemote: () => Promise<void>;
let auth: AuthLease;
let google: Google;
const keys: Record<string, string> = {};
let imageId: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sightline-access-'));
  const remote = await startGitRemote({ port: 0, directory: join(directory, 'remotes') });
  closeRemote = () => remote.close();
  await layOutVolume(join(directory, 'volume'), remote);
  auth = await leaseAuth();
  google = await startGoogle();
  stack = await startTestStack({
    functions: ['dataset', 'image', 'monitor', 'service-git'],
    env: {
      ...google.env,
      ACCESS: 'required',
      FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${auth.port}`,
      EDITOR_VOLUME: join(directory, 'volume'),
      // One caller has many rows here.
      RATE_EXPORT: 'off',
    },
  });
  await furnish(stack);
  await offerAll(stack);
  // Ids that were used before.
  for (const kind of ['dataset', 'monitor']) await stack.firestore.doc(`${kind}/used`).set(TOMBSTONE);
  await Promise.all(
    ['stranger', 'offered', 'viewer', 'editor', 'owner', 'anyone', 'git', 'second', 'leaver'].map(register),
  );
  for (const monitor of ['line-1', 'line-2']) keys[monitor] = await newKey(monitor);
  keys.revoked = await newKey('line-1');
  const { stdout } = await deviceKey(stack, 'list', '--monitor', 'line-1');
  const newest = stdout.trim().split('\n').at(-1)?.slice(0, 12) as string;
  await deviceKey(stack, 'revoke', '--monitor', 'line-1', '--key', newest);
  await furnishCallers();
  keys['job viewer'] = await asJob('owner', 'bolts', 'viewer');
  keys['job editor'] = await asJob('owner', 'bolts', 'editor');
  await stack.firestore
    .doc('dataset/foreign')
    .set({ type: 'MULTICLASS', name: 'F', tags: [], owner: 'stranger', members: {} });
  keys['job of another dataset'] = await asJob('stranger', 'foreign', 'editor');
  for (const [dataset, role, owner] of [
    ['bolts', 'viewer', 'owner'],
    ['bolts', 'editor', 'owner'],
    ['foreign', 'editor', 'stranger'],
  ] as const) {
    const path = `/dataset/${dataset}/members/${serviceOf(dataset, role)}`;
    const set = await call(stack, path, { method: 'PUT', body: { role }, headers: bearer(owner) });
    expect(set.status).toBe(200);
  }
  const sent = await call(stack, '/monitor/line-1/image', {
    body: await frame(1),
    headers: callers.device(),
  });
  imageId = sent.body.data.id;
});
afterAll(async () => {
  await stack?.close();
  await closeRemote?.();
  await auth?.close();
  await google?.close();
  await rm(directory, { recursive: true, force: true });
});

const asJob = async (owner: string, dataset: string, role: string): Promise<string> => {
  const options = { body: { name: role, role }, headers: bearer(owner) };
  return (await call(stack, `/dataset/${dataset}/keys`, options)).body.key;
};

const asService = (dataset: string, role: string) => ({
  authorization: `Bearer ${google.token(serviceOf(dataset, role), stack.projectId)}`,
});

/** Callers that have lost, or never had, what leads to dataset `bolts`. */
async function furnishCallers(): Promise<void> {
  const { firestore } = stack;
  await firestore
    .doc('monitor/line-2')
    .update({ 'members.second': 'editor', people: FieldValue.arrayUnion('second') });
  // Its owner owns the dataset too, and the dataset is its default: neither counts.
  const line3 = {
    name: 'Line 3',
    owner: 'owner',
    members: { leaver: 'editor' },
    dataset: firestore.doc('dataset/bolts'),
  };
  await firestore.doc('monitor/line-3').set({ ...line3, people: ['owner', 'leaver'] });
  keys['line-3'] = await newKey('line-3');
  const made = await call(stack, '/monitor/line-3/keys', { method: 'POST', headers: bearer('leaver') });
  keys.removed = made.body.data.key;
  const left = await call(stack, '/monitor/line-3/members/leaver', {
    method: 'DELETE',
    headers: bearer('leaver'),
  });
  expect(left.status).toBe(200);
}

const newKey = async (monitor: string): Promise<string> =>
  (await deviceKey(stack, 'create', '--monitor', monitor)).stdout.split('\n')[0] as string;

const register = (uid: string) => registerPerson(auth, stack.projectId, uid);

const bearer = (uid: string, claims: object = {}) => ({
  authorization: `Bearer ${tokenOf(uid, stack.projectId, claims)}`,
});

const callers = {
  none: () => ({}),
  'bad token': () => ({ authorization: 'Bearer not-a-token' }),
  'no bearer': () => ({ authorization: 'Basic dXNlcjpwYXNz' }),
  'expired token': () => bearer('owner', { exp: Math.floor(Date.now() / 1000) - 30 }),
  'other user': () => bearer('stranger'),
  offered: () => bearer('offered'),
  viewer: () => bearer('viewer'),
  editor: () => bearer('editor'),
  owner: () => bearer('owner'),
  admin: () => bearer('anyone', { admin: true }),
  device: () => ({ 'x-device-key': keys['line-1'] as string }),
  'device, as bearer': () => ({ authorization: `Bearer ${keys['line-1']}` }),
  'revoked key': () => ({ 'x-device-key': keys.revoked as string }),
  'made-up key': () => ({ 'x-device-key': `slk_${randomBytes(32).toString('base64url')}` }),
  'other monitor’s key': () => ({ 'x-device-key': keys['line-2'] as string }),
  'removed editor’s key': () => ({ 'x-device-key': keys.removed as string }),
  'key of a monitor that is not admitted': () => ({ 'x-device-key': keys['line-3'] as string }),
  'editor of line 2': () => bearer('second'),
  'git read': () => bearer('git', { permissions: ['git-control.read'] }),
  'git write': () => bearer('git', { permissions: ['git-control.write'] }),
  'job viewer': () => ({ authorization: `Bearer ${keys['job viewer']}` }),
  'job editor': () => ({ 'x-device-key': keys['job editor'] as string }),
  'job of another dataset': () => ({ authorization: `Bearer ${keys['job of another dataset']}` }),
  'service account, viewer': () => asService('bolts', 'viewer'),
  'service account, editor': () => asService('bolts', 'editor'),
  'service account of another dataset': () => asService('foreign', 'editor'),
} satisfies Record<Caller | Job | Service, () => Record<string, string>>;
type Anyone = keyof typeof callers;

/** They see, without changing anything that other callers of the row need; the others come last. */
const CHANGERS: readonly Anyone[] = [
  'editor',
  'owner',
  'admin',
  'device',
  'device, as bearer',
  'job editor',
  'service account, editor',
];
const order = (caller: Anyone): number => (CHANGERS.includes(caller) ? 1 : 0);

/**
 * Before a function looks for a route, they are refused, or taken for another caller of the table: one route of each function and
 * role shows it. With `LONG=1` all do.
 */
const LIKE_ANOTHER: readonly Anyone[] = [
  'bad token',
  'no bearer',
  'expired token',
  'device, as bearer',
  'revoked key',
  'made-up key',
  'removed editor’s key',
  'service account, viewer',
  'service account, editor',
  'service account of another dataset',
];
/** Whoever may do it, somebody in part, a camera and a stranger also ask for ids that are not there, or no longer. */
const ASKING_FOR_MORE: readonly Anyone[] = [
  'owner',
  'viewer',
  'device',
  'other user',
  'job of another dataset',
];

const firstOfRole = new Set(
  Map.groupBy(rows, ({ function: name, role }) => `${name} ${role}`)
    .values()
    .map(([first]) => first),
);

function callersOf(row: Row): Anyone[] {
  const all: Anyone[] = [...CALLERS, ...JOBS, ...(Object.keys(SERVICES) as Service[])];
  const isWhole = process.env.LONG || firstOfRole.has(row);
  return all
    .filter((caller) => isWhole || !LIKE_ANOTHER.includes(caller))
    .sort((a, b) => order(a) - order(b));
}

type Seen = [status: number | 'yes', body?: unknown];

const statusOf = (status: number): number | 'yes' =>
  status === 401 || status === 403 || status >= 500 ? status : 'yes';

test.each(rows)('$route', async (row) => {
  const { ask, bodies, of } = row;
  const verdicts = { ...row.verdicts, ...jobVerdicts(row) };
  const known = { dataset: 'bolts', monitor: 'line-1', image: imageId };
  const request = async (caller: Anyone, id: typeof known): Promise<[number, unknown]> => {
    const asked = await ask?.(id, stack);
    const headers = { ...asked?.headers, ...callers[caller]() };
    const { status, body } = await call(stack, row.path(id), { ...asked, headers });
    return [status, body];
  };
  const seen: Record<string, Seen> = {};
  const expected: Record<string, Seen> = {};
  const missing = async (caller: Anyone, id: string) => {
    if (!of) return;
    seen[`${caller}, ${id}`] = await request(caller, { ...known, [of]: id });
    expected[`${caller}, ${id}`] = [404, bodies[404]?.(id)];
  };
  for (const caller of callersOf(row)) {
    const verdict = verdicts[caller];
    const asksMore = process.env.LONG || ASKING_FOR_MORE.includes(caller);
    const [status, body] = await request(caller, known);
    seen[caller] = verdict === 'yes' ? [statusOf(status)] : [status, body];
    const refusal = verdict === 404 ? bodies[404]?.(of ? known[of] : '') : bodies[verdict as 401];
    expected[caller] = verdict === 'yes' ? ['yes'] : [verdict, refusal];
    if (verdict !== 401 && asksMore && of !== 'image') await missing(caller, 'used');
    if (verdict === 404 && asksMore) await missing(caller, 'not-there');
  }
  expect(seen).toEqual(expected);
});

test('a camera cannot fill a dataset that does not admit its monitor', async () => {
  const sent = await call(stack, '/monitor/line-1/image', {
    body: await frame(3, { dataset: 'foreign', tag: undefined }),
    headers: callers.device(),
  });
  expect([sent.status, sent.body.data.result]).toEqual([404, 'Error: Dataset with ID "foreign" not found']);
});

test('device keys: a third live one is refused, only hashes are stored', async () => {
  await deviceKey(stack, 'create', '--monitor', 'line-2');
  await expect(deviceKey(stack, 'create', '--monitor', 'line-2')).rejects.toThrow(/revoke one first/);
  const stored = await stack.firestore.collection('deviceKey').get();
  const text = JSON.stringify(stored.docs.map((each) => [each.id, each.data()]));
  expect(text).not.toContain(keys['line-2']);
  await expect(deviceKey(stack, 'create', '--monitor', 'line-99')).rejects.toThrow(/no monitor line-99/);
});

test('credentials never reach the log', () => {
  const output = Object.values(stack.functions)
    .map((each) => each.output())
    .join('');
  for (const key of Object.values(keys)) expect(output).not.toContain(key);
  expect(output).not.toMatch(/eyJhbGciOiJub25l/);
});
