/**
 * Contract 19: what people tell a camera, and how it hears it: over plain HTTP, and at the Realtime Database.
 * @covers Contract 19 commands: live state, session record, order, once, in time, over plain HTTP
 * @covers Contract 19 a device that writes 10,000 numbers costs no function, and no reader more than one a second (`LONG=1`)
 * @covers Contract 19 the token of a camera: what it may read and write, its own numbers, its end
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CAMERA } from '../../functions/src/common/access/caller.ts';
import { call, concurrently, eventually, liveState } from '../support/factory.ts';
import { registerPerson, tokenOf } from '../support/people.ts';
import { type ManageStage, openManageStage } from './manage-stage.ts';

const WRITES = process.env.LONG ? 10_000 : 500;

/** When the numbers that a reader was sent were measured, by the database's clock. */
const timesIn = (events: string): number[] =>
  [...events.matchAll(/"measured":(\d+)/g)].map(([, time]) => Number(time));

let stage: ManageStage;
let key: string;
let hash: string;
let started = 0;
beforeAll(async () => {
  stage = await openManageStage(['monitor', 'people-monitor'], { RATE_CURATE: 'off' });
});
afterAll(() => stage?.close());

const MONITOR = '/monitor/line-1';
const ask = (command: string, params?: object, uid = 'editor', headers = {}) =>
  stage.as(uid, `${MONITOR}/command`, { body: { command, ...(params && { params }) }, headers });
const asDevice = (path: string, body?: object, withKey = key) =>
  call(stage.stack, path, { ...(body && { body }), headers: { 'x-device-key': withKey } });
const heard = async (query = '') => (await asDevice(`${MONITOR}/command${query}`)).body.data.commands;
const tell = (id: number, body: object) => asDevice(`${MONITOR}/command/${id}`, body);
const action = () => liveState(stage.stack, 'line-1')?.controller?.action;
const idOf = async (asked: ReturnType<typeof ask>): Promise<number> => (await asked).body.data.id;

/** Each test has commands and a key of its own. */
beforeEach(async () => {
  started += 1;
  await change(() => null);
  if (hash) await stage.as('owner', `${MONITOR}/keys/${hash}`, { method: 'DELETE' });
  const made = await stage.as('editor', `${MONITOR}/keys`, { method: 'POST' });
  ({ key, hash } = made.body.data);
});

/** As if the server had been so. */
async function change(make: (controller: Record<string, unknown>) => unknown): Promise<void> {
  const database = stage.stack.database.dump()[stage.stack.namespace] as {
    monitor?: Record<string, { controller?: Record<string, unknown> }>;
  };
  const monitor = database?.monitor?.['line-1'];
  const controller = make((monitor?.controller ?? {}) as Record<string, unknown>);
  stage.stack.database.load(stage.stack.namespace, {
    ...database,
    monitor: { ...database?.monitor, 'line-1': { ...monitor, controller } },
  });
}

/** Makes the commands that wait so many milliseconds older. */
const age = (ms: number) =>
  change(({ action: all, ...rest }) => {
    const { requests, ...other } = all as { requests: Record<string, { at: number }> };
    const older = Object.entries(requests).map(([name, each]) => [name, { ...each, at: each.at - ms }]);
    return { ...rest, action: { ...other, requests: Object.fromEntries(older) } };
  });

