/**
 * Spec 2.7 and 6: dashboards with the official web SDK see the running session.
 * @covers Spec 2.7 live state, seen with the web SDK
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { onValue, ref } from 'firebase/database';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';
import { call, eventually, furnish, upload } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
let dashboard: Dashboard;

beforeAll(async () => {
  stack = await startTestStack({ functions: ['monitor'] });
  await furnish(stack);
  dashboard = openDashboard(stack, 'viewer');
});
afterAll(async () => {
  await dashboard?.close();
  await stack?.close();
});

interface Seen {
  status: boolean;
  session: string;
  totalCounter: number;
}

test('a member sees the start, every step of the counter upwards, the picture and the stop', async () => {
  await call(stack, '/monitor/line-1/start');
  const seen: Seen[] = [];
  const pictures = new Set<string>();
  onValue(ref(dashboard.database, 'monitor/line-1'), (snapshot) => {
    seen.push(snapshot.val());
    if (snapshot.hasChild('image/id')) pictures.add(snapshot.child('image/id').val());
  });
  await eventually(() => expect(seen.at(-1)).toMatchObject({ status: true, totalCounter: 0 }));
  const ids: string[] = [];
  for (let number = 1; number <= 5; number++) {
    ids.push((await upload(stack, number)).body.data.id);
    await eventually(() => expect(seen.at(-1)?.totalCounter).toBe(number));
  }
  await call(stack, '/monitor/line-1/stop');
  await eventually(() => expect(seen.at(-1)).toMatchObject({ status: false, session: '', totalCounter: 5 }));
  const counters = seen.map(({ totalCounter }) => totalCounter);
  expect(counters).toEqual([...counters].sort((a, b) => a - b));
  expect([...pictures]).toEqual(ids);
});

test('a person who is not a member sees nothing', async () => {
  const stranger = await fetch(
    `http://${stack.addresses.database}/monitor/line-1.json?ns=${stack.namespace}`,
  );
  expect(stranger.status).toBe(401);
});
