/** @covers Contract 8 whoever is removed or lowered loses live state, records and routes */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Firestore } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { playEvents } from '../../emulators/stack/document-events.ts';
import type { RunningFunction } from '../../emulators/stack/function.ts';
import { ownerClient } from '../../emulators/stack/owner-client.ts';
import { eventually } from '../support/factory.ts';
import { type Lease, leaseFirestore } from '../support/firestore.ts';

const projectId = 'demo-document-events';
let lease: Lease;
let firestore: Firestore;
let called = 0;
/** Never answers. */
const server: Server = createServer(() => {
  called += 1;
});

beforeAll(async () => {
  lease = await leaseFirestore();
  firestore = ownerClient(projectId, lease.address);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await firestore.terminate();
  await lease.release();
});

test('a function that never answers is waited for for a while, and nothing is read after that', async () => {
  const { port } = server.address() as AddressInfo;
  const target = { port, isRunning: () => true } as unknown as RunningFunction;
  const events = playEvents({ 'people-dataset': target }, { firestore: lease.address, projectId });
  await eventually(async () => {
    await firestore.doc('dataset/a').set({ at: Date.now() });
    expect(called).toBeGreaterThan(0);
  });
  await events.settle();
  await events.stop();
  // A read would be an unhandled rejection of the client, which fails the test.
  await sleep(200);
});