describe('over plain HTTP', () => {
  test('a command is asked for, taken and done, and both records say so', async () => {
    expect((await stage.as('editor', `${MONITOR}/start`)).status).toBe(200);
    const params = { exposure: 12.5, mode: 'fast', light: true };
    const before = Date.now();
    const id = await idOf(ask('settings', params));
    const request = { id, command: 'settings', params, by: 'editor', at: expect.any(Number) };
    expect(action()).toMatchObject({ status: false, request });
    expect(action().request.at).toBeGreaterThanOrEqual(before);
    const { session } = (await stage.stack.firestore.doc('monitor/line-1').get()).data() as {
      session: string;
    };
    const kept = (await stage.stack.firestore.doc(`session/${session}`).get()).get('data.controller.action');
    expect(kept).toMatchObject({ request: { command: 'settings', params, id, by: 'editor' } });

    expect(await heard()).toEqual([{ id, command: 'settings', params, at: expect.any(Number) }]);
    expect(await heard(`?after=${id}`)).toEqual([]);
    expect((await tell(id, { state: 'done' })).body.data.result).toBe('Error: it was not taken');
    expect((await tell(id, { state: 'taken', by: 'press' })).status).toBe(200);
    expect(action()).toMatchObject({ status: true });
    expect(await heard()).toEqual([]);
    // The answer was lost.
    expect((await tell(id, { state: 'taken', by: 'press' })).status).toBe(200);
    const other = await tell(id, { state: 'taken', by: 'other' });
    expect([other.status, other.body.data.result]).toEqual([409, 'Error: another device has taken it']);
    for (let twice = 0; twice < 2; twice += 1)
      expect((await tell(id, { state: 'failed', message: 'No light' })).status).toBe(200);
    expect(action()).toMatchObject({
      status: false,
      result: { id, ok: false, message: 'No light', at: expect.any(Number) },
    });
    expect((await tell(999, { state: 'taken' })).status).toBe(404);
    expect((await stage.as('editor', `${MONITOR}/stop`)).status).toBe(200);
  });

  test('a start changes nothing of a command that is being carried out', async () => {
    const id = await idOf(ask('start'));
    expect((await tell(id, { state: 'taken' })).status).toBe(200);
    expect((await asDevice(`${MONITOR}/start`, {})).status).toBe(200);
    expect(action()).toMatchObject({ status: true, request: { id } });
    expect((await tell(id, { state: 'done' })).status).toBe(200);
    expect((await asDevice(`${MONITOR}/stop`, {})).status).toBe(200);
  });

  test('what nobody takes in 30 seconds is taken by no one, unless the device says that it may be late', async () => {
    const id = await idOf(ask('capture'));
    await age(31_000);
    expect(await heard()).toEqual([]);
    const late = await tell(id, { state: 'taken' });
    expect([late.status, late.body.data.result]).toEqual([409, 'Error: it was not taken in time']);
    expect(await heard('?late=true')).toMatchObject([{ id }]);
    expect((await tell(id, { state: 'taken', late: true })).status).toBe(200);
    expect(action().requests[`c${id}`].taken).toMatchObject({ late: true });
  });

  test('many who ask at once: one order, no number twice, at most 20 wait', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => ask('capture')));
    const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.id as number);
    expect(new Set(ids).size).toBe(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    expect((await heard()).map(({ id }: { id: number }) => id)).toEqual(ids.sort((a, b) => a - b));
  });

  test('a retry of a request gets the id of its command', async () => {
    const headers = { 'idempotency-key': `once-${started}` };
    const ids = [await idOf(ask('capture', undefined, 'editor', headers))];
    ids.push(await idOf(ask('capture', undefined, 'editor', headers)));
    expect(ids[1]).toBe(ids[0]);
    expect(await heard()).toHaveLength(1);
    expect(await idOf(ask('capture', undefined, 'owner', headers))).not.toBe(ids[0]);
  });

  test('who waits is answered when a command comes; one call of a key waits', async () => {
    const waits = [heard('?wait=25'), heard('?wait=25')];
    // The newer call has ended the older one.
    expect(await Promise.race(waits)).toEqual([]);
    const id = await idOf(ask('capture'));
    const answers = await Promise.all(waits);
    expect(answers).toContainEqual([expect.objectContaining({ id, command: 'capture' })]);
  });

  test('a key that ends while its call waits gets nothing', async () => {
    const waiting = asDevice(`${MONITOR}/command?wait=25`);
    // It has begun to wait when the next call of its key ends it.
    const next = asDevice(`${MONITOR}/command?wait=25`);
    expect((await Promise.race([waiting, next])).body.data.commands).toEqual([]);
    expect((await stage.as('editor', `${MONITOR}/keys/${hash}`, { method: 'DELETE' })).status).toBe(200);
    await ask('capture');
    expect((await Promise.all([waiting, next])).map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test.each([
    ['a word that is none', { command: 'Start!' }],
    ['a list', { command: 'settings', params: { roi: [1, 2] } }],
    ['an odd name', { command: 'settings', params: { 'a.b': 1 } }],
    ['too much', { command: 'settings', params: { text: 'x'.repeat(4_096) } }],
    [
      'too many',
      { command: 'settings', params: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`p${n}`, n])) },
    ],
  ])('%s is refused', async (_, body) => {
    const answer = await stage.as('editor', `${MONITOR}/command`, { body });
    expect([answer.status, action()]).toEqual([400, undefined]);
  });

  test('only editors ask; an editor who is removed meanwhile asks for nothing', async () => {
    for (const [uid, status] of [
      ['viewer', 403],
      ['stranger', 404],
    ] as const)
      expect((await ask('start', undefined, uid)).status).toBe(status);
    expect((await asDevice(`${MONITOR}/command`, { command: 'start' })).status).toBe(404);
    expect(action()).toBeUndefined();
  });

  test('where the live state does not answer, nothing was asked; a retry asks once', async () => {
    const { faults } = stage.stack;
    faults.database.set([{ method: 'WS', path: 'controller', hang: true }]);
    const headers = { 'idempotency-key': `cut-${started}` };
    expect((await ask('capture', undefined, 'editor', headers)).status).toBe(503);
    faults.database.set([]);
    const id = await idOf(ask('capture', undefined, 'editor', headers));
    expect(await heard()).toMatchObject([{ id }]);
  });
});

