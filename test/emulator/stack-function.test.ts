/** @covers Local stack */
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { type FunctionName, type RunningFunction, startFunction } from '../../emulators/stack/function.ts';
import { accepts, waitUntil } from '../../emulators/stack/ports.ts';
import { triggerEvery, triggerScheduled } from '../../emulators/stack/schedule.ts';

const directory = join(import.meta.dirname, '../support/tiny-functions');
let running: RunningFunction | undefined;
afterEach(() => running?.close());

const start = async (name: FunctionName) => {
  running = await startFunction({ name, directory, env: functionEnvironment({ projectId: 'demo-tiny' }) });
  return running;
};

const ask = (port: number, path: string) => fetch(`http://127.0.0.1:${port}${path}`);

test('a function answers as the deployed runtime serves it, with the platform environment', async () => {
  const { port } = await start('monitor');
  const answer = (await (await ask(port, '/line-1/start?uid=a')).json()) as Record<string, unknown>;
  expect(answer.url).toBe('/line-1/start?uid=a');
  expect(answer.env).toEqual({ project: 'demo-tiny', access: 'open', node: process.version });
});

test('the git function is found under its export service.git', async () => {
  const { port } = await start('service-git');
  expect((await ask(port, '/project-info')).status).toBe(200);
});

test('restart starts a killed process on the same port', async () => {
  const monitor = await start('monitor');
  const { pid } = monitor;
  await monitor.kill();
  expect(monitor.isRunning()).toBe(false);
  await monitor.restart();
  expect(monitor.pid).not.toBe(pid);
  expect((await ask(monitor.port, '/')).headers.get('x-answered-by')).toBe(String(monitor.pid));
});

test('close ends the process and frees its port', async () => {
  const monitor = await start('monitor');
  await monitor.close();
  expect(monitor.isRunning()).toBe(false);
  expect(await accepts(monitor.port)).toBe(false);
});

test('a function that cannot be loaded fails with its own output', async () => {
  const start = startFunction({ name: 'monitor', directory: '/nowhere' });
  await expect(start).rejects.toThrow(/The function monitor did not start:\n.*nowhere/s);
});

test('a function can be reached from this machine only', async () => {
  const { port } = await start('monitor');
  const others = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  for (const { address, family } of others.filter(({ internal }) => !internal)) {
    const host = family === 'IPv6' ? `[${address}]` : address;
    await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow('fetch failed');
  }
  expect((await ask(port, '/')).status).toBe(200);
});

test("Node's deprecation warnings about clients are not in the log", async () => {
  const monitor = await start('monitor');
  expect(await (await ask(monitor.port, '/old-api')).text()).toBe('parsed');
  await ask(monitor.port, '/log');
  expect(await waitUntil(() => monitor.output().includes('a frame came'), 5_000)).toBe(true);
  expect(monitor.output()).not.toContain('DEP0169');
});

test('a scheduled function is called repeatedly, like by Cloud Scheduler', async () => {
  const counters = await start('counters');
  const calls = async () => ((await (await ask(counters.port, '/')).json()) as { calls: number }).calls;
  expect(await triggerScheduled(counters)).toBe(200);
  const stop = triggerEvery(20, counters);
  expect(await waitUntil(async () => (await calls()) >= 4, 3_000)).toBe(true);
  stop();
});
