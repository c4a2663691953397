import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { Clients } from './clients.ts';
import type { Running, Target } from './target.ts';

/** Starts the server once, and gives each test an empty namespace with open rules and clients of its own. */
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

/** Waits until `check` holds, and fails after a while. */
export async function until(check: () => boolean, patience = 5_000): Promise<void> {
  const end = Date.now() + patience;
  while (!check()) {
    if (Date.now() > end) throw new Error(`still not so after ${patience} ms: ${check}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
