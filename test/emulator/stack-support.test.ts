/** @covers Local stack */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Storage } from '@google-cloud/storage';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  const directory = join(import.meta.dirname, '../support/tiny-functions');
  stack = await startTestStack({ functions: ['monitor', 'dataset'], directory, env: { ACCESS: 'required' } });
});
afterAll(() => stack.close());

test('a suite has its own project, and its functions know it', async () => {
  const answer = await fetch(`${stack.baseUrl}/monitor/line-1`);
  expect(stack.baseUrl).toContain(`/${stack.projectId}/us-central1`);
  expect(await answer.json()).toMatchObject({ env: { project: stack.projectId, access: 'required' } });
  expect((await fetch(`${stack.baseUrl}/dataset/x`)).status).toBe(200);
});

test('its Firestore client bypasses the rules', async () => {
  await stack.firestore.doc('dataset/bolts').set({ name: 'Bolts' });
  expect((await stack.firestore.doc('dataset/bolts').get()).get('name')).toBe('Bolts');
});

test('its live state can be used by the functions and by the test', async () => {
  stack.database.load(stack.namespace, { monitor: { a: { status: true } } });
  const url = `http://${stack.addresses.database}/monitor/a/status.json?ns=${stack.namespace}`;
  const answer = await fetch(url, { headers: { authorization: 'Bearer owner' } });
  expect(await answer.json()).toBe(true);
});

test('its Storage serves links signed with the key that the functions have', async () => {
  const { env } = stack.functions.monitor!;
  const storage = new Storage({
    apiEndpoint: `http://${stack.addresses.storage}`,
    projectId: stack.projectId,
    credentials: JSON.parse(await readFile(env.GOOGLE_APPLICATION_CREDENTIALS!, 'utf8')),
  });
  const file = storage.bucket(stack.bucket).file('dataset/bolts/archive.zip');
  await file.save('archive', { resumable: false });
  const [link] = await file.getSignedUrl({ version: 'v4', action: 'read', expires: Date.now() + 60_000 });
  expect(await (await fetch(link)).text()).toBe('archive');
});
