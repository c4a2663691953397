/** Contract 8: every route x every caller, with ACCESS=required; existence never leaks. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningAuth, startAuth } from '../../emulators/stack/auth.ts';
import { startGitRemote } from '../../emulators/stack/git-remote.ts';
import { layOutVolume } from '../../emulators/stack/project-volume.ts';
import { deviceKey } from '../support/device-key.ts';
import { call, frame, furnish } from '../support/factory.ts';
import { registerPerson, tokenOf } from '../support/people.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
let directory: string;
let closeRemote: () => Promise<void>;
let auth: RunningAuth;
const keys: Record<string, string> = {};
let imageId: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sightline-access-'));
  const remote = await startGitRemote({ port: 0, directory: join(directory, 'remotes') });
  closeRemote = () => remote.close();
  await layOutVolume(join(directory, 'volume'), remote);
  auth = await startAuth({ port: 0 });
  stack = await startTestStack({
    functions: ['dataset', 'image', 'monitor', 'service-git'],
    env: {
      ACCESS: 'required',
      FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${auth.port}`,
      EDITOR_VOLUME: join(directory, 'volume'),
    },
  });
  await furnish(stack);
  await Promise.all(['stranger', 'viewer', 'editor', 'owner', 'anyone', 'git'].map(register));
  for (const monitor of ['line-1', 'line-2']) keys[monitor] = await newKey(monitor);
  keys.revoked = await newKey('line-1');
  const { stdout } = await deviceKey(stack, 'list', '--monitor', 'line-1');
  const newest = stdout.trim().split('\n').at(-1)?.slice(0, 12) as string;
  await deviceKey(stack, 'revoke', '--monitor', 'line-1', '--key', newest);
  const sent = await call(stack, '/monitor/line-1/image', {
    body: await frame(1),
    headers: callers.device(),
  });
  imageId = sent.body.data.id;
}, 60_000);
afterAll(async () => {
  await stack?.close();
  await closeRemote?.();
  await auth?.close();
  await rm(directory, { recursive: true, force: true });
});

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
  viewer: () => bearer('viewer'),
  editor: () => bearer('editor'),
  owner: () => bearer('owner'),
  admin: () => bearer('anyone', { admin: true }),
  device: () => ({ 'x-device-key': keys['line-1'] as string }),
  'device, as bearer': () => ({ authorization: `Bearer ${keys['line-1']}` }),
  'revoked key': () => ({ 'x-device-key': keys.revoked as string }),
  'other monitor’s key': () => ({ 'x-device-key': keys['line-2'] as string }),
  'git read': () => bearer('git', { permissions: ['git-control.read'] }),
  'git write': () => bearer('git', { permissions: ['git-control.write'] }),
} satisfies Record<string, () => Record<string, string>>;

type Caller = keyof typeof callers;

/** What each caller is told: 401, 403, 404, or `yes` for whatever an authorized caller gets. */
type Verdict = 401 | 403 | 404 | 'yes';

const outsiders: Partial<Record<Caller, Verdict>> = {
  none: 401,
  'bad token': 401,
  'no bearer': 401,
  'expired token': 401,
};
const people = (viewer: Verdict, device: Verdict): Record<Caller, Verdict> => ({
  ...(outsiders as Record<Caller, Verdict>),
  'other user': 404,
  viewer,
  editor: 'yes',
  owner: 'yes',
  admin: 'yes',
  device,
  'device, as bearer': device,
  'revoked key': 404,
  'other monitor’s key': 404,
  'git read': 404,
  'git write': 404,
});
const git = (read: Verdict, write: Verdict): Record<Caller, Verdict> => ({
  ...people(403, 403),
  'other user': 403,
  editor: 403,
  owner: 403,
  admin: 403,
  'revoked key': 403,
  'other monitor’s key': 403,
  'git read': read,
  'git write': write,
});

interface Ask {
  method?: string;
  body?: unknown;
}
interface Row {
  route: string;
  path: (id: { dataset: string; monitor: string; image: string }) => string;
  ask?: (id: { dataset: string; image: string }) => Promise<Ask>;
  verdicts: Record<Caller, Verdict>;
  /** Bodies of 401, 403 and 404; the id is that which was asked for. */
  bodies: { 401: object; 403: object; 404?: (id: string) => object };
  /** Which id stands in the 404, and whether a missing record can be asked for at all. */
  of?: 'dataset' | 'monitor' | 'image';
}

const monitorBody = { data: { error: true, result: 'Monitor not found or access denied' } };
const datasetBodies = {
  401: { error: true, result: 'Unauthorized' },
  403: { error: true, result: 'Forbidden' },
  404: (id: string) => ({ error: true, result: `Dataset with ID "${id}" not found` }),
};
const monitorBodies = { 401: monitorBody, 403: monitorBody, 404: () => monitorBody };
const denied = { error: true, status: 'Permission denied' };
const gitBodies = {
  401: expect.objectContaining({ success: false, code: 'unauthorized' }),
  403: expect.objectContaining({ success: false, code: 'forbidden' }),
};

