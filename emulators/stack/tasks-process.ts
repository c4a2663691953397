/**
 * firebase-tools' tasks emulator without its command line, with the queue of the function `work`, in a process of its own.
 * Usage: node tasks-process.ts PORT PROJECT REGION URL
 */
import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, request } from 'node:http';
import { createRequire } from 'node:module';
import { QUEUE } from '../../functions/src/common/jobs/job.ts';
import { startLocalServer } from '../http/local-server.ts';

interface TasksEmulator {
  controller: { createQueue(key: string, config: object): void };
  createHubServer(): RequestListener;
}

const emulator = createRequire(createRequire(import.meta.url).resolve('firebase-tools/package.json'));
const { TaskQueueController, TasksEmulator } = emulator('./lib/emulator/tasksEmulator.js') as {
  TaskQueueController: object;
  TasksEmulator: new (options: object) => TasksEmulator;
};

// Milliseconds. By default a task waits up to two seconds, and keeps a processor busy while it runs.
Object.assign(TaskQueueController, { LISTEN_TIMEOUT: 20, UPDATE_TIMEOUT: 20, TOKEN_REFRESH_INTERVAL: 50 });

// Node's own gives up on an answer that has not begun after 300 seconds.
globalThis.fetch = (async (url: string, { headers, body, signal }: RequestInit) => {
  const sent = request(url, { method: 'POST', headers: headers as Record<string, string>, signal: signal! });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  const status = answer.statusCode ?? 500;
  return { status, ok: status < 300 };
}) as typeof fetch;

const [port, projectId, region, defaultUri] = process.argv.slice(2);
const tasks = new TasksEmulator({});
const retryConfig = { maxRetrySeconds: null, ...QUEUE.retryConfig };
tasks.controller.createQueue(`queue:${projectId}-${region}-work`, { ...QUEUE, retryConfig, defaultUri });
await startLocalServer({ name: 'Cloud Tasks', port: Number(port), handle: tasks.createHubServer() });
