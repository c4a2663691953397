/**
 * Megabytes of `[` once exhausted a worker before the caller was checked (finding A2). Bodies have a budget, and are read
 * last.
 * @covers Bodies: budgets of bytes, nesting and members, in a worker of the deployed size
 */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FunctionName } from '../../emulators/stack/function.ts';
import { startBareWorker } from '../support/bare-worker.ts';
import { concurrently } from '../support/factory.ts';
import { megabytes, memoryGrowth, peakOf, residentOf, ticksOf } from '../support/process-cost.ts';
import { type Headers, type HostileStage, madeUpKey, openHostileStage, shout } from './hostile-stage.ts';

const LARGE = 33 * 1024 * 1024;
const brackets = Buffer.alloc(LARGE, '[');
const UPLOADED = 27 * 1024 * 1024;
const MEMBERS = Buffer.from(`{${'"a":[],'.repeat(1_000_000)}"a":1}`);
/** Maximum memory, relative to a bare process: a body in pieces, whole and as text, and garbage until it is collected. */
const MOST = 4;

let stage: HostileStage;
let people: Headers;
/** Memory (bytes) that a bare process needs to receive each of the bodies. */
let received: number;
/** Memory (bytes) of each worker before the first of them. */
const idle = new Map<number, number>();

beforeAll(async () => {
  stage = await openHostileStage({ RATE_UPLOAD: 'off', RATE_EXPORT: 'off', RATE_GIT: 'off' });
  people = await stage.person('owner', { permissions: ['git-control.write'] });
  for (const { pid, isRunning } of Object.values(stage.stack.functions))
    if (isRunning()) idle.set(pid, await residentOf(pid));
  const bare = await startBareWorker();
  await bare.receive(Buffer.from('warm'));
  received = await memoryGrowth(bare.pid, async () => {
    for (const [, , body] of FORMS) await bare.receive(body);
  });
  await bare.close();
});
afterAll(() => stage?.close());

const ROUTES: [FunctionName, string, 'device' | 'person'][] = [
  ['monitor', '/updateTags', 'device'],
  ['monitor', '/line-1/image', 'device'],
  ['monitor', '/line-1/start', 'device'],
  ['dataset', '/bolts/downloadZip', 'person'],
  ['service-git', '/log', 'person'],
  ['service-git', '/add', 'person'],
];

const CALLERS: Record<string, (kind: 'device' | 'person') => Headers> = {
  nobody: () => ({}),
  'a made-up key': () => madeUpKey(),
  'good credentials': (kind) => (kind === 'device' ? stage.key : people),
};

const FORMS: [string, Headers, Buffer][] = [
  ['33 MB of [', {}, brackets],
  ['33 MB of [ without a length', { 'transfer-encoding': 'chunked' }, brackets],
  ['33 MB of [ in 32 KB of gzip', { 'content-encoding': 'gzip' }, gzipSync(brackets)],
  ['27 MB of [, which an upload may have', {}, brackets.subarray(0, UPLOADED)],
  ['a million members', {}, MEMBERS],
  ['a thousand lists in each other', {}, Buffer.from('['.repeat(1000) + ']'.repeat(1000))],
];

describe.each(ROUTES)('POST /%s%s', (name, path, kind) => {
  test.each(Object.keys(CALLERS))('%s', async (caller) => {
    const { pid } = stage.stack.functions[name]!;
    for (const [form, more, body] of FORMS) {
      const headers = { 'content-type': 'application/json', ...CALLERS[caller]!(kind), ...more };
      const answer = await shout(stage, name, { method: 'POST', path, headers, body });
      expect([form, answer.status]).toEqual([form, caller === 'good credentials' ? expect.any(Number) : 401]);
      if (caller === 'good credentials') expect([400, 413]).toContain(answer.status);
      expect(JSON.parse(answer.body)).toBeTruthy();
    }
    expect(stage.stack.functions[name]!.isRunning()).toBe(true);
    expect(stage.stack.functions[name]!.pid).toBe(pid);
    // Parsing them would need gigabytes.
    expect(await takenBy(pid)).toBeLessThan(MOST * received);
  });
});

/** Maximum memory of a worker so far, above its idle memory. */
async function takenBy(pid: number): Promise<number> {
  const taken = (await peakOf(pid)) - (idle.get(pid) as number);
  process.stdout.write(`\n${megabytes(taken)} MB, a bare process ${megabytes(received)} MB\n`);
  return taken;
}

test('the next call is answered before a parser would have finished the previous body', async () => {
  const parsing = processorTime(() => JSON.parse(MEMBERS.toString()));
  const { pid } = stage.stack.functions.monitor!;
  const headers = { 'content-type': 'application/json', ...stage.key };
  for (const path of ['/updateTags', '/line-1/image'])
    for (const [form, more, body] of FORMS) {
      const before = await ticksOf(pid);
      await shout(stage, 'monitor', { method: 'POST', path, headers: { ...headers, ...more }, body });
      const next = await shout(stage, 'monitor', { method: 'GET', path: '/no/where', headers: {} });
      expect(next.status).toBe(404);
      const took = ((await ticksOf(pid)) - before) * 10;
      process.stdout.write(`\n${path}, ${form}: ${took} ms of ${Math.round(parsing)}\n`);
      expect([form, took < parsing]).toEqual([form, true]);
    }
});

/** Milliseconds of this process. */
function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test('forty at once: some get an error with Retry-After, and the worker survives', async () => {
  const { pid } = stage.stack.functions.monitor!;
  const headers = { 'content-type': 'application/json', ...stage.key };
  const body = brackets.subarray(0, UPLOADED);
  const statuses: number[] = [];
  await concurrently(40, 40, async () => {
    statuses.push(
      (await shout(stage, 'monitor', { method: 'POST', path: '/line-1/image', headers, body })).status,
    );
  });
  expect(statuses.filter((status) => ![400, 503].includes(status))).toEqual([]);
  expect(statuses).toContain(400);
  expect(stage.stack.functions.monitor!.pid).toBe(pid);
  // A tenth of what was received is held, plus garbage, which a busy machine collects late. The function has 1 GiB; holding
  // all of it, as text and decoded, would need three times what was received.
  expect(await takenBy(pid)).toBeLessThan(0.85 * 40 * UPLOADED);
});

test('a body within its budget is read, compressed or not', async () => {
  const body = Buffer.from(JSON.stringify({ dataset: 'bolts', imageID: 'none', tags: [] }));
  const headers = { 'content-type': 'application/json', ...stage.key };
  const plain = await shout(stage, 'monitor', { method: 'POST', path: '/updateTags', headers, body });
  const zipped = await shout(stage, 'monitor', {
    method: 'POST',
    path: '/updateTags',
    body: gzipSync(body),
    headers: { ...headers, 'content-encoding': 'gzip' },
  });
  expect([plain.status, zipped.status]).toEqual([404, 404]);
  expect(JSON.parse(zipped.body)).toEqual(JSON.parse(plain.body));
});
