/**
 * `examples/hooks`: the receivers, a flow of a real Node-RED among them, with messages as the service signs them. On a machine without Python 3 that one is skipped visibly.
 * @covers Contract 16 hooks: receivers in TypeScript, Python and Node-RED
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { freePort } from '../../emulators/stack/ports.ts';
import { signedHeaders } from '../../functions/src/common/hooks/attempt.ts';
import { startNodeRed } from '../flow-nodes/stage.ts';
import { eventually } from '../support/factory.ts';

const FOLDER = resolve(import.meta.dirname, '../../examples/hooks');
const hasPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

interface Receiver {
  url: string;
  /** The events that were printed, in their order. */
  events(): string[];
  close(): Promise<void>;
}

const program =
  (file: string, command: string) =>
  async (secret: string): Promise<Receiver> => {
    const port = await freePort();
    const env = { ...process.env, SECRET: secret, PORT: String(port) };
    const child = spawn(command, [resolve(FOLDER, file)], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (bytes) => {
      printed += bytes;
    });
    const receiver = {
      url: `http://127.0.0.1:${port}/`,
      events: () => printed.trim().split('\n').slice(1),
      close: async () => {
        child.kill();
        await once(child, 'exit');
      },
    };
    await eventually(() => expect(printed).toContain('Listening'));
    return receiver;
  };

/** The secret is put into the tab as a person puts it, but is not kept with the credentials. */
async function nodeRed(secret: string): Promise<Receiver> {
  const red = await startNodeRed('node-red');
  const flow = await readFile(resolve(FOLDER, 'node-red.json'), 'utf8');
  await red.deploy(
    JSON.parse(flow.replace('"value": "",\n        "type": "cred"', `"value": "${secret}", "type": "str"`)),
  );
  return {
    url: `${red.url}/sightline-events`,
    events: () =>
      red
        .output()
        .split('\n')
        .flatMap((line) => /\[debug:what happened\] (.*)/.exec(line)?.slice(1) ?? []),
    close: red.close,
  };
}

let receiver: Receiver | undefined;
afterEach(() => receiver?.close());

describe.each([
  ['receive.ts', program('receive.ts', process.execPath), true],
  ['receive.py', program('receive.py', 'python3'), hasPython],
  ['node-red.json', nodeRed, true],
])('%s', (_, start, isHere) => {
  (isHere ? test : test.skip)('takes what is genuine, once', () => takesGenuineOnce(start));
});

async function takesGenuineOnce(start: (secret: string) => Promise<Receiver>): Promise<void> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  receiver = await start(secret);
  const { url, events } = receiver;
  const send = async (headers: Record<string, string>, body: string) =>
    (await fetch(url, { method: 'POST', headers, body })).status;
  const message = (number: number) => ({
    id: `hook-run-ready-${number}`,
    type: 'run.ready',
    body: JSON.stringify({ type: 'run.ready', timestamp: '', data: { number, name: 'Prüfung' } }),
  });
  const now = Date.now();
  const [one, two] = [message(1), message(2)];
  const headers = signedHeaders(one, secret, now);
  // Node-RED answers as soon as its flow has begun.
  await eventually(async () => expect(await send(headers, one.body)).toBe(204));
  expect(await send(headers, one.body)).toBe(204);
  expect(await send(headers, two.body)).toBe(401);
  expect(await send({ ...headers, 'webhook-id': two.id }, one.body)).toBe(401);
  expect(await send({ 'content-type': 'application/json' }, one.body)).toBe(401);
  expect(await send(signedHeaders(two, secret, now - 400_000), two.body)).toBe(401);
  const rotated = signedHeaders(two, secret, now);
  rotated['webhook-signature'] = `v1,AAAA ${rotated['webhook-signature']}`;
  expect(await send(rotated, two.body)).toBe(204);
  await eventually(() => expect(events()).toHaveLength(2));
  expect(events().map((line) => JSON.parse(line.slice('run.ready '.length)))).toEqual([
    { number: 1, name: 'Prüfung' },
    { number: 2, name: 'Prüfung' },
  ]);
}
