/**
 * Fills the compile cache. `npm run build` runs this, and so does `npm ci` wherever there are built files (`postinstall`):
 * the platform's build therefore fills it with the Node version and the user that the functions will run with. (It runs no
 * other script, because `firebase deploy` tells it so.) Only code that has run is cached, so routes are called; their
 * dependencies are not reachable here.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { COMPILE_CACHE, useCompileCache } from './compile-cache.ts';

/** Milliseconds after which a route has reached its first call of a dependency. */
const LONG_ENOUGH = 1000;
/** The port of `discard`: nobody listens there. */
const NOBODY = '127.0.0.1:9';

const CALLS = {
  monitor: '/monitor/start',
  dataset: '/dataset/csv',
  image: '/getb64/image/dataset--image.jpg',
  git: '/project-info',
};

Object.assign(process.env, {
  GCLOUD_PROJECT: 'demo-build',
  ACCESS: 'open',
  METADATA_SERVER_DETECTION: 'none',
  FIRESTORE_EMULATOR_HOST: NOBODY,
  FIREBASE_DATABASE_EMULATOR_HOST: NOBODY,
  STORAGE_EMULATOR_HOST: `http://${NOBODY}`,
  VISION_EMULATOR_HOST: NOBODY,
});

async function fill(): Promise<void> {
  rmSync(COMPILE_CACHE, { recursive: true, force: true });
  mkdirSync(COMPILE_CACHE);
  useCompileCache();
  const { monitor, dataset, image, service } = await import('./index.ts');
  const handlers = { monitor, dataset, image, git: service.git };
  const calls = Object.entries(CALLS).map(([name, path]) =>
    callOnce(handlers[name as keyof typeof CALLS], path),
  );
  const { chooseDetector } = await import('./common/adapters/detection/choose-detector.ts');
  const rest = [
    chooseDetector(undefined),
    import('firebase-admin/auth'),
    import('@google-cloud/storage'),
    import('sharp'),
  ];
  await Promise.all([sleep(LONG_ENOUGH), ...calls, ...rest]);
  flushCompileCache();
}

async function callOnce(handler: unknown, path: string): Promise<void> {
  const server = createServer(handler as never).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  await fetch(url, { signal: AbortSignal.timeout(LONG_ENOUGH) }).catch(() => {});
}

// The cache is optional: no build fails because of it.
await fill().catch((error: unknown) => console.warn('The compile cache was not filled:', error));
process.exit(0);
