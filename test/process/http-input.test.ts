/**
 * The schemas of a route validate requests and are the source of openapi.yaml; access is checked before both.
 * @covers Contract 3 X-Request-Id, no-store, HEAD, prefetch, 405 with Allow
 * @covers Contract 9 what a person has seen: `checked`, `empty`, taken back by machines, in lists and counters; bodies refuse unknown fields
 * @covers Nothing is done for strangers; parameters that nobody reads; what nobody proved in the log
 * @covers Bodies: budgets of bytes, nesting and members, in a worker of the deployed size
 * @covers A row's schemas validate and are documented
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import * as z from 'zod/mini';
import { HttpError } from '../../functions/src/common/errors.ts';
import { about, members } from '../../functions/src/common/http/input/fields.ts';
import type { Route, RouteTable } from '../../functions/src/common/http/route.ts';
import { route } from '../../functions/src/common/http/route.ts';
import { serve } from '../../functions/src/common/http/router.ts';
import { bodyOf, parametersOf } from '../../tools/openapi/parameters.ts';
import { Components } from '../../tools/openapi/responses.ts';

let server: Server;
let address: string;
let table: RouteTable;
const access = process.env.ACCESS;

beforeAll(async () => {
  // Log lines.
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  server = createServer((request, response) => void serve(table, request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  process.env.ACCESS = 'open';
  table = { prefix: 'dataset', shape: 'dataset', routes: [row] };
});
afterAll(() => {
  jest.restoreAllMocks();
  server.closeAllConnections();
  server.close();
  if (access === undefined) delete process.env.ACCESS;
  else process.env.ACCESS = access;
});

let handled = 0;
const number = z.pipe(z.string().check(z.regex(/^\d+$/, 'size must be a number')), z.transform(Number));

const row: Route = route({
  id: 'echo',
  methods: ['POST'],
  path: '/:id/echo',
  params: z.object({ id: z.string() }),
  query: z.object({ size: z.optional(number), colour: z.optional(z.string()) }),
  body: members({ names: z.array(z.string(), 'names is missing').check(about('Names.')) }),
  readOnly: true,
  shape: 'dataset',
  handle: async ({ params, query, body }) => {
    handled += 1;
    return { json: { params, query, body } };
  },
});

async function ask(path: string, init: RequestInit = {}) {
  const { status, headers, body } = await fetch(address + path, { method: 'POST', ...init }).then(
    async (answer) => ({ status: answer.status, headers: answer.headers, body: await answer.json() }),
  );
  return { status, headers, body: body as Record<string, unknown> };
}

const json = (value: unknown) => ({
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});

test('the handler gets path, query and body as parsed by the schemas', async () => {
  const { body } = await ask('/a%2Fb/echo?size=7', json({ names: ['x'] }));
  expect(body).toEqual({ params: { id: 'a/b' }, query: { size: 7 }, body: { names: ['x'] } });
});

test('a field that the schema does not have is an error that names the nearest one', async () => {
  handled = 0;
  const sent = [
    { names: ['x'], nmes: 1 },
    { size: 1 },
    { names: [], [`${'x'.repeat(5000)}`]: 1 },
    JSON.parse('{"__proto__":1}'),
  ];
  const answers = await Promise.all(sent.map((body) => ask('/a/echo', json(body))));
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [400, { error: true, result: 'Unknown field "nmes"; did you mean "names"?' }],
    [400, { error: true, result: 'Unknown field "size"; the fields are names' }],
    [400, { error: true, result: `Unknown field "${'x'.repeat(60)}"; the fields are names` }],
    [400, { error: true, result: 'Unknown field "__proto__"; the fields are names' }],
  ]);
  expect(handled).toBe(0);
});

test('nothing may be beside `data` in a body that is wrapped', async () => {
  table = { ...table, routes: [{ ...row, wrapped: true }] };
  const names = ['x'];
  expect((await ask('/a/echo', json({ data: { names } }))).body).toMatchObject({ body: { names } });
  expect((await ask('/a/echo', json({ data: { names }, names }))).body).toEqual({
    error: true,
    result: 'Unknown field "data"; the fields are names',
  });
});

test("an invalid value is answered with the schema's message, in the shape of the area, and nothing is run", async () => {
  handled = 0;
  const answers = [await ask('/a/echo?size=x', json({ names: [] })), await ask('/a/echo', json({}))];
  expect(answers.map(({ status, body }) => [status, body.result])).toEqual([
    [400, 'Bad request: size must be a number'],
    [400, 'Bad request: names is missing'],
  ]);
  expect(handled).toBe(0);
});

test('another schema in a route accepts other requests, and changes openapi.yaml', async () => {
  const described = (each: Route) =>
    JSON.stringify([parametersOf(each), bodyOf('Echo', each, new Components())]);
  const other: Route = {
    ...row,
    query: z.object({ weight: z.string() }),
    body: members({ ages: z.array(z.number(), 'ages is missing') }),
  };
  expect(described(row)).toMatch(/"size".*/);
  expect(described(row)).not.toContain('"weight"');
  expect(described(other)).toContain('"weight"');
  expect(described(other)).not.toContain('"size"');
  table = { ...table, routes: [other] };
  expect((await ask('/a/echo?size=7', json({ names: [] }))).body.result).toBe(
    'Unknown parameter "size"; this route takes weight',
  );
  expect((await ask('/a/echo?weight=7', json({}))).body.result).toBe('Bad request: ages is missing');
  expect((await ask('/a/echo?weight=7', json({ ages: [1] }))).body).toMatchObject({ body: { ages: [1] } });
});