const rows: Row[] = [
  {
    route: 'monitor start',
    path: ({ monitor }) => `/monitor/${monitor}/start`,
    verdicts: people(403, 'yes'),
    bodies: monitorBodies,
    of: 'monitor',
  },
  {
    route: 'monitor stop',
    path: ({ monitor }) => `/monitor/${monitor}/stop`,
    verdicts: people(403, 'yes'),
    bodies: monitorBodies,
    of: 'monitor',
  },
  {
    route: 'monitor image',
    path: ({ monitor }) => `/monitor/${monitor}/image`,
    ask: async () => ({ body: await frame(2) }),
    verdicts: people(403, 'yes'),
    bodies: monitorBodies,
    of: 'monitor',
  },
  {
    route: 'monitor updateTags',
    path: () => '/monitor/updateTags',
    ask: async ({ dataset, image }) => ({ body: { dataset, imageID: image, tags: [] } }),
    verdicts: people(403, 'yes'),
    bodies: {
      ...monitorBodies,
      404: () => ({ error: 'Failed to update tags', details: 'Dataset reference invalid' }),
    },
    of: 'dataset',
  },
  {
    route: 'dataset csv',
    path: ({ dataset }) => `/dataset/${dataset}/csv`,
    verdicts: people(403, 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset downloadZip',
    path: ({ dataset }) => `/dataset/${dataset}/downloadZip`,
    ask: async () => ({ body: { images: ['none-of-these'] } }),
    verdicts: people('yes', 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset annotationsCrops',
    path: ({ dataset }) => `/dataset/${dataset}/annotationsCrops/bad`,
    verdicts: people('yes', 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset refreshCounters',
    path: ({ dataset }) => `/dataset/${dataset}/refreshCounters`,
    ask: async () => ({ method: 'POST' }),
    verdicts: people(403, 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'image getb64',
    path: ({ image }) => `/image/getb64/image/dataset--bolts--${image}.jpg`,
    verdicts: people('yes', 404),
    bodies: {
      401: denied,
      403: denied,
      404: (id) => ({ error: true, status: 'File not found', uri: `dataset/bolts/${id}.jpg` }),
    },
    of: 'image',
  },
  {
    route: 'image detect',
    path: ({ image }) => `/image/detect/image/dataset--bolts--${image}.jpg`,
    verdicts: people('yes', 404),
    bodies: { 401: denied, 403: denied, 404: () => ({ error: true, status: 'File not found' }) },
    of: 'image',
  },
  ...['status', 'log', 'branches'].map(
    (name): Row => ({
      route: `git ${name}`,
      path: () => `/service-git/${name}`,
      ask: async () => ({ method: 'POST' }),
      verdicts: git('yes', 'yes'),
      bodies: gitBodies,
    }),
  ),
  {
    route: 'git project-info',
    path: () => '/service-git/project-info',
    verdicts: git('yes', 'yes'),
    bodies: gitBodies,
  },
  ...['add', 'commit', 'push', 'fetch', 'pull', 'checkout', 'reset', 'discard'].map(
    (name): Row => ({
      route: `git ${name}`,
      path: () => `/service-git/${name}`,
      ask: async () => ({ body: { commitRef: '--bad', files: ['../bad'], remote: '--bad' } }),
      verdicts: git(403, 'yes'),
      bodies: gitBodies,
    }),
  ),
  // Last, for it takes the image away.
  {
    route: 'image delete',
    path: ({ image }) => `/image/delete/image/dataset--bolts--${image}.jpg`,
    verdicts: people(403, 404),
    bodies: {
      401: denied,
      403: denied,
      404: () => ({ error: true, status: 'Permission denied or file not found' }),
    },
    of: 'image',
  },
];

const order = (caller: Caller): number =>
  ['editor', 'owner', 'admin', 'device', 'device, as bearer'].includes(caller) ? 1 : 0;

describe.each(rows)('$route', ({ path, ask, verdicts, bodies, of }) => {
  const request = async (caller: Caller, id: { dataset: string; monitor: string; image: string }) =>
    call(stack, path(id), { ...(await ask?.(id)), headers: callers[caller]() });
  const cases = (Object.keys(callers) as Caller[]).sort((a, b) => order(a) - order(b));

  test.each(cases)('%s', async (caller) => {
    const known = { dataset: 'bolts', monitor: 'line-1', image: imageId };
    const { status, body } = await request(caller, known);
    const verdict = verdicts[caller];
    if (verdict === 'yes') {
      expect([401, 403]).not.toContain(status);
      expect(status).toBeLessThan(500);
      return;
    }
    const expected = verdict === 404 ? bodies[404]?.(of ? known[of] : '') : bodies[verdict];
    expect([status, body]).toEqual([verdict, expected]);
    if (verdict !== 404 || !of) return;
    const missing = await request(caller, { ...known, [of]: 'not-there' });
    expect([missing.status, missing.body]).toEqual([404, bodies[404]?.('not-there')]);
  });
});

test('a camera cannot fill a dataset that its monitor’s owner may not edit', async () => {
  await stack.firestore
    .doc('dataset/foreign')
    .set({ type: 'MULTICLASS', name: 'F', tags: [], owner: 'stranger', members: {} });
  const sent = await call(stack, '/monitor/line-1/image', {
    body: await frame(3, { dataset: 'foreign', tag: undefined }),
    headers: callers.device(),
  });
  expect([sent.status, sent.body.data.result]).toEqual([404, 'Error: Dataset with ID "foreign" not found']);
});

test('device keys: a third live one is refused, only hashes are stored', async () => {
  await deviceKey(stack, 'create', '--monitor', 'line-2');
  await expect(deviceKey(stack, 'create', '--monitor', 'line-2')).rejects.toThrow(/revoke one first/);
  const stored = await stack.firestore.collection('monitor/line-2/key').get();
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
