/**
 * Attacks that outsiders found, each with its own reproduction: unknown callers, parameters, claims (findings A7, A9, D9).
 * Those with bodies are in hostile-bodies.test.ts.
 * @covers Nothing is done for strangers; parameters that nobody reads; what nobody proved in the log
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FunctionName } from '../../emulators/stack/function.ts';
import { hashKey } from '../../functions/src/common/access/keys.ts';
import { FUNCTIONS } from '../../tools/openapi/functions.ts';
import { call, eventually } from '../support/factory.ts';
import { type Headers, type HostileStage, madeUpKey, openHostileStage, shout } from './hostile-stage.ts';

let stage: HostileStage;
let owner: Headers;
let viewer: Headers;

beforeAll(async () => {
  // The owner asks each route here.
  stage = await openHostileStage({ RATE_EXPORT: 'off' });
  owner = await stage.person('owner', { permissions: ['git-control.write'], admin: true });
  viewer = await stage.person('viewer');
});
afterAll(() => stage?.close());

/** Each route with each of its methods; a required body is missing. */
const EVERYWHERE = FUNCTIONS.flatMap(({ table }) =>
  table.routes.flatMap(({ path, methods, open }) =>
    methods.map((method) => ({
      name: table.prefix as FunctionName,
      method,
      isOpen: open === true,
      path: path
        .replace(':monitor_id', 'line-1')
        .replace(':dataset_id', 'bolts')
        .replace(/:(run|other|command)\b/g, '1')
        .replace(/:\w+/, 'x'),
    })),
  ),
);
const CLOSED = EVERYWHERE.filter(({ isOpen }) => !isOpen);

const writtenDocuments = async () => (await stage.stack.firestore.collection('limit').get()).size;

