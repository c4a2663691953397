/**
 * No request can end the launcher: its embedded servers, in a process of their own, get requests and frames with one thing
 * broken, on every control and API route. `LONG=1` sends 20,000; `SEED=n` repeats a run.
 * @covers nothing that a client sends ends the launcher
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { Random } from '../../emulators/scenes/random.ts';
import { sendWire } from '../support/requests.ts';
import {
  drawFrame,
  drawRequest,
  type EmbeddedRequest,
  type ServerName,
} from '../support/requests-embedded.ts';
import { SEED } from '../support/seed.ts';

const COUNT = Number(process.env.COUNT) || (process.env.LONG ? 20_000 : 1_500);
const IN_FLIGHT = 6;
const FRAMES_A_SOCKET = 10;

let program: ChildProcess;
let ports: Record<ServerName, number>;
let log = '';

beforeAll(async () => {
  program = spawn(process.execPath, [join(import.meta.dirname, '../support/embedded-servers.ts')]);
  program.stderr?.on('data', (chunk) => (log += chunk));
  const [line] = (await once(program.stdout!, 'data')) as [Buffer];
  ports = JSON.parse(line.toString());
});
afterAll(async () => {
  if (program.exitCode !== null) return;
  program.kill();
  await once(program, 'exit');
});

test(`${COUNT} broken requests and frames (seed ${SEED}): the process survives, without unexpected errors`, async () => {
  const random = new Random(SEED);
  const findings: string[] = [];
  for (
    let sent = 0;
    sent < COUNT && findings.length === 0 && log === '';
    sent += IN_FLIGHT + FRAMES_A_SOCKET
  ) {
    const requests = Array.from({ length: IN_FLIGHT }, () => drawRequest(random));
    const frames = Array.from({ length: FRAMES_A_SOCKET }, () => drawFrame(random));
    const flaws = await Promise.all([...requests.map(flawOf), flawOfFrames(frames)]);
    findings.push(...flaws.filter((flaw) => flaw !== undefined));
    await healFaults();
  }
  expect(findings).toEqual([]);
  expect(log).toBe('');
  expect(program.exitCode ?? program.signalCode).toBeNull();
}, 3_600_000);

test('afterwards all three work', async () => {
  const annotate = { method: 'POST', body: '{"requests":[]}' };
  const answers = await Promise.all([
    fetch(`http://127.0.0.1:${ports.vision}/v1/images:annotate`, annotate),
    fetch(`http://127.0.0.1:${ports.storage}/storage/v1/b`),
    fetch(`http://127.0.0.1:${ports.database}/a.json?ns=other`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

async function flawOf(request: EmbeddedRequest): Promise<string | undefined> {
  const { status } = await sendWire(request, { host: '127.0.0.1', port: ports[request.server], prefix: '' });
  if (status !== 500 && status !== -1) return undefined;
  return `${status}: ${JSON.stringify(request)} ${Buffer.from(request.body, 'base64')}`;
}

/** Closing the socket is a valid answer; not answering pings is not. */
async function flawOfFrames(frames: readonly string[]): Promise<string | undefined> {
  const socket = new WebSocket(`ws://127.0.0.1:${ports.database}/.ws?v=5&ns=a`);
  const closed = once(socket, 'close');
  await Promise.race([once(socket, 'open'), closed]);
  for (const frame of frames) if (socket.readyState === WebSocket.OPEN) socket.send(frame);
  if (socket.readyState === WebSocket.OPEN) socket.ping();
  const timer = new AbortController();
  const late = once(AbortSignal.any([AbortSignal.timeout(20_000), timer.signal]), 'abort').then(() => 'late');
  const outcome = await Promise.race([closed, once(socket, 'pong'), late]);
  timer.abort();
  socket.terminate();
  return outcome === 'late' ? `no pong after ${frames.join('\n')}` : undefined;
}

async function healFaults(): Promise<void> {
  const heal = (port: number) => fetch(`http://127.0.0.1:${port}/__faults`, { method: 'DELETE' });
  await Promise.all(Object.values(ports).map(heal));
}
