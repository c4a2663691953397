import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import { call, eventually, furnish, liveState, upload } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ functions: ['monitor', 'counters'] });
  await furnish(stack);
});
afterAll(() => stack?.close());

const shown = async () => {
  const dataset = await stack.firestore.doc('dataset/bolts').get();
  return [Number(liveState(stack, 'line-1')?.totalCounter), Number(dataset.get('imageCounter') ?? 0)];
};

test('counters that a killed process did not publish are published by the scheduled function', async () => {
  await call(stack, '/monitor/line-1/start');
  stack.faults.database.set([{ method: 'WS', path: '^/', status: 503 }]);
  for (let number = 1; number <= 8; number += 1) expect((await upload(stack, number)).status).toBe(200);
  await stack.functions.monitor?.kill();
  stack.faults.database.set([]);
  expect((await shown())[0]).toBe(0);
  expect(await triggerScheduled(stack.functions.counters!)).toBe(200);
  await eventually(async () => expect(await shown()).toEqual([8, 8]));
});

test('every running monitor is checked, whatever their number', async () => {
  const batch = stack.firestore.batch();
  for (let number = 0; number < 310; number += 1)
    batch.set(stack.firestore.doc(`monitor/many-${number}`), { name: 'Many', session: `session-${number}` });
  await batch.commit();
  expect(await triggerScheduled(stack.functions.counters!)).toBe(200);
  for (let number = 0; number < 310; number += 1)
    expect(liveState(stack, `many-${number}`)).toMatchObject({ status: true, session: `session-${number}` });
});
