/**
 * Work on what strangers send is done by a process that is killed when its budget is spent, when its caller is gone and when its
 * parent ends.
 * @covers Isolated work: deadline, memory, caller gone, parent gone, ports, errors, shared places
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Places } from '../../functions/src/common/isolated/places.ts';
import { runIsolated } from '../../functions/src/common/isolated/run-isolated.ts';
import type { echo, failing, fill, firstOf, spin, sum, swell, TestPorts } from './isolated-works.ts';

const ENTRY = join(import.meta.dirname, 'isolated-works.ts');
const BUDGET = { seconds: 60, megabytes: 400 };

/** What the ports were asked, and how many numbers were made. */
function stage() {
  const said: string[] = [];
  const made = { numbers: 0, isClosed: false };
  const problem = Object.assign(new Error('away'), { code: 14 });
  const ports: TestPorts = {
    note: async (text) => {
      said.push(text);
      return text;
    },
    async *numbers(count) {
      try {
        for (let at = 1; at <= count; at += 1) {
          made.numbers += 1;
          yield at;
        }
      } finally {
        made.isClosed = true;
      }
    },
    fail: () => Promise.reject(problem),
  };
  const common = { ports, budget: BUDGET, place: 'long', caller: 'a', entry: ENTRY } as const;
  const signal = new AbortController().signal;
  return { said, made, problem, common: { ...common, signal } };
}

async function untilGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(20);
  }
}

async function untilTold(said: readonly string[]): Promise<number> {
  while (said.length === 0) await sleep(20);
  return Number(said[0]!.split(' ')[1]);
}

test('work that never ends is killed by its budget of time, which the error names, and others are answered meanwhile', async () => {
  const { common } = stage();
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 20);
  const work = runIsolated<typeof spin>('spin', {
    ...common,
    input: { tell: 'pid' },
    budget: { seconds: 1, megabytes: 400 },
  });
  await expect(work).rejects.toMatchObject({
    code: 'too costly',
    particulars: { reason: expect.stringMatching(/^time: [1-9]\d*\.\d s; at most 1 s$/) },
  });
  clearInterval(turning);
  expect(turns).toBeGreaterThan(5);
});

test.each([
  ['outside of the heap', 'swell'],
  ['on the heap', 'fill'],
] as const)('work that takes ever more memory %s is killed by its budget', async (_, name) => {
  const { common } = stage();
  const budget = { seconds: 60, megabytes: 200 };
  const work = runIsolated<typeof swell & typeof fill>(name, { ...common, input: null, budget });
  await expect(work).rejects.toMatchObject({
    code: 'too costly',
    particulars: { reason: expect.stringMatching(/^memory: [2-9]\d\d MB; at most 200 MB$/) },
  });
});

test('a caller who leaves ends the process at once, in the middle of a call', async () => {
  const { common, said } = stage();
  const leaving = new AbortController();
  const work = runIsolated<typeof spin>('spin', {
    ...common,
    input: { tell: 'pid' },
    signal: leaving.signal,
  });
  const pid = await untilTold(said);
  leaving.abort(new Error('gone'));
  await expect(work).rejects.toThrow('gone');
  await untilGone(pid);
});

test('a parent that is killed takes its isolated process with it', async () => {
  const parent = spawn(process.execPath, [join(import.meta.dirname, 'isolated-parent.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH },
  });
  const said: string[] = [];
  parent.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const pid = await untilTold(said);
  parent.kill('SIGKILL');
  await untilGone(pid);
});

test('a stream of the parent is read whole, and one that the work leaves is closed without being read on', async () => {
  const all = stage();
  const total = await runIsolated<typeof sum>('sum', { ...all.common, input: { count: 1000 } });
  expect([total, all.made.numbers]).toEqual([500_500, 1000]);
  const some = stage();
  expect(await runIsolated<typeof firstOf>('firstOf', { ...some.common, input: { count: 1000 } })).toBe(1);
  while (!some.made.isClosed) await sleep(10);
  expect(some.made.numbers).toBeLessThan(20);
});

test('what a port of the parent throws arrives as it was', async () => {
  const { common, problem } = stage();
  await expect(runIsolated<typeof failing>('failing', { ...common, input: null })).rejects.toBe(problem);
});

test('bytes arrive as bytes, and nothing of the environment of the parent does', async () => {
  process.env.SIGHTLINE_SECRET = 'hush';
  const input = { bytes: Buffer.from('what a stranger sent') };
  const given = await runIsolated<typeof echo>('echo', { ...stage().common, input });
  expect(given).toEqual({ isBuffer: true, text: 'what a stranger sent', secret: undefined });
});

test('one caller never has all places, and who has least is next', async () => {
  const places = new Places(2);
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const { signal } = new AbortController();
  const enter = (caller: string) =>
    places.run(
      () => {
        order.push(caller);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      { caller, signal },
    );
  const all = ['a', 'a', 'a', 'b', 'c'].map(enter);
  await sleep(0);
  expect(order).toEqual(['a', 'b']);
  ends[0]!();
  await sleep(0);
  // The others of `a` came before.
  expect(order).toEqual(['a', 'b', 'a']);
  ends[1]!();
  await sleep(0);
  expect(order).toEqual(['a', 'b', 'a', 'c']);
  for (let at = 2; at < 5; at += 1) {
    ends[at]!();
    await sleep(0);
  }
  await Promise.all(all);
});