test("a route's `refuse` decides which error a flaw becomes", async () => {
  const refuse: Route['refuse'] = ({ place, path, sent }) =>
    new HttpError('dataset not found', { id: `${place} ${path.join('.')} ${sent}` });
  table = { ...table, routes: [{ ...row, refuse }] };
  expect((await ask('/a/echo?size=x', json({}))).body.result).toBe(
    'Dataset with ID "query size x" not found',
  );
  expect((await ask('/a/echo', json({}))).body.result).toBe('Dataset with ID "body names " not found');
});

describe('before the caller is verified', () => {
  beforeEach(() => {
    process.env.ACCESS = 'required';
  });

  test('path, query and body are not parsed', async () => {
    const seen: string[] = [];
    const spy = z.pipe(
      z.transform((value: unknown) => {
        seen.push(JSON.stringify(value));
        return value;
      }),
      z.unknown(),
    );
    table = { ...table, routes: [{ ...row, params: spy, query: spy, body: spy }] };
    expect((await ask('/a/echo?nonsense=1', json({}))).status).toBe(401);
    expect(seen).toEqual([]);
  });

  test('a missing body is not waited for', async () => {
    const sent = request(address, { path: '/a/echo', method: 'POST', headers: { 'content-length': '1000' } });
    sent.flushHeaders();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(401);
    sent.destroy();
  });
});

test('a connection that ends with its answer stays open until the body is read, so that the answer arrives', async () => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  let isEnded = false;
  socket.once('end', () => {
    isEnded = true;
  });
  const body = '['.repeat(2 * 1024 ** 2);
  socket.write(
    `POST /a/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n[[`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isEnded).toBe(false);
  socket.end(body.slice(2));
  await once(socket, 'end');
});

describe('for bodies that are not JSON the error says what to send', () => {
  test.each([
    [
      'multipart/form-data; boundary=x',
      'Body is not valid JSON: send JSON with Content-Type application/json',
    ],
    [
      'application/x-www-form-urlencoded',
      'Body is not valid JSON: send JSON with Content-Type application/json',
    ],
    ['application/json', 'Body is not valid JSON'],
    ['application/json; charset=utf-8', 'Body is not valid JSON'],
    ['application/vnd.x+json', 'Body is not valid JSON'],
  ])('%s', async (type, result) => {
    const { status, body } = await ask('/a/echo', { body: 'a=b', headers: { 'content-type': type } });
    expect([status, body]).toEqual([400, { error: true, result }]);
  });

  test('for a route that accepts bytes it names their types too', async () => {
    const bytes = { types: ['image/jpeg', 'image/png'], query: z.object({}), read: () => ({ names: [] }) };
    table = { ...table, routes: [{ ...row, bytes }] };
    const { body } = await ask('/a/echo', { body: new Uint8Array([0xff, 0xd8]) });
    expect(body.result).toBe(
      'Body is not valid JSON: send JSON with Content-Type application/json, or the bytes alone with Content-Type image/jpeg, image/png',
    );
  });
});

