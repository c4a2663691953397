/** Cloud Tasks with the function `work`. Both start with the first task: a stack without jobs does not pay for them. */
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { startLocalServer } from '../http/local-server.ts';
import { type Child, startChild } from './child.ts';
import type { RunningFunction } from './function.ts';
import { accepts, freePort, HOST, waitUntil } from './ports.ts';
import { STARTUP_TIMEOUT } from './startup-timeout.ts';

const PROGRAM = join(import.meta.dirname, 'tasks-process.ts');
/** Path below which the queue's process delivers tasks. */
const DELIVERY = '/deliver';

/** Of the account in whose name firebase-admin sends tasks to an emulator. The platform would have signed it. */
const TOKEN = ['{}', JSON.stringify({ sub: 'queue', email: 'emulated-service-acct@email.com' }), '']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

export interface RunningTasks {
  /** The queue forgets its tasks, as when it is purged. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

export interface TasksOptions {
  port: number;
  projectId: string;
  region: string;
  /** Started with the first task, and again whenever a task finds it ended. */
  work: RunningFunction;
}

export async function startTasks({ port, projectId, region, work }: TasksOptions): Promise<RunningTasks> {
  let queue: Promise<{ child: Child; port: number }> | undefined;
  const start = async () => {
    const own = await freePort();
    const url = `http://${HOST}:${port}${DELIVERY}`;
    const { NODE_OPTIONS: _, ...env } = process.env;
    const args = [PROGRAM, String(own), projectId, region, url];
    const child = await startChild(process.execPath, args, { env });
    const isReady = async () => !child.isRunning() || (await accepts(own));
    if ((await waitUntil(isReady, STARTUP_TIMEOUT)) && child.isRunning()) return { child, port: own };
    await child.kill();
    throw new Error(`The tasks emulator did not start:\n${child.output().trim()}`);
  };
  const { close } = await startLocalServer({
    name: 'Cloud Tasks',
    port,
    handle: async (request, response) => {
      if (request.url === DELIVERY) {
        if (!work.isRunning()) await work.restart();
        return pass(request, response, {
          port: work.port,
          path: '/',
          headers: { authorization: `Bearer ${TOKEN}` },
        });
      }
      queue ??= start();
      pass(request, response, { port: (await queue).port, path: request.url ?? '/' });
    },
  });
  const purge = async () => {
    const running = await queue?.catch(() => undefined);
    queue = undefined;
    await running?.child.kill();
  };
  return { purge, close: async () => void (await Promise.all([purge(), close()])) };
}

interface Target {
  port: number;
  path: string;
  headers?: Record<string, string>;
}

function pass(request: IncomingMessage, response: ServerResponse, target: Target): void {
  const { host: _, connection: __, ...headers } = request.headers;
  const agent = new Agent();
  const upstream = httpRequest({
    ...{ host: HOST, port: target.port, path: target.path, agent },
    ...{ method: request.method, headers: { ...headers, ...target.headers } },
  });
  upstream.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, response, () => {});
  });
  upstream.on('error', () => response.destroy());
  response.once('close', () => {
    if (!response.writableFinished) upstream.destroy();
  });
  request.pipe(upstream);
}
