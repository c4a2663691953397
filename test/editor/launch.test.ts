/** @covers Spec 1, 2.8, 3.2, 9 the editor plugin, in real editors and a real browser */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Child, startChild } from '../../emulators/stack/child.ts';
import { freePort, waitUntil } from '../../emulators/stack/ports.ts';
import { BOOT } from '../support/limits.ts';

const LAUNCHER = resolve(import.meta.dirname, '../../emulators/editor.ts');

let state: string;
let child: Child | undefined;

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'sightline-launch-'));
});

afterEach(async () => {
  await child?.close();
  await rm(state, { recursive: true, force: true, maxRetries: 5 });
});

const launch = async (port: number): Promise<Child> => {
  child = await startChild(process.execPath, [LAUNCHER, `--state=${state}`, `--port=${port}`]);
  return child;
};

test('npm run editor serves the sample project with the plugin, a remote to push to, and ends with a signal', async () => {
  const port = await freePort();
  const running = await launch(port);
  await waitUntil(() => !running.isRunning() || running.output().includes('Ready:'), BOOT);
  expect(running.output()).toContain(`Ready: http://127.0.0.1:${port}/`);
  const response = await fetch(`http://127.0.0.1:${port}/service-git/push`, { method: 'POST' });
  expect(await response.json()).toMatchObject({ success: true, operation: 'push', remoteBranch: 'main' });
  process.kill(running.pid, 'SIGTERM');
  expect(await running.ended).toMatchObject({ code: 0 });
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test('A port that is in use is said in one sentence', async () => {
  const { createServer } = await import('node:http');
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const running = await launch(port);
  expect(await running.ended).toMatchObject({ code: 1 });
  expect(running.output().trim()).toBe(`Port ${port} is in use: choose another with --port.`);
  await new Promise((done) => server.close(done));
});
