/**
 * Contract 16: hooks of a dataset, and of a monitor, by route; access.test.ts asks each route. What is sent is in hook-delivery.test.ts.
 * @covers Contract 16 hooks: of a monitor, whose sessions are told when they start and stop; they end with it
 * @covers Contract 16 hooks: made by the owner, the secret shown once, tested, changed, deleted; they end with their owner
 * @covers Contract 16 hooks: a run, a version and an import are told by what ends them, or by the scheduled function
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import { eventually, frame, picture } from '../support/factory.ts';
import { type HookReceiver, startHookReceiver } from '../support/hook-receiver.ts';
import { tokenOf } from '../support/people.ts';
import { writeZip } from '../support/write-zip.ts';
import { type ManageStage, openManageStage } from './manage-stage.ts';

let stage: ManageStage;
let receiver: HookReceiver;
const bodies: string[] = [];
beforeAll(async () => {
  stage = await openManageStage(['dataset', 'monitor', 'counters']);
});
afterAll(() => stage?.close());
beforeEach(async () => {
  receiver = await startHookReceiver();
});
afterEach(async () => {
  await receiver.kill();
  for (const { hook } of await list()) await at('owner', hook, { method: 'DELETE' });
  for (const { hook } of (await ofLine('/hook')).hooks) await ofLine(`/hook/${hook}`, { method: 'DELETE' });
});

const HOOKS = '/dataset/bolts/hook';
const EVENTS = ['version.ready', 'run.ready', 'import.done'];
async function at(uid: string, hook = '', ask: object = {}) {
  const answer = await stage.as(uid, `${HOOKS}${hook && `/${hook}`}`, ask);
  bodies.push(JSON.stringify(answer.body));
  return answer;
}
async function make(events = EVENTS, url = receiver.url) {
  const answer = await stage.as('owner', HOOKS, { body: { url, events, name: 'Chat' } });
  if (answer.status === 200) receiver.secret = answer.body.secret;
  return answer;
}
const list = async (uid = 'owner') => (await at(uid)).body.hooks ?? [];
const tested = (hook: string) => at('owner', `${hook}/test`, { method: 'POST' });

test('a hook shows its secret once, and is listed, tested, changed and deleted by the owner', async () => {
  const { status, body } = await make(['run.ready', 'run.ready']);
  const { hook, secret } = body;
  expect([status, body]).toEqual([200, { error: false, status: 'success', hook, secret }]);
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
  const shown = {
    ...{ hook, url: receiver.url, events: ['run.ready'], name: 'Chat', by: 'owner' },
    ...{ createdAt: expect.any(Number), failing: null, ended: null, dropped: 0 },
  };
  expect(await list()).toEqual([shown]);
  expect((await tested(hook)).body).toEqual({
    ...{ error: false, status: 'success', delivered: true },
    ...{ answered: 200, problem: null },
  });
  expect(receiver.received).toEqual([
    expect.objectContaining({ type: 'test', data: { dataset: 'bolts' }, timestamp: expect.any(String) }),
  ]);
  receiver.mood = () => 302;
  expect((await tested(hook)).body).toMatchObject({ delivered: false, answered: 302 });
  await receiver.kill();
  expect((await tested(hook)).body).toMatchObject({
    delivered: false,
    answered: null,
    problem: 'connection',
  });
  const { deliveries, ...rest } = (await at('owner', hook)).body;
  expect(rest).toMatchObject(shown);
  expect(deliveries.map(({ answered }: { answered: number | null }) => answered)).toEqual([null, 302, 200]);
  expect(receiver.requests).toBe(2);
  await receiver.restart();
  const change = { events: ['import.done'], name: 'Mail' };
  expect((await at('owner', hook, { method: 'PATCH', body: change })).status).toBe(200);
  expect(await list()).toEqual([{ ...shown, ...change }]);
  expect((await at('owner', hook, { method: 'DELETE' })).status).toBe(200);
  for (const ask of [{}, { method: 'DELETE' }, { method: 'PATCH', body: {} }])
    expect((await at('owner', hook, ask)).body).toEqual({ error: true, result: `Hook "${hook}" not found` });
  expect(bodies.some((each) => each?.includes(secret) || each?.includes('whsec_'))).toBe(false);
  expect(stage.stack.functions.dataset!.output()).not.toContain(secret);
  expect(stage.stack.functions.dataset!.output()).toMatch(/"action":"hook make"[^\n]*"userId":"owner"/);
});

test.each([
  'http://hooks.example.com/',
  'ftp://127.0.0.1/',
  'https://a:b@hooks.example.com/',
  'hooks.example.com',
  '',
])('not an address of a hook: %p', async (url) => {
  expect((await make(EVENTS, url)).status).toBe(400);
  expect(await list()).toEqual([]);
});

test('at most ten hooks, however many are made at once, of known events', async () => {
  const made = await Promise.all(Array.from({ length: 15 }, () => make()));
  expect(made.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(5).fill(409)]);
  for (const events of [[], ['session.started'], 'run.ready', Array(7).fill('run.ready')])
    expect((await make(events as string[])).status).toBe(400);
});

test('what a request has ended is told before its answer, once for all its attempts', async () => {
  await make();
  const baseUrl = stage.stack.baseUrl;
  const service = new Sightline({ baseUrl, token: () => tokenOf('owner', stage.stack.projectId) });
  const bolts = service.datasets('bolts');
  const first = await picture(1);
  const zip = writeZip([
    { path: 'data.yaml', bytes: 'names: [good, bad]\n' },
    { path: 'images/train/part.jpg', bytes: first },
    { path: 'labels/train/part.txt', bytes: '0 0.5 0.5 0.25 0.5\n' },
  ]);
  const imported = await bolts.imports.upload(zip, { name: 'parts.zip' });
  for (let times = 0; times < 2; times += 1) await bolts.imports.run(imported, {}, { key: 'once' });
  expect(receiver.received).toMatchObject([
    { type: 'import.done', data: { import: imported, name: 'parts.zip', total: 1, added: 1 } },
  ]);
  const version = await bolts.versions.make({ name: 'First' }, { key: 'once' });
  expect(await bolts.versions.make({ name: 'First' }, { key: 'once' })).toMatchObject({
    number: version.number,
  });
  await eventually(() =>
    expect(receiver.received.slice(1)).toMatchObject([
      { type: 'version.ready', data: { dataset: 'bolts', number: version.number, name: 'First', images: 1 } },
    ]),
  );
  expect(receiver.received[1]?.data.hash).toBe(version.hash);
  const { number } = await bolts.runs.make({ name: 'Nightly', live: true });
  const { hash } = await bolts.runs.close(number);
  await bolts.runs.close(number);
  expect(receiver.received.slice(2)).toMatchObject([
    { type: 'run.ready', data: { dataset: 'bolts', number, name: 'Nightly', images: 0, hash } },
  ]);
  expect(receiver.received.map(({ id }) => id)).toEqual([...new Set(receiver.received.map(({ id }) => id))]);
  expect(receiver.forged).toBe(0);
});

test('people who empty REVIEW are told of by the scheduled function', async () => {
  await make(['review.empty']);
  const { id } = await ofLine('/image', { body: await frame(9) });
  for (const decision of ['review', 'accept']) {
    const changes = [{ image: id, tag: 'good', decision }];
    const path = '/dataset/bolts/images';
    expect((await stage.as('owner', path, { method: 'PATCH', body: { changes } })).status).toBe(200);
    const bolts = stage.stack.firestore.doc('dataset/bolts');
    const left = decision === 'review' ? 1 : 0;
    await eventually(async () => expect((await bolts.get()).get('sets.REVIEW')).toBe(left));
  }
  await triggerScheduled(stage.stack.functions.counters!);
  expect(receiver.received).toMatchObject([
    { type: 'review.empty', data: { dataset: 'bolts', name: 'Bolts' } },
  ]);
});

test('a receiver that does not answer keeps no request waiting for long, nor fails it', async () => {
  const { hook } = (await make(['run.ready'])).body;
  receiver.mood = () => 'hang';
  const run = await stage.as('owner', '/dataset/bolts/run', { body: { name: 'Nightly', live: true } });
  const close = `/dataset/bolts/run/${run.body.number}/close`;
  expect((await stage.as('owner', close, { method: 'POST' })).status).toBe(200);
  // It is still at the first attempt, which takes ten seconds.
  expect((await at('owner', hook)).body.deliveries).toEqual([]);
  expect(receiver.requests).toBe(1);
});

test('what the request could not tell, the scheduled function tells', async () => {
  const { hook } = (await make(['run.ready'])).body;
  receiver.mood = () => 503;
  const run = await stage.as('owner', '/dataset/bolts/run', { body: { name: 'Nightly', live: true } });
  await stage.as('owner', `/dataset/bolts/run/${run.body.number}/close`, { method: 'POST' });
  expect([receiver.requests, receiver.received]).toEqual([1, []]);
  receiver.mood = () => 200;
  await eventually(async () => {
    expect(await triggerScheduled(stage.stack.functions.counters!)).toBeLessThan(300);
    expect(receiver.received).toMatchObject([{ type: 'run.ready', data: { number: run.body.number } }]);
  });
  const { deliveries } = (await at('owner', hook)).body;
  expect(deliveries.map(({ answered }: { answered: number }) => answered)).toEqual([200, 503]);
  expect(new Set(deliveries.map(({ message }: { message: string }) => message)).size).toBe(1);
  expect(stage.stack.functions.counters!.output()).not.toContain('whsec_');
});

test('410 ends a hook', async () => {
  const { hook } = (await make(['run.ready'])).body;
  receiver.mood = () => 410;
  expect((await tested(hook)).body).toMatchObject({ delivered: false, answered: 410 });
  expect((await list())[0].ended).toEqual(expect.any(Number));
  const refusal = { error: true, result: `Hook "${hook}" has ended: make a new one` };
  expect((await tested(hook)).body).toEqual(refusal);
  expect((await at('owner', hook, { method: 'PATCH', body: { name: 'x' } })).body).toEqual(refusal);
  expect((await stage.stack.firestore.doc(`dataset/bolts/hook/${hook}`).get()).get('secret')).toBeUndefined();
});

test('hooks and the detector end when the dataset gets another owner, hooks also when it is deleted', async () => {
  const bolts = stage.stack.firestore.doc('dataset/bolts');
  await bolts.update({ detector: 'https://parts.example/find' });
  await make();
  await stage.as('owner', '/dataset/bolts/members/editor', { method: 'PUT', body: { role: 'owner' } });
  expect((await stage.as('editor', '/dataset/bolts/members/accept', { method: 'POST' })).status).toBe(200);
  expect((await list('editor')).map(({ ended }: { ended: number }) => ended > 0)).toEqual([true]);
  expect((await bolts.get()).get('detector')).toBeUndefined();
  await bolts.update({ owner: 'owner', members: { editor: 'editor', viewer: 'viewer' } });
  const { hook } = (await make()).body;
  const { name } = (await bolts.get()).data() as { name: string };
  await stage.as('owner', '/dataset/bolts', { method: 'DELETE', body: { confirm: name } });
  await stage.as('owner', '/dataset/bolts/restore', { method: 'POST' });
  expect((await at('owner', hook)).body.ended).toEqual(expect.any(Number));
});

const LINE = '/monitor/line-1';
/** What a route of a monitor answers. */
const ofLine = async (path: string, ask: object = {}) => {
  const { status, body } = await stage.as('owner', `${LINE}${path}`, ask);
  return { status, ...body?.data };
};
const makeAtLine = async (events: string[]) => {
  const made = await ofLine('/hook', { body: { data: { url: receiver.url, events, name: 'Chat' } } });
  receiver.secret = made.secret;
  return made;
};

