/**
 * Contract 1: the local stack answers this machine, but no page of another site.
 * @covers Contract 1 loopback Hosts only, no page of another site, on every local server
 */
import { once } from 'node:events';
import { request as ask, createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { startDatabase } from '../../emulators/database/server.ts';
import { startLocalServer } from '../../emulators/http/local-server.ts';
import { type RunningFront, startFront } from '../../emulators/stack/front.ts';
import { startGitRemote } from '../../emulators/stack/git-remote.ts';
import { startStorage } from '../../emulators/storage/server.ts';
import { startVision } from '../../emulators/vision/server.ts';
import { FUNCTIONS } from '../../tools/openapi/functions.ts';

interface Closable {
  port: number;
  close(): Promise<void>;
}

const servers: Record<string, Closable> = {};
let front: RunningFront;
let functionServer: Server;
let reached: string[];

beforeAll(async () => {
  const behind = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(behind, 'listening');
  functionServer = behind;
  const target = { port: (behind.address() as AddressInfo).port, isRunning: () => true };
  const functions = { image: target, monitor: target, dataset: target };
  const origins = ['https://dashboard.test'];
  front = await startFront({ port: 0, projectId: 'p', region: 'r', functions, origins });
  Object.assign(servers, {
    front,
    database: await startDatabase({ port: 0 }),
    storage: await startStorage({ port: 0, buckets: ['pictures'] }),
    vision: await startVision({ port: 0 }),
    git: await startGitRemote({ port: 0, directory: '/tmp/sightline-local-only' }),
  });
});
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.close()));
  functionServer.close();
});

const NAMES = ['front', 'database', 'storage', 'vision', 'git'];
/** Requests that a page of another site can send without permission: a script, an image or link, a form. */
const FOREIGN = [
  { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: 'http://127.0.0.1.evil.test' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' },
  { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', referer: 'http://127.0.0.1:8000/' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', referer: 'https://evil.test/127.0.0.1' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
];
const OWN = [
  {},
  { origin: 'http://localhost:5000', 'sec-fetch-site': 'cross-site' },
  { origin: 'http://127.0.0.1:5000', 'sec-fetch-site': 'same-site' },
  { origin: 'http://[::1]:5000' },
  { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', referer: 'http://127.0.0.1:5000/x' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'same-origin' },
];

/** fetch sets Host and Sec-Fetch-Site by itself. */
function send(port: number, method: string, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = ask({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text) => (body += text));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    sent.on('error', reject).end();
  });
}

describe.each(NAMES)('%s', (name) => {
  test.each(['evil.test', 'evil.test:80', '127.0.0.1.evil.test', '192.168.1.5:5001', '0.0.0.0'])(
    'does not answer to the Host "%s"',
    async (host) => {
      const { status, body } = await send(servers[name]!.port, 'GET', '/', { host });
      expect([status, body]).toEqual([403, expect.stringContaining('answers only to 127.0.0.1')]);
    },
  );

  test.each(['localhost', 'LOCALHOST:1', '127.0.0.1', '[::1]:9000'])(
    'answers to the Host "%s"',
    async (host) => {
      expect((await send(servers[name]!.port, 'GET', '/', { host })).status).not.toBe(403);
    },
  );

  test.each(FOREIGN)('changes nothing for a foreign page: %j', async (headers) => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await send(servers[name]!.port, method, '/', headers)).status).toBe(403);
  });

  test.each(OWN)('works for this machine: %j', async (headers) => {
    expect((await send(servers[name]!.port, 'POST', '/', headers)).status).not.toBe(403);
  });
});

describe('functions', () => {
  const call = async (path: string, headers: Record<string, string>, method = 'GET') => {
    reached = [];
    const { status } = await send(front.port, method, `/p/r${path}`, headers);
    return { status, reached };
  };
  const changing = FUNCTIONS.flatMap(({ table: { prefix, routes } }) =>
    routes
      .filter(({ methods, readOnly }) => !readOnly && methods.includes('GET'))
      .map(({ path }) => `/${prefix}${path.replace(/:\w+/g, 'x')}`),
  );

  test('some routes change something by GET', () => {
    expect(changing).toEqual(
      expect.arrayContaining([
        '/image/delete/image/x',
        '/monitor/x/start',
        '/monitor/x/stop',
        '/dataset/x/csv',
      ]),
    );
  });

  test.each(FOREIGN)('no image, link or script of a foreign page reaches them: %j', async (headers) => {
    for (const path of [
      ...changing,
      '/image/%64elete/image/x',
      '/monitor/x/st%61rt?uid=u',
      '/image/image/delete/image/x',
    ])
      expect([path, await call(path, headers)]).toEqual([path, { status: 403, reached: [] }]);
  });

  test('a page that CORS_ORIGINS names reaches them', async () => {
    const headers = { origin: 'https://dashboard.test', 'sec-fetch-site': 'cross-site' };
    expect((await call('/monitor/x/start', headers)).reached).toEqual(['GET /x/start']);
    expect((await call('/monitor/x/image', headers, 'POST')).status).toBe(200);
  });

  test('requests that only read, and preflights, are passed to the functions, which have CORS', async () => {
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
    expect((await call('/image/getb64/image/x', headers)).status).toBe(200);
    expect((await call('/monitor/x/start', headers, 'OPTIONS')).status).toBe(200);
  });
});

