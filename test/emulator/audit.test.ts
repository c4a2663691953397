/**
 * The worker's own log says who did what to which monitor, and with which outcome, without keys and pictures.
 * @covers Who did what, in the log; a caller who leaves is no error
 */
import { request } from 'node:http';
import { userInfo } from 'node:os';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hashKey } from '../../functions/src/common/access/keys.ts';
import { type AuthLease, leaseAuth } from '../support/auth.ts';
import { deviceKey } from '../support/device-key.ts';
import { call, eventually, frame, furnish } from '../support/factory.ts';
import { registerPerson, tokenOf } from '../support/people.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

type Line = Record<string, unknown>;

let stack: TestStack;
let auth: AuthLease;
let key: string;
let made: { stdout: string; stderr: string };

beforeAll(async () => {
  auth = await leaseAuth();
  const env = { ACCESS: 'required', FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${auth.port}` };
  stack = await startTestStack({ functions: ['monitor', 'image', 'dataset'], env });
  await furnish(stack);
  for (const uid of ['owner', 'stranger']) await register(uid);
  made = await deviceKey(stack, 'create', '--monitor', 'line-1');
  key = made.stdout.split('\n')[0] as string;
});
afterAll(async () => {
  await stack?.close();
  await auth?.close();
});

const register = (uid: string) => registerPerson(auth, stack.projectId, uid);

const bearer = (uid: string) => ({ authorization: `Bearer ${tokenOf(uid, stack.projectId)}` });

const device = () => ({ 'x-device-key': key });

const parsed = (text: string): Line[] =>
  text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));

/** The log line of a request. */
const lineOf = (worker: string, requestId: string): Promise<Line> =>
  eventually(() => {
    const line = parsed(stack.functions[worker]!.output()).find(
      (each) => each.message === 'request' && each.requestId === requestId,
    );
    if (!line) throw new Error('not written yet');
    return line;
  });

let number = 0;
/** Sends a request; returns the answer with its log line. */
async function audited(worker: string, path: string, headers: Record<string, string>, body?: unknown) {
  const requestId = `audit-test-${++number}`;
  const init = { method: 'POST', headers: { ...headers, 'x-request-id': requestId }, body };
  if (worker === 'image') init.method = 'DELETE';
  if (path.endsWith('/images')) init.method = 'PATCH';
  const answer = await call(stack, `/${worker}${path}`, init);
  return { answer, line: await lineOf(worker, requestId) };
}

test('a session started by a person and stopped by a camera', async () => {
  const { line: start } = await audited('monitor', '/line-1/start', bearer('owner'));
  expect(start).toMatchObject({
    severity: 'INFO',
    action: 'session start',
    caller: 'person',
    userId: 'owner',
    monitor: 'line-1',
    session: expect.stringMatching(/^[0-9a-f]{20}$/),
    outcome: 'done',
    status: 200,
  });
  const { line: again } = await audited('monitor', '/line-1/start', bearer('owner'));
  expect(again).toMatchObject({ action: 'session start', outcome: 'already started', status: 409 });
  const { line: stop } = await audited('monitor', '/line-1/stop', device());
  expect(stop).toMatchObject({
    action: 'session stop',
    caller: 'device',
    key: hashKey(key).slice(0, 12),
    monitor: 'line-1',
    session: start.session,
    outcome: 'done',
    status: 200,
  });
});

test('a frame of a camera: one line, with its record', async () => {
  const { answer, line } = await audited('monitor', '/line-1/image', device(), await frame(1));
  expect(line).toMatchObject({
    action: 'image add',
    caller: 'device',
    key: hashKey(key).slice(0, 12),
    outcome: 'done',
    monitor: 'line-1',
    dataset: 'bolts',
    image: answer.body.data.id,
    session: '',
  });
  const all = parsed(stack.functions.monitor!.output());
  expect(all.filter(({ requestId }) => requestId === line.requestId)).toHaveLength(1);
});

test('refused callers, with the route and the reason', async () => {
  const { line: nobody } = await audited('monitor', '/line-1/start', {});
  expect(nobody).toMatchObject({ action: 'session start', monitor: 'line-1', outcome: 'unauthorized' });
  const { line: stranger } = await audited('monitor', '/line-1/image', bearer('stranger'), await frame(2));
  expect(stranger).toMatchObject({
    action: 'image add',
    caller: 'person',
    userId: 'stranger',
    monitor: 'line-1',
    outcome: 'monitor not found',
    status: 404,
  });
});

test('an image deleted', async () => {
  const { answer } = await audited('monitor', '/line-1/image', device(), await frame(3));
  const { id } = answer.body.data;
  const { line } = await audited('image', `/delete/image/dataset--bolts--${id}.jpg`, bearer('owner'));
  expect(line).toMatchObject({
    action: 'image delete',
    userId: 'owner',
    image: id,
    dataset: 'bolts',
    monitor: 'line-1',
    outcome: 'done',
  });
});

test('images judged and restored: how many', async () => {
  const { answer } = await audited('monitor', '/line-1/image', device(), await frame(4));
  const image = answer.body.data.id;
  const changes = [
    { image, decision: 'reject' },
    { image: 'nothing', decision: 'accept' },
  ];
  const { line: judged } = await audited('dataset', '/bolts/images', bearer('owner'), { changes });
  expect(judged).toMatchObject({
    action: 'images change',
    caller: 'person',
    userId: 'owner',
    dataset: 'bolts',
    outcome: 'done',
    images: 2,
    changed: 1,
    unchanged: 1,
  });
  const { line } = await audited('dataset', '/bolts/trash/restore', bearer('owner'), { images: [image] });
  expect(line).toMatchObject({
    action: 'images restore',
    userId: 'owner',
    dataset: 'bolts',
    outcome: 'done',
    images: 1,
    changed: 1,
  });
});

test('keys created and revoked, on standard error, separate from the answer', async () => {
  const hash = hashKey(key);
  const who = { caller: 'operator', userId: userInfo().username, monitor: 'line-1' };
  expect(parsed(made.stderr)).toEqual([
    expect.objectContaining({ ...who, action: 'key create', key: hash.slice(0, 12), outcome: 'done' }),
  ]);
  const refused = await deviceKey(stack, 'create', '--monitor', 'no-such').catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  expect(parsed(refused.stderr)).toEqual([
    expect.objectContaining({ action: 'key create', monitor: 'no-such', outcome: 'refused' }),
  ]);
  const revoked = await deviceKey(stack, 'revoke', '--monitor', 'line-1', '--key', hash.slice(0, 12));
  expect(parsed(revoked.stderr)).toEqual([
    expect.objectContaining({ ...who, action: 'key revoke', key: hash.slice(0, 12), outcome: 'done' }),
  ]);
  const kept = (await stack.firestore.doc(`deviceKey/${hash}`).get()).data();
  expect(kept).toMatchObject({ createdBy: who.userId, revokedBy: who.userId });
});

test('an upload that its camera aborts is not an error: its line says that the client disconnected', async () => {
  const requestId = 'broken-off';
  const headers = { ...bearer('owner'), 'x-request-id': requestId, 'content-type': 'image/jpeg' };
  const url = new URL(`${stack.baseUrl}/monitor/line-1/image`);
  const sending = request(url, { method: 'POST', headers: { ...headers, 'content-length': 1000 } });
  sending.on('error', () => {}).write(Buffer.alloc(500), () => setTimeout(() => sending.destroy(), 300));
  expect(await lineOf('monitor', requestId)).toMatchObject({
    severity: 'INFO',
    action: 'image add',
    outcome: 'caller left',
    status: 499,
  });
  const lines = parsed(stack.functions.monitor!.output()).filter((line) => line.requestId === requestId);
  expect(lines).toHaveLength(1);
});

test('no line contains a key, a complete token or a picture', async () => {
  const { image } = await frame(1);
  const written = [stack.functions.monitor!.output(), stack.functions.image!.output(), made.stderr].join(
    '\n',
  );
  expect(written).toContain('session start');
  for (const secret of [key, bearer('owner').authorization!.slice(7, 60), String(image).slice(0, 60)])
    expect(written).not.toContain(secret);
});
