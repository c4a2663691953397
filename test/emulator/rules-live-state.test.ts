/** The live state that the functions write, as dashboards meet it: the official web SDK, under rules/database.rules.json. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deleteApp, type FirebaseApp, initializeApp, setLogLevel } from 'firebase/app';
import * as web from 'firebase/database';
import { call, eventually, furnish, upload } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const DENIED = /permission.denied/i;
const databases: { app: FirebaseApp; database: web.Database }[] = [];
let stack: TestStack;

beforeAll(async () => {
  // Every refusal here is meant, and the SDK warns of each.
  setLogLevel('error');
  stack = await startTestStack({ functions: ['monitor'] });
  await furnish(stack);
  expect((await call(stack, '/monitor/line-1/start')).status).toBe(200);
  expect((await upload(stack, 1)).status).toBe(200);
});
afterAll(async () => {
  for (const { app, database } of databases) {
    web.goOffline(database);
    await deleteApp(app);
  }
  await stack?.close();
});

/** What this person sees of a place, first and then at each change. */
function watch(uid: string | null, path: string, see: (value: unknown) => void): Promise<void> {
  const database = connect(uid);
  return new Promise((resolve, reject) => {
    const show = (snapshot: web.DataSnapshot) => {
      see(snapshot.val());
      resolve();
    };
    web.onValue(web.ref(database, path), show, reject);
  });
}

function connect(uid: string | null): web.Database {
  const [host, port] = stack.addresses.database.split(':') as [string, string];
  const databaseURL = `http://${stack.addresses.database}?ns=${stack.namespace}`;
  const app = initializeApp({ projectId: stack.projectId, databaseURL }, randomUUID());
  const database = web.getDatabase(app);
  const mockUserToken = { sub: uid ?? '', ...(uid === 'admin' && { admin: true }) };
  web.connectDatabaseEmulator(database, host, Number(port), uid === null ? {} : { mockUserToken });
  databases.push({ app, database });
  return database;
}

test.each(['owner', 'editor', 'viewer', 'admin'])('its %s sees a monitor count', async (uid) => {
  const seen: unknown[] = [];
  await watch(uid, 'monitor/line-1/totalCounter', (value) => seen.push(value));
  const before = Number(seen[0]);
  expect((await upload(stack, 100 + before)).status).toBe(200);
  await eventually(() => expect(seen.at(-1)).toBe(before + 1));
});

test('its viewer sees the newest frame', async () => {
  const seen: unknown[] = [];
  await watch('viewer', 'monitor/line-1', (value) => seen.push(value));
  expect(seen[0]).toMatchObject({ status: true, image: { imageData: expect.any(String) } });
});

test.each(['stranger', null])('%s sees nothing', async (uid) => {
  await expect(watch(uid, 'monitor/line-1', () => {})).rejects.toThrow(DENIED);
});

test('nobody reads who the members are, nor another monitor, and nobody writes', async () => {
  for (const path of ['member/line-1', 'monitor/line-2', 'monitor'])
    await expect(watch('viewer', path, () => {})).rejects.toThrow(DENIED);
  for (const uid of ['owner', 'admin']) {
    const database = connect(uid);
    for (const path of ['monitor/line-1/status', 'monitor/line-1/totalCounter', 'member/line-1/stranger'])
      await expect(web.set(web.ref(database, path), 'x')).rejects.toThrow(DENIED);
  }
});