test('a hook of a monitor is one of a dataset, in the form of the area', async () => {
  const { hook, secret, ...made } = await makeAtLine(['session.stopped']);
  expect([made, secret]).toEqual([{ status: 200, error: false }, expect.stringMatching(/^whsec_/)]);
  expect(await ofLine(`/hook/${hook}/test`, { method: 'POST' })).toMatchObject({ delivered: true });
  expect(receiver.received).toMatchObject([{ type: 'test', data: { monitor: 'line-1' } }]);
  expect((await ofLine(`/hook/${hook}`)).deliveries).toHaveLength(1);
  const change = { method: 'PATCH', body: { events: ['session.started', 'session.stopped'], name: 'Mail' } };
  expect((await ofLine(`/hook/${hook}`, change)).status).toBe(200);
  const { hooks } = await ofLine('/hook');
  expect(hooks).toMatchObject([{ hook, ...change.body, failing: null, ended: null }]);
  expect(await makeAtLine(['run.ready'])).toMatchObject({ status: 400, error: true });
  // It is no hook of a dataset with this id.
  expect((await stage.as('owner', `${HOOKS}/${hook}`)).status).toBe(404);
  expect((await ofLine(`/hook/${hook}`, { method: 'DELETE' })).status).toBe(200);
  expect(await ofLine(`/hook/${hook}`)).toMatchObject({ status: 404, error: true });
  expect(stage.stack.functions.monitor!.output()).not.toContain(secret);
});

