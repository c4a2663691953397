/** Fresh process to first answered request under functions-framework, against a bare function in the same framework. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { startGitRemote } from '../../emulators/stack/git-remote.ts';
import { freePort } from '../../emulators/stack/ports.ts';
import { layOutVolume } from '../../emulators/stack/project-volume.ts';
import { call, furnish, upload } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { figure, median, type Row } from './row.ts';

const FUNCTIONS = resolve(import.meta.dirname, '../../functions');
const FRAMEWORK = join(FUNCTIONS, 'node_modules/@google-cloud/functions-framework/build/src/main.js');
const ROUNDS = 9;

interface Route {
  name: string;
  target: string;
  path: string;
  method?: string;
  bar: string;
  env?: Record<string, string>;
  /** Done before each start of it, and not measured. */
  before?: () => Promise<unknown>;
}

interface Start {
  ms: number;
  megabytes: number;
}

export async function benchCold(): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'sightline-cold-'));
  const remote = await startGitRemote({ port: 0, directory: join(directory, 'remotes') });
  const stack = await startTestStack({ functions: ['monitor', 'dataset'] });
  try {
    await layOutVolume(join(directory, 'volume'), remote);
    const routes = await prepare(stack);
    const vision = { VISION_EMULATOR_HOST: `127.0.0.1:${stack.vision.port}` };
    const env = {
      ...functionEnvironment(stack.addresses),
      ...vision,
      EDITOR_VOLUME: join(directory, 'volume'),
    };
    return await measure(routes, env);
  } finally {
    await stack.close();
    await remote.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** An image to detect in, and a dataset with enough of them for a CSV. */
async function prepare(stack: TestStack): Promise<Route[]> {
  await furnish(stack);
  const { body } = await upload(stack, 1);
  for (let number = 2; number < 6; number++) await upload(stack, number);
  await call(stack, '/dataset/bolts/refreshCounters', { method: 'POST' });
  const uri = `dataset--bolts--${body.data.id}.jpg`;
  const stop = () => call(stack, '/monitor/line-1/stop');
  const start = { target: 'monitor', path: '/line-1/start', before: stop };
  return [
    { name: 'git status', target: 'service.git', path: '/status', method: 'POST', bar: '<= 1.25' },
    { name: 'monitor start', ...start, bar: '<= 1.8' },
    {
      name: 'monitor start, nothing compiled before',
      ...start,
      bar: '',
      env: { NODE_DISABLE_COMPILE_CACHE: '1' },
    },
    { name: 'dataset csv', target: 'dataset', path: '/bolts/csv', bar: '<= 1.8' },
    { name: 'image getb64', target: 'image', path: `/getb64/image/${uri}`, bar: '' },
    { name: 'image detect', target: 'image', path: `/detect/image/${uri}`, bar: '<= 2.2' },
  ];
}

async function measure(routes: readonly Route[], env: Record<string, string>): Promise<Row[]> {
  const bare = { name: 'bare', target: 'monitor', path: '/', bar: '' };
  const bareDirectory = resolve(import.meta.dirname, 'bare');
  const starts = new Map(routes.map(({ name }) => [name, [] as { ours: Start; bare: Start }[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const route of routes) {
      await route.before?.();
      const reference = await startOnce(bare, bareDirectory, env);
      const ours = await startOnce(route, FUNCTIONS, { ...env, ...route.env });
      // The first round fills the disk's cache.
      if (round > 0) starts.get(route.name)?.push({ ours, bare: reference });
    }
  }
  return routes.flatMap(({ name, bar }) => {
    const runs = starts.get(name) ?? [];
    const row: Row = {
      name: `cold: ${name}`,
      ours: median(runs.map(({ ours }) => ours.ms)),
      reference: median(runs.map((run) => run.bare.ms)),
      unit: 'ms',
      ratio: median(runs.map((run) => run.ours.ms / run.bare.ms)),
      bar,
    };
    const memory = median(runs.map(({ ours }) => ours.megabytes));
    return [row, figure(`cold: ${name}, memory`, memory, 'MB', 'resident after the first answer')];
  });
}

/** Milliseconds from the start of the process to the end of its first answer. */
async function startOnce(route: Route, directory: string, env: Record<string, string>): Promise<Start> {
  const port = await freePort();
  const args = [FRAMEWORK, '--source', directory, '--target', route.target, '--port', String(port)];
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...inherited, ...env, NODE_ENV: 'production', DETECTION_CACHE: 'off' },
    stdio: 'ignore',
  });
  try {
    const status = await firstAnswer(port, route);
    const ms = performance.now() - begun;
    if (status !== 200) throw new Error(`${route.name} answered ${status}`);
    return { ms, megabytes: await residentMemory(child.pid) };
  } finally {
    child.kill('SIGKILL');
  }
}

async function firstAnswer(port: number, { path, method = 'GET' }: Route): Promise<number> {
  for (let tries = 0; tries < 5000; tries++) {
    const status = await ask(port, path, method).catch(() => null);
    if (status !== null) return status;
    await new Promise((done) => setTimeout(done, 2));
  }
  throw new Error(`no answer to ${path}`);
}

const ask = (port: number, path: string, method: string): Promise<number> =>
  new Promise((done, fail) => {
    const sent = request({ port, path, method, host: '127.0.0.1' }, (response) => {
      response.resume().once('end', () => done(response.statusCode ?? 0));
    });
    sent.once('error', fail).end();
  });

async function residentMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
