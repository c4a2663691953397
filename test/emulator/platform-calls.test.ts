/**
 * The functions that only the platform calls, called as it does, by its own package for tests.
 * @covers The event and scheduled functions, called as the platform calls them (firebase-functions-test)
 */
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const require = createRequire(import.meta.url);
/** Of the same copy of firebase-functions as the wrapper, which creates a snapshot of its own where it finds no `Change`. */
const { Change } = require('firebase-functions/v2');

let stack: TestStack;
let platform: ReturnType<typeof import('firebase-functions-test')>;
let functions: typeof import('../../functions/src/index.ts');

beforeAll(async () => {
  stack = await startTestStack({ functions: [] });
  const env = functionEnvironment(stack.addresses);
  // As the platform has it. Without it the front door would open for every server of this worker, also in later suites.
  Object.assign(process.env, env, { FUNCTION_SIGNATURE_TYPE: 'cloudevent' });
  platform = require('firebase-functions-test')(JSON.parse(env.FIREBASE_CONFIG as string));
  functions = await import('../../functions/src/index.ts');
});
afterAll(async () => {
  platform.cleanup();
  const { app, firestore } = await import('../../functions/src/common/adapters/firebase.ts');
  await firestore().terminate();
  await require('../../functions/node_modules/firebase-admin/lib/app').deleteApp(app());
  await stack.close();
});

test.each([
  ['dataset', 'reviewer', 'who may review it'],
  ['monitor', 'member', 'who may watch it'],
] as const)('a written %s: its people are listed, and %s/ says %s', async (kind, copies, _) => {
  const record = stack.firestore.doc(`${kind}/made`);
  await record.set({ name: 'Made', owner: 'maria', members: { jo: 'editor' } });
  const written = { data: new Change(null, null), params: { id: 'made' } };
  await platform.wrap(functions.people[kind] as never)(written as never);
  expect((await record.get()).get('people')).toEqual(['jo', 'maria']);
  const live = stack.database.dump()[stack.namespace] as Record<string, { made: object }>;
  expect(JSON.stringify(live[copies]?.made)).toMatch(/"jo".*"maria"/);
});

test('the schedule: a dataset that can no longer be restored is purged with its keys', async () => {
  const deleted = { at: new Date(0), by: 'maria', until: new Date(1), owner: 'maria' };
  const dataset = { name: 'Old', type: 'MULTICLASS', owner: 'maria', members: {}, people: [], deleted };
  await stack.firestore.doc('dataset/old').set(dataset);
  const key = stack.firestore.doc('datasetKey/of-old');
  await key.set({ dataset: stack.firestore.doc('dataset/old'), role: 'viewer' });
  await platform.wrap(functions.counters as never)(undefined as never);
  expect((await stack.firestore.doc('dataset/old').get()).get('name')).toBeUndefined();
  expect((await key.get()).exists).toBe(false);
});
