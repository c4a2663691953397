/** @covers Workflow, roles, hooks, smoke, doctor */
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const SMOKE = resolve(import.meta.dirname, '../../deploy/smoke.ts');
const OK = { status: 200, body: '{"status":"ok"}' };

let server: Server;
let url: string;
let answer: (path: string) => { status: number; body: string };

beforeEach(async () => {
  server = createServer((request, response) => {
    const { status, body } = answer(request.url ?? '');
    response.writeHead(status).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function smoke(within: number | string, more: Record<string, string> = {}) {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const args = [SMOKE, '--url', url, `--within=${within}`];
  return promisify(execFile)(process.execPath, args, { env: { ...env, ...more } }).then(
    ({ stdout }) => ({ code: 0, said: '', lines: stdout.trim().split('\n') }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stderr,
      lines: error.stdout.trim().split('\n'),
    }),
  );
}

test('each function is checked by name, until all are healthy', async () => {
  const asked = new Map<string, number>();
  answer = (path) => {
    asked.set(path, (asked.get(path) ?? 0) + 1);
    return path.startsWith('/image') && asked.get(path) === 1 ? { status: 503, body: '{}' } : OK;
  };
  const { code, lines } = await smoke(30);
  expect(code).toBe(0);
  expect(lines).toEqual(
    ['dataset', 'image', 'monitor', 'service-git'].map((name) => `ok   ${name}: 200 ${OK.body}`),
  );
  expect(asked.get('/image/health')).toBe(2);
});

test('one that stays unhealthy fails the deployment; so does an invalid answer', async () => {
  answer = (path) => (path.startsWith('/monitor') ? { status: 200, body: '<html>' } : OK);
  const { code, lines } = await smoke(0);
  expect(code).toBe(1);
  expect(lines.filter((line) => line.startsWith('BAD'))).toEqual(['BAD  monitor: 200 <html>']);
});

test('service-git may have no volume if the deployment has none', async () => {
  answer = (path) => (path.startsWith('/service-git') ? { status: 503, body: '{}' } : OK);
  expect((await smoke(0)).code).toBe(0);
  expect((await smoke(0, { EDITOR_VOLUME_SOURCE: 'gs://flows' })).code).toBe(1);
});

test('a time that is no number of seconds is refused, and nothing is asked', async () => {
  let asked = 0;
  answer = () => {
    asked += 1;
    return OK;
  };
  for (const within of ['2m', '-1', '1e3'])
    expect(await smoke(within)).toMatchObject({ code: 1, said: expect.stringContaining('--within must be') });
  expect(await smoke('')).toMatchObject({ code: 2, said: expect.stringContaining('--within needs a value') });
  expect(asked).toBe(0);
});