describe('budgets, on the bytes', () => {
  const budget = { bytes: 1000, depth: 3, members: 10 };
  beforeEach(() => {
    table = { ...table, routes: [{ ...row, body: z.unknown(), budget }] };
  });

  test.each<[string, string, number]>([
    ['at the depth', '[[[1]]]', 200],
    ['too deep', '[[[[1]]]]', 400],
    ['too deep, and cut off', '[[[[', 400],
    ['brackets of a text do not count', '["[[[[[[[[[[[[[[[["]', 200],
    ['nor behind an escaped quote', '["\\"[[[[[[[,,,,,,,,,,,,,,\\\\"]', 200],
    ['but behind an escaped backslash they do', '["\\\\",[[[[1]]]]]', 400],
    ['texts without members, which are no JSON', '"a"'.repeat(22), 413],
    ['side by side is not deep', '[[[]],[[]],[[]]]', 200],
    ['at the number of members', '[1,2,3,4,5,6,7,8,9,0]', 200],
    ['too many members', '[1,2,3,4,5,6,7,8,9,0,1]', 413],
    ['at the bytes', `"${'x'.repeat(998)}"`, 200],
    ['too many bytes', `"${'x'.repeat(999)}"`, 413],
  ])('%s', async (_, body, status) => {
    expect((await ask('/a/echo', { body })).status).toBe(status);
  });
});

describe('Contract 3: HEAD and prefetch run only routes that say that they change nothing', () => {
  const prefetch = { method: 'GET', headers: { 'sec-purpose': 'prefetch' } };

  test.each([
    ['a route that says so', { readOnly: true }, 200, 200, 2],
    ['a route that says nothing', {}, 405, 403, 0],
  ])('%s', async (_, only, head, prefetched, runs) => {
    const peek = route({
      ...{ id: 'peek', methods: ['GET'], path: '/peek', ...only },
      handle: async () => {
        handled += 1;
        return { json: {} };
      },
    });
    table = { prefix: 'dataset', shape: 'dataset', routes: [peek] };
    handled = 0;
    const { status } = await fetch(`${address}/peek`, { method: 'HEAD' });
    expect([status, (await ask('/peek', prefetch)).status, handled]).toEqual([head, prefetched, runs]);
    expect((await ask('/peek', { method: 'GET' })).status).toBe(200);
  });
});

describe('Contract 9: Idempotency-Key', () => {
  const keyed = (methods: Route['methods']) =>
    route({
      id: 'keyed',
      methods,
      path: '/:id/keyed',
      keyed: true,
      body: z.unknown(),
      shape: 'dataset',
      handle: async ({ requestKey, body }) => ({ json: { requestKey, body: body ?? null } }),
    });
  const askWith = (method: 'PATCH' | 'PUT' | 'DELETE', headers: Record<string, string>) => {
    table = { prefix: 'dataset', shape: 'dataset', routes: [keyed([method])] };
    return ask('/a/keyed', { method, headers, body: '[1]' });
  };

  test.each(['PATCH', 'PUT', 'DELETE'] as const)('%s has it, and a body', async (method) => {
    const { body } = await askWith(method, { 'idempotency-key': 'a-Z_9' });
    expect(body).toEqual({ requestKey: 'a-Z_9', body: [1] });
    expect((await askWith(method, {})).body).toEqual({ requestKey: null, body: [1] });
  });

  test.each(['a b', 'x'.repeat(65), 'a/b', ''])('%j is refused', async (key) => {
    const { status, body } = await askWith('PATCH', { 'idempotency-key': key });
    expect([status, body.result]).toEqual([
      400,
      'Bad request: Idempotency-Key must be 1 to 64 of A-Z a-z 0-9 _ -',
    ]);
  });
});