describe('at the Realtime Database', () => {
  interface Token {
    token: string;
    until: number;
    database: string;
    path: string;
  }
  const tokenFor = async (flow: string[] = ['exposure'], withKey = key): Promise<Token> =>
    (await asDevice(`${MONITOR}/token`, { flow }, withKey)).body.data;

  /** Status of the database's own REST interface. */
  async function at({ database, path, token }: Token, place: string, method = 'GET', body?: unknown) {
    const url = new URL(database);
    url.pathname = `/${path}${place}.json`;
    url.searchParams.set('auth', token);
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    return (await fetch(url, { method, ...init })).status;
  }
  const now = { '.sv': 'timestamp' };
  const take = (token: Token, id: number, more: object = {}) =>
    at(token, '/controller/action', 'PATCH', {
      status: true,
      [`requests/c${id}/taken`]: { at: now, by: 'press', ...more },
    });
  const end = (token: Token, id: unknown, more: object = {}) =>
    at(token, '/controller/action', 'PATCH', { status: false, result: { id, ok: true, at: now, ...more } });

  test('the token says where, and ends within an hour; it opens no route', async () => {
    const made = await tokenFor();
    expect(made).toMatchObject({
      path: 'monitor/line-1',
      database: expect.stringContaining(stage.stack.namespace),
    });
    expect(made.until - Date.now()).toBeLessThanOrEqual(3_600_000);
    await registerPerson(stage.auth, stage.stack.projectId, CAMERA);
    for (const path of ['/monitor', `${MONITOR}/command`])
      expect((await stage.as(CAMERA, path)).status).toBe(401);
  });

  test('it reads the commands, takes each once and says how it ended', async () => {
    const token = await tokenFor();
    const id = await idOf(ask('capture'));
    expect(await at(token, '/controller')).toBe(200);
    expect(await take(token, id)).toBe(200);
    expect(action()).toMatchObject({ status: true, requests: { [`c${id}`]: { taken: { by: 'press' } } } });
    expect(await take(token, id)).toBe(401);
    expect((await tell(id, { state: 'taken', by: 'other' })).status).toBe(409);
    expect(await end(token, id, { message: 'ok' })).toBe(200);
    expect(action()).toMatchObject({ status: false, result: { id, ok: true, message: 'ok' } });
  });

  test('what came 30 seconds ago is taken only as late', async () => {
    const token = await tokenFor();
    const id = await idOf(ask('capture'));
    await age(31_000);
    expect(await take(token, id)).toBe(401);
    expect(await take(token, id, { late: true })).toBe(200);
  });

  test('nothing else: no other place, no other monitor, no request, no made-up shape', async () => {
    const token = await tokenFor();
    const id = await idOf(ask('capture'));
    for (const place of ['', '/totalCounter', '/image', '/flow'])
      expect([place, await at(token, place)]).toEqual([place, 401]);
    expect(await at({ ...token, path: 'monitor/line-2' }, '/controller')).toBe(401);
    expect(await at({ ...token, path: 'device/line-1' }, '')).toBe(401);
    for (const [place, value] of [
      ['/status', true],
      ['/totalCounter', 5],
      ['/controller/action/request', { id: 1, command: 'start' }],
      ['/controller/action/requests/c999', { id: 999, command: 'start', at: now }],
      [`/controller/action/requests/c${id}/at`, now],
      ['/controller/action/requests/c999/taken', { at: now, by: 'press' }],
      ['/controller/action/status', 'yes'],
      ['/controller/action/status', null],
      ['/controller/action/result', null],
      ['/controller/action/result', { id, ok: true, at: now, more: 1 }],
      ['/controller/action/result', { id: id + 1, ok: true, at: now }],
      ['/controller/action/result', { id, ok: true, at: 5 }],
      ['/controller/action/result', { id, ok: true, at: now, message: 'x'.repeat(501) }],
      ['/flow/current_flow_rate', 5],
      ['/measured', now],
    ] as const)
      expect([place, value, await at(token, place, 'PUT', value)]).toEqual([
        ...[place, value],
        place === '/measured' ? 200 : 401,
      ]);
    for (const more of [{ by: 5 }, { by: 'x'.repeat(65) }, { at: 5 }, { more: true }, { late: false }])
      expect([more, await take(token, id, more)]).toEqual([more, 401]);
    expect(await take(token, id)).toBe(200);
  });

  test('its own numbers: those that it has named, once a second', async () => {
    const token = await tokenFor(['exposure', 'temperature']);
    await change((controller) => controller);
    const measure = (numbers: object) => at(token, '', 'PATCH', { ...numbers, measured: now });
    expect(await at(token, '/flow/exposure', 'PUT', 5)).toBe(401);
    for (const numbers of [{ 'flow/other': 1 }, { 'flow/exposure': 'x' }, { 'flow/total_processed': 1 }])
      expect([numbers, await measure(numbers)]).toEqual([numbers, 401]);
    await eventually(async () =>
      expect(await measure({ 'flow/exposure': 12.5, 'flow/temperature': -3 })).toBe(200),
    );
    expect(await measure({ 'flow/exposure': 13 })).toBe(401);
    expect(liveState(stage.stack, 'line-1').flow).toMatchObject({ exposure: 12.5, temperature: -3 });
    await eventually(async () => expect(await measure({ 'flow/exposure': 13 })).toBe(200));
    // The session that they are of keeps the last ones; the next one begins without.
    expect((await asDevice(`${MONITOR}/start`, {})).status).toBe(200);
    await eventually(async () => expect(await measure({ 'flow/exposure': 14 })).toBe(200));
    const { session } = liveState(stage.stack, 'line-1');
    expect((await asDevice(`${MONITOR}/stop`, {})).status).toBe(200);
    const kept = (await stage.stack.firestore.doc(`session/${session}`).get()).get('flow');
    expect(kept).toEqual({ current_flow_rate: 0, exposure: 14, total_processed: 0 });
    expect((await asDevice(`${MONITOR}/start`, {})).status).toBe(200);
    expect(liveState(stage.stack, 'line-1').flow).toEqual({ current_flow_rate: 0, total_processed: 0 });
    expect((await asDevice(`${MONITOR}/stop`, {})).status).toBe(200);
  });

  test(`${WRITES} numbers as fast as a device can: one a second is taken and read, and no function runs`, async () => {
    const token = await tokenFor(['exposure']);
    const url = new URL(token.database);
    url.pathname = `/${token.path}.json`;
    url.searchParams.set('auth', tokenOf('viewer', stage.stack.projectId));
    const leave = new AbortController();
    const reader = await fetch(url, { headers: { accept: 'text/event-stream' }, signal: leave.signal });
    expect(reader.status).toBe(200);
    let read = '';
    const reading = (async () => {
      for await (const text of reader.body!.pipeThrough(new TextDecoderStream())) read += text;
    })().catch(() => {});
    await eventually(() => expect(read).toContain('event: put'));
    const logged = () => Object.values(stage.stack.functions).map((each) => each.output().length);
    const before = [read.length, logged()] as const;
    let taken = 0;
    await concurrently(WRITES, 50, async (number) => {
      const numbers = { 'flow/exposure': number, measured: now };
      if ((await at(token, '', 'PATCH', numbers)) === 200) taken += 1;
    });
    await eventually(() => expect(timesIn(read.slice(before[0]))).toHaveLength(taken));
    const times = timesIn(read.slice(before[0]));
    for (const [index, time] of times.slice(1).entries())
      expect(time - (times[index] as number)).toBeGreaterThanOrEqual(1_000);
    expect(taken).toBeGreaterThan(0);
    expect(logged()).toEqual(before[1]);
    leave.abort();
    await reading;
  });

  test.each([
    [['exposure', 'current_flow_rate']],
    [['Exposure']],
    [Array.from({ length: 21 }, (_, number) => `n${number}`)],
  ])('a token for these numbers is refused: %j', async (flow) => {
    expect((await asDevice(`${MONITOR}/token`, { flow })).status).toBe(400);
  });

  test('people, other cameras and ended keys get no token', async () => {
    for (const [uid, status] of [
      ['owner', 403],
      ['viewer', 403],
      ['stranger', 404],
    ] as const)
      expect((await stage.as(uid, `${MONITOR}/token`, { body: {} })).status).toBe(status);
    expect((await asDevice('/monitor/line-2/token', {})).status).toBe(404);
  });

  test('the key ends: the device that listens is cut off, and writes nothing more', async () => {
    const token = await tokenFor();
    const id = await idOf(ask('capture'));
    const url = new URL(token.database);
    url.pathname = `/${token.path}/controller.json`;
    url.searchParams.set('auth', token.token);
    const stream = await fetch(url, { headers: { accept: 'text/event-stream' } });
    expect(stream.status).toBe(200);
    expect((await stage.as('editor', `${MONITOR}/keys/${hash}`, { method: 'DELETE' })).status).toBe(200);
    expect(await stream.text()).toContain('event: cancel');
    expect(await at(token, '/controller')).toBe(401);
    expect(await take(token, id)).toBe(401);
    expect(await end(token, id)).toBe(401);
  });

  test('it ends too when whoever answers for the key is no editor any more', async () => {
    const token = await tokenFor();
    const role = (name: string) =>
      stage.as('owner', `${MONITOR}/members/editor`, { method: 'PUT', body: { role: name } });
    expect((await role('viewer')).status).toBe(200);
    await eventually(async () => expect(await at(token, '/controller')).toBe(401));
    expect((await role('editor')).status).toBe(200);
    expect(await at(token, '/controller')).toBe(401);
  });
});
