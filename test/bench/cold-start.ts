/** Starts a function in a process of its own, as the platform does, and waits for its first answer. */
import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { freePort } from '../../emulators/stack/ports.ts';

export const FUNCTIONS = resolve(import.meta.dirname, '../../functions');
const FRAMEWORK = join(FUNCTIONS, 'node_modules/@google-cloud/functions-framework/build/src/main.js');

export interface Route {
  name: string;
  target: string;
  path: string;
  method?: string;
  bar: string;
  env?: Record<string, string>;
  /** Runs before each start; not measured. */
  before?: () => Promise<unknown>;
}

export interface Start {
  /** From the start of the process to the end of its first answer. */
  ms: number;
  /** Milliseconds of processor time, all threads. */
  processorMs: number;
  megabytes: number;
}

/** @param directory of the built functions */
export async function startOnce(
  route: Route,
  directory: string,
  env: Record<string, string>,
): Promise<Start> {
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
    return { ms, processorMs: await processorTime(child.pid), megabytes: await residentMemory(child.pid) };
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

/** Milliseconds, all threads that are still running. */
async function processorTime(pid: number | undefined): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const read = (thread: string) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '');
  const nanoseconds = (await Promise.all(threads.map(read))).map((each) => Number.parseInt(each, 10) || 0);
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}
