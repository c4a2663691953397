/**
 * The processor time of a run has all that its processes took, also those that nobody waited for.
 * @covers Tests: processor time of a run
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { watchProcessorTime } from '../run/processor-time.ts';

/** Computes, says for how many seconds, and goes on or ends. */
const WORK = `
  const until = performance.now() + 1500;
  let sum = 0;
  while (performance.now() < until) for (let i = 0; i < 1e6; i += 1) sum += i;
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ pid: process.pid, seconds: (user + system) / 1e6 }));
`;
/** A process whose child computes; it does not wait for it. */
const PARENT = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', process.argv[1]], { stdio: 'inherit' });
  child.once('spawn', () => setInterval(() => {}, 1000));
`;

async function said(child: ReturnType<typeof spawn>): Promise<{ pid: number; seconds: number }> {
  let text = '';
  for await (const chunk of child.stdout!) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return JSON.parse(text) as { pid: number; seconds: number };
}

const whenLinux = process.platform === 'linux' ? test : test.skip;

whenLinux('of a child that ends, and of one whose parent is killed', async () => {
  const watched = watchProcessorTime()!;
  const before = watched.seconds();
  const child = spawn(process.execPath, ['-e', WORK], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const own = await said(child);
  await ended;
  const afterOne = watched.seconds();
  expect(afterOne - before).toBeGreaterThan(own.seconds * 0.95);

  const parent = spawn(process.execPath, ['-e', PARENT, `${WORK} setInterval(() => {}, 1000);`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const orphan = await said(parent);
  // Seen once while it lives.
  watched.seconds();
  const killed = once(parent, 'exit');
  parent.kill('SIGKILL');
  process.kill(orphan.pid, 'SIGKILL');
  await killed;
  const afterTwo = watched.seconds();
  watched.stop();
  expect(afterTwo - afterOne).toBeGreaterThan(orphan.seconds * 0.95);
});
