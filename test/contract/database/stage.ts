import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { STEP } from '../../support/limits.ts';
import { Clients } from './clients.ts';
import type { Running, Target } from './target.ts';

/** Starts the server once; each test gets an empty namespace with open rules and its own clients. */
export function useClients(target: Target): { get(): Clients } {
  let server: Running;
  let clients: Clients;
  beforeAll(async () => {
    server = await target.start();
  });
  beforeEach(async () => {
    clients = new Clients(server.host);
    await clients.open();
  });
  afterEach(() => clients.end());
  afterAll(() => server.close());
  return { get: () => clients };
}

/** Waits until `check` returns true; fails after `patience` milliseconds. */
export async function until(check: () => boolean, patience = STEP): Promise<void> {
  const end = Date.now() + patience;
  while (!check()) {
    if (Date.now() > end) throw new Error(`still not so after ${patience} ms: ${check}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
