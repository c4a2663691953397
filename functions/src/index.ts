/** Names and options of the functions; each handler is one lazy import of its routes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onRequest } from 'firebase-functions/https';
import { onSchedule } from 'firebase-functions/scheduler';
import { leaveDomain, openFrontDoor } from './common/http/front-door.ts';
import type { RouteTable } from './common/http/route.ts';
import { useCompileCache } from './compile-cache.ts';
import { onDocumentWritten } from './on-document-written.ts';
import { editorNetwork, gitSecrets, linkSecrets, region } from './parameters.ts';

useCompileCache();
// Events come only from the platform, and the framework parses them.
if (process.env.FUNCTION_SIGNATURE_TYPE !== 'cloudevent') openFrontDoor();

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

/** Not called by users: see follow-people.ts. */
export const people = {
  dataset: onDocumentWritten({ region, document: 'dataset/{id}' }, async (id) =>
    (await import('./follow-people.ts')).followDataset(id),
  ),
  monitor: onDocumentWritten({ region, document: 'monitor/{id}' }, async (id) =>
    (await import('./follow-people.ts')).followMonitor(id),
  ),
};