test('a session is told when it starts and when it stops, also one that its device has named, each time', async () => {
  await makeAtLine(['session.started', 'session.stopped']);
  const run = async (name: string) => {
    const started = await ofLine('/start', { method: 'POST', body: { session: name } });
    const again = await ofLine('/start', { method: 'POST' });
    const stopped = await ofLine('/stop', { method: 'POST' });
    expect([started.status, again.status, stopped.status]).toEqual([200, 409, 200]);
  };
  for (let times = 0; times < 2; times += 1) await run('run-7');
  const session = 'line-1.run-7';
  const data = { monitor: 'line-1', name: 'Line 1', session, start: expect.any(Number) };
  const started = { type: 'session.started', data };
  const stopped = { type: 'session.stopped', data: { ...data, stop: expect.any(Number) } };
  expect(receiver.received).toEqual(
    [started, stopped, started, stopped].map((each) => ({
      ...each,
      id: expect.any(String),
      timestamp: expect.any(String),
    })),
  );
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(4);
  expect(receiver.forged).toBe(0);
  receiver.mood = () => 'hang';
  await run('run-8');
  receiver.mood = () => 200;
});

test('a dead camera is told by the scheduled function, once, and once when it sends again', async () => {
  await makeAtLine(['monitor.silent', 'monitor.back']);
  await ofLine('/start', { method: 'POST' });
  const line = stage.stack.firestore.doc('monitor/line-1');
  await line.update({ started: new Date(Date.now() - 100_000) });
  const minute = async () =>
    expect(await triggerScheduled(stage.stack.functions.counters!)).toBeLessThan(300);
  for (let times = 0; times < 2; times += 1) await minute();
  const { session } = (await line.get()).data() as { session: string };
  expect(receiver.received).toMatchObject([
    { type: 'monitor.silent', data: { monitor: 'line-1', name: 'Line 1', session, expected: null } },
  ]);
  expect((await ofLine('/image', { body: await frame(1) })).status).toBe(200);
  for (let times = 0; times < 2; times += 1) await minute();
  expect(receiver.received.slice(1)).toMatchObject([{ type: 'monitor.back', data: { was: 'silent' } }]);
  expect((await ofLine('/stop', { method: 'POST' })).status).toBe(200);
});

