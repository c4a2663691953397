/**
 * `examples/hooks`: both receivers with messages as the service signs them. On a machine without Python 3 that one is skipped visibly.
 * @covers Contract 16 hooks: a receiver in TypeScript and one in Python
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { signedHeaders } from '../../functions/src/common/hooks/attempt.ts';
import { eventually } from '../support/factory.ts';

const FOLDER = resolve(import.meta.dirname, '../../examples/hooks');
const hasPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

let receiver: ChildProcess;
let printed = '';
afterEach(async () => {
  receiver.kill();
  await once(receiver, 'exit');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

describe.each([
  ['receive.ts', process.execPath, true],
  ['receive.py', 'python3', hasPython],
])('%s', (file, program, isHere) => {
  (isHere ? test : test.skip)('prints what is genuine, once', async () => {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const port = await freePort();
    const env = { ...process.env, SECRET: secret, PORT: String(port) };
    printed = '';
    receiver = spawn(program, [resolve(FOLDER, file)], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    receiver.stdout?.on('data', (bytes) => {
      printed += bytes;
    });
    await eventually(() => expect(printed).toContain('Listening'));
    const send = async (headers: Record<string, string>, body: string) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
    const message = (number: number) => ({
      id: `hook-run-ready-${number}`,
      type: 'run.ready',
      body: JSON.stringify({ type: 'run.ready', timestamp: '', data: { number, name: 'Prüfung' } }),
    });
    const now = Date.now();
    const [one, two] = [message(1), message(2)];
    const headers = signedHeaders(one, secret, now);
    expect(await send(headers, one.body)).toBe(204);
    expect(await send(headers, one.body)).toBe(204);
    expect(await send(headers, two.body)).toBe(401);
    expect(await send({ ...headers, 'webhook-id': two.id }, one.body)).toBe(401);
    expect(await send({ 'content-type': 'application/json' }, one.body)).toBe(401);
    expect(await send(signedHeaders(two, secret, now - 400_000), two.body)).toBe(401);
    const rotated = signedHeaders(two, secret, now);
    rotated['webhook-signature'] = `v1,AAAA ${rotated['webhook-signature']}`;
    expect(await send(rotated, two.body)).toBe(204);
    const lines = () => printed.trim().split('\n').slice(1);
    await eventually(() => expect(lines()).toHaveLength(2));
    expect(lines().map((line) => JSON.parse(line.slice('run.ready '.length)))).toEqual([
      { number: 1, name: 'Prüfung' },
      { number: 2, name: 'Prüfung' },
    ]);
  });
});
