/** Names and options of the functions; each handler is one lazy import of its routes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onRequest } from 'firebase-functions/https';
import { onSchedule } from 'firebase-functions/scheduler';
import { onTaskDispatched } from 'firebase-functions/tasks';
import { leaveDomain, openFrontDoor } from './common/http/front-door.ts';
import type { RouteTable } from './common/http/route.ts';
import { QUEUE, TASK_SECONDS } from './common/jobs/job.ts';
import { useCompileCache } from './compile-cache.ts';
import { onDocumentWritten } from './on-document-written.ts';
import { editorNetwork, gitSecrets, linkSecrets, region } from './parameters.ts';

useCompileCache();
// Events and tasks come only from the platform, and the framework parses them.
const { FUNCTION_SIGNATURE_TYPE, K_SERVICE } = process.env;
if (FUNCTION_SIGNATURE_TYPE !== 'cloudevent' && K_SERVICE !== 'work') openFrontDoor();

const handler =
  (routes: () => Promise<RouteTable>) => async (request: IncomingMessage, response: ServerResponse) => {
    leaveDomain();
    const [{ serve }, table] = await Promise.all([import('./common/http/router.ts'), routes()]);
    await serve(table, request, response);
  };

/** The one function that is called many times a second. */
export const monitor = onRequest(
  { region, memory: '1GiB', concurrency: 40, timeoutSeconds: 60, invoker: 'public' },
  handler(async () => (await import('./monitor/routes.ts')).monitorRoutes),
);

/**
 * The archive or training file of a large dataset takes longer than the platform's usual minute. Its memory has room for isolated
 * processes (common/isolated/), which read what strangers send.
 */
export const dataset = onRequest(
  { region, memory: '2GiB', concurrency: 10, timeoutSeconds: 3600, invoker: 'public', secrets: linkSecrets },
  handler(async () => (await import('./dataset/routes.ts')).datasetRoutes),
);

export const image = onRequest(
  { region, memory: '512MiB', concurrency: 40, timeoutSeconds: 60, invoker: 'public' },
  handler(async () => (await import('./image/routes.ts')).imageRoutes),
);

/** A name with a dash needs a nested export: the function is `service-git` (Contract 1). One writer at a time. */
export const service = {
  git: onRequest(
    {
      region,
      memory: '512MiB',
      concurrency: 1,
      maxInstances: 1,
      timeoutSeconds: 120,
      invoker: 'public',
      secrets: gitSecrets,
      ...editorNetwork,
    },
    handler(async () => (await import('./service-git/routes.ts')).gitRoutes),
  ),
};

/** Not called by users: see counters.ts. */
export const counters = onSchedule(
  { region, schedule: 'every 1 minutes', memory: '512MiB', timeoutSeconds: 300 },
  async () => {
    const { runScheduled } = await import('./counters.ts');
    await runScheduled();
  },
);

/** Not called by users: see work.ts. An instance has one task at a time, and all of its memory: an archive is read in 512 MB. */
export const work = onTaskDispatched(
  { region, memory: '2GiB', concurrency: 1, timeoutSeconds: TASK_SECONDS, secrets: linkSecrets, ...QUEUE },
  async (task) => (await import('./work.ts')).runTask(task),
);

/** Not called by users: see follow-people.ts. */
export const people = {
  dataset: onDocumentWritten({ region, document: 'dataset/{id}' }, async (id) =>
    (await import('./follow-people.ts')).followDataset(id),
  ),
  monitor: onDocumentWritten({ region, document: 'monitor/{id}' }, async (id) =>
    (await import('./follow-people.ts')).followMonitor(id),
  ),
};