test('a foreign page cannot read the database or objects, or open a WebSocket', async () => {
  const headers = { origin: 'https://evil.test' };
  const { database, storage } = servers as Record<'database' | 'storage', Closable>;
  expect((await send(database.port, 'GET', '/.json?ns=a&auth=owner', headers)).status).toBe(403);
  expect((await send(database.port, 'OPTIONS', '/.json?ns=a', headers)).status).toBe(403);
  expect((await send(storage.port, 'GET', '/storage/v1/b/pictures/o', headers)).status).toBe(403);
  const outcome = (options: object) =>
    new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${database.port}/.ws?v=5&ns=a`, options);
      socket.on('open', () => resolve('open')).on('error', (error) => resolve(error.message));
      socket.on('open', () => socket.terminate());
    });
  expect(await outcome({ origin: 'https://evil.test' })).toBe('Unexpected server response: 400');
  expect(await outcome({ headers: { host: 'evil.test' } })).toBe('Unexpected server response: 400');
  expect(await outcome({ origin: 'http://localhost:5000' })).toBe('open');
});

test('an upgrade that is refused and aborted does not end the server', async () => {
  const { port } = servers.database as Closable;
  const upgrade = 'GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  for (let count = 0; count < 20; count += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(upgrade, () => socket.resetAndDestroy());
  }
  expect((await send(port, 'GET', '/.json?ns=a')).status).toBe(401);
});

describe('control routes', () => {
  const put = async (name: string, path: string, body: string) => {
    const url = `http://127.0.0.1:${servers[name]?.port}${path}`;
    const answer = await fetch(url, { method: 'PUT', body });
    return [answer.status, (await answer.json()) as unknown];
  };

  test.each(['database', 'storage', 'vision'])('%s rejects faults that it cannot simulate', async (name) => {
    const error = (text: string) => ({ error: expect.stringContaining(text) });
    expect(await put(name, '/__faults', '[{')).toEqual([400, error('not JSON')]);
    expect(await put(name, '/__faults', 'null')).toEqual([400, error('the body')]);
    expect(await put(name, '/__faults', '[null]')).toEqual([400, error('Not a list of faults: 0')]);
    expect(await put(name, '/__faults', '[{"path":"("}]')).toEqual([400, error('0.path: no regular')]);
    expect(await put(name, '/__faults', '[{"path":"x","status":99}]')).toEqual([400, error('0.status')]);
    expect(await put(name, '/__faults', '[{"path":"x","headers":{"a":"\\n"}}]')).toEqual([
      400,
      error('0.headers'),
    ]);
    expect(await put(name, '/__faults', '[{"path":"x","latncy":1}]')).toEqual([400, error('latncy')]);
    expect(await put(name, '/__faults', '[{"path":"^/nowhere","status":503}]')).toEqual([
      200,
      expect.any(Array),
    ]);
    expect(await put(name, '/__faults', '[]')).toEqual([200, []]);
  });

  test.each(['[', 'null', '{"status":"constructor"}', '{"status":"INTERNAL","times":-1}'])(
    'Vision rejects a failure like %s',
    async (body) => expect((await put('vision', '/__failure', body))[0]).toBe(400),
  );
});

test('an unexpected error is a 500 and a line in the log, and the server continues', async () => {
  const lines = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const handle = async (): Promise<void> => {
    throw new TypeError('of the server');
  };
  const server = await startLocalServer({ name: 'Broken', port: 0, handle });
  const { status, body } = await send(server.port, 'GET', '/a%0Ab');
  expect([status, body]).toEqual([500, expect.not.stringContaining('of the server')]);
  expect(lines.mock.calls).toEqual([
    [expect.stringMatching(/^Broken: GET "\/a%0Ab": TypeError: of the server/)],
  ]);
  expect((await send(server.port, 'GET', '/')).status).toBe(500);
  lines.mockRestore();
  await server.close();
});
