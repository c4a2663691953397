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

test('what a process left unshown when it died is shown by the function that runs each minute', async () => {
  await call(stack, '/monitor/line-1/start');
  for (let number = 1; number <= 8; number += 1) expect((await upload(stack, number)).status).toBe(200);
  // Sooner than the updates that are due within a second.
  await stack.functions.monitor?.kill();
  const [live, dataset] = await shown();
  expect(Math.min(live as number, dataset as number)).toBeLessThan(8);
  expect(await triggerScheduled(stack.functions.counters!)).toBe(200);
  await eventually(async () => expect(await shown()).toEqual([8, 8]));
});

test('every running monitor is looked at, however many there are', async () => {
  const batch = stack.firestore.batch();
  for (let number = 0; number < 310; number += 1)
    batch.set(stack.firestore.doc(`monitor/many-${number}`), { name: 'Many', session: `session-${number}` });
  await batch.commit();
  expect(await triggerScheduled(stack.functions.counters!)).toBe(200);
  for (let number = 0; number < 310; number += 1)
    expect(liveState(stack, `many-${number}`)).toMatchObject({ status: true, session: `session-${number}` });
});