describe('A7: an invented device key', () => {
  test.each(CLOSED)('$method /$name$path: 401, one read at most, nothing written', async (route) => {
    const headers = { ...madeUpKey(), 'x-forwarded-for': `198.51.100.${randomBytes(1)[0]}` };
    await shout(stage, route.name, { ...route, headers });
    stage.tap.take();
    const { status } = await shout(stage, route.name, { ...route, headers: { ...headers, ...madeUpKey() } });
    const first = stage.tap.take();
    expect(status).toBe(401);
    expect([first.reads, first.writes, first.deletes, first.commits]).toEqual([1, 0, 0, 0]);
  });

  test('needs no read when it is sent again', async () => {
    const headers = madeUpKey();
    const route = { method: 'GET', path: '/line-1/start', headers };
    await shout(stage, 'monitor', route);
    stage.tap.take();
    expect((await shout(stage, 'monitor', route)).status).toBe(401);
    expect(stage.tap.take().reads).toBe(0);
  });

  test('many of them from one address are limited, without a document, and without limiting others', async () => {
    const ask = (headers: Headers, from: string) =>
      shout(stage, 'dataset', {
        method: 'GET',
        path: '/bolts/csv',
        headers: { ...headers, 'x-forwarded-for': `203.0.113.9, ${from}` },
      });
    await ask(stage.key, '192.0.2.1');
    const before = await writtenDocuments();
    stage.tap.take();
    const flood = [];
    for (let number = 0; number < 300; number += 1) flood.push(await ask(madeUpKey(), '192.0.2.1'));
    const bill = stage.tap.take();
    const slowed = flood.filter(({ status }) => status === 429);
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([401, 429]));
    // More calls than a minute's limit; few tokens are refilled during the flood.
    expect(slowed.length).toBeGreaterThan(100);
    expect(Number(slowed[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(bill.reads).toBe(flood.length - slowed.length);
    expect(bill.writes).toBe(0);
    expect(await writtenDocuments()).toBe(before);
    // A camera with a live key still gets answers, even if others behind its address are limited.
    expect((await ask(stage.key, '192.0.2.1')).status).toBe(404);
    expect((await ask(madeUpKey(), '192.0.2.2')).status).toBe(401);
  });

  test('other bad credentials read and write nothing', async () => {
    stage.tap.take();
    for (const authorization of ['Bearer x.y.z', 'Basic eDp5', 'Bearer slk_short', ''])
      expect((await call(stage.stack, '/dataset/bolts/csv', { headers: { authorization } })).status).toBe(
        401,
      );
    expect(stage.tap.take()).toMatchObject({ reads: 0, writes: 0 });
  });

  test('a revoked key stops working within 5 s, even while it is in use', async () => {
    const headers = madeUpKey();
    const stored = stage.stack.firestore.doc(`deviceKey/${hashKey(headers['x-device-key'] as string)}`);
    await stored.set({ monitor: stage.stack.firestore.doc('monitor/line-2'), created: new Date() });
    const ask = async () => (await call(stage.stack, '/monitor/line-2/stop', { headers })).status;
    expect(await ask()).toBe(409);
    await stored.update({ revoked: new Date() });
    await eventually(async () => expect(await ask()).toBe(401), 5_000);
  });

  test('simultaneous requests of cameras verify their key with one read', async () => {
    // One that no process has seen before.
    const headers = madeUpKey();
    const stored = stage.stack.firestore.doc(`deviceKey/${hashKey(headers['x-device-key'] as string)}`);
    await stored.set({ monitor: stage.stack.firestore.doc('monitor/line-2'), created: new Date() });
    stage.tap.take();
    const sends = Array.from({ length: 20 }, () =>
      shout(stage, 'image', { method: 'GET', path: '/getb64/image/x', headers }),
    );
    for (const { status } of await Promise.all(sends)) expect(status).toBe(404);
    expect(stage.tap.take().readsOf.deviceKey).toBe(1);
  });
});

describe('D9: query parameters', () => {
  test.each(EVERYWHERE)('$method /$name$path accepts no unknown parameter', async (route) => {
    const path = `/${route.name}${route.path}?no_such_parameter=1`;
    const { status, body } = await call(stage.stack, path, { method: route.method, headers: owner });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('Unknown parameter \\"no_such_parameter\\"');
  });

  test.each([
    ['validate=20', 'Unknown parameter "validate"; did you mean "validation"?'],
    ['Test=20', 'Unknown parameter "Test"; did you mean "test"?'],
    ['test=10&test=20', 'Parameter "test" is given twice'],
    ['test=10&test=10', 'Parameter "test" is given twice'],
    ['%74est=10&test=20', 'Parameter "test" is given twice'],
    ['__proto__=1', expect.stringMatching(/^Unknown parameter "__proto__"; this route takes test, /)],
    ['=1', expect.stringMatching(/^Unknown parameter ""; this route takes test, /)],
    [`${'x'.repeat(5000)}=1`, expect.stringMatching(/^Unknown parameter "x{60}"; /)],
  ])('csv?%s', async (query, result) => {
    const { status, body } = await call(stage.stack, `/dataset/bolts/csv?${query}`, { headers: viewer });
    expect([status, body]).toEqual([400, { error: true, result }]);
  });

  test("callers without access learn nothing about a route's parameters", async () => {
    expect((await call(stage.stack, '/dataset/bolts/csv?validate=20')).status).toBe(401);
  });
});

describe('A9: the log names only verified callers', () => {
  let number = 0;
  const lineOf = async (
    name: FunctionName,
    path: string,
    init: { method?: string; body?: unknown; headers: Headers },
  ) => {
    const requestId = `hostile-${++number}`;
    await call(stage.stack, path, { ...init, headers: { ...init.headers, 'x-request-id': requestId } });
    return eventually(() => {
      const lines = stage.stack.functions[name]!.output().split('\n');
      const line = lines.find((each) => each.includes(requestId) && each.includes('"message":"request"'));
      return JSON.parse(line as string) as Record<string, unknown>;
    });
  };

  test('userId of the body of downloadZip', async () => {
    const body = { images: ['none'], userId: 'owner' };
    const line = await lineOf('dataset', '/dataset/bolts/downloadZip', { headers: viewer, body });
    expect(line).toMatchObject({ caller: 'person', userId: 'viewer', claimedUserId: 'owner' });
  });

  test('uid of a start by a camera', async () => {
    const line = await lineOf('monitor', '/monitor/line-1/start?uid=owner', { headers: stage.key });
    expect(line).toMatchObject({ caller: 'device', status: 200, claimedUserId: 'owner' });
    expect(line).not.toHaveProperty('userId');
    expect(line).not.toHaveProperty('startedBy');
  });

  test('dataset and image of the body of updateTags, which were not found', async () => {
    const body = { dataset: 'secret', imageID: 'hidden', tags: [] };
    const line = await lineOf('monitor', '/monitor/updateTags', { headers: viewer, body });
    expect(line).toMatchObject({ status: 404, askedDataset: 'secret', askedImage: 'hidden' });
    expect(line).not.toHaveProperty('dataset');
    expect(line).not.toHaveProperty('image');
  });
});