test('hooks of a monitor end when it gets another owner, and go with it', async () => {
  const spare = stage.stack.firestore.doc('monitor/spare');
  await spare.set({ name: 'Spare', owner: 'owner', members: { editor: 'editor' }, session: '' });
  const body = { url: receiver.url, events: ['session.started', 'session.stopped'] };
  const make = async (uid: string): Promise<string> => {
    const { hook, secret } = (await stage.as(uid, '/monitor/spare/hook', { body })).body.data;
    receiver.secret = secret;
    return hook;
  };
  await make('owner');
  await stage.as('owner', '/monitor/spare/members/editor', { method: 'PUT', body: { role: 'owner' } });
  await stage.as('editor', '/monitor/spare/members/accept', { method: 'POST' });
  const { hooks } = (await stage.as('editor', '/monitor/spare/hook')).body.data;
  expect(hooks).toMatchObject([{ ended: expect.any(Number) }]);
  const hook = await make('editor');
  receiver.mood = () => 503;
  for (const action of ['start', 'stop'])
    await stage.as('editor', `/monitor/spare/${action}`, { method: 'POST' });
  const waiting = spare.collection('hook').doc(hook).collection('event');
  expect((await waiting.get()).size).toBe(2);
  expect((await stage.as('editor', '/monitor/spare', { method: 'DELETE' })).status).toBe(200);
  expect((await waiting.get()).size).toBe(0);
  expect(await spare.collection('hook').listDocuments()).toEqual([]);
});
