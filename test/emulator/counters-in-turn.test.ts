/**
 * Two instances of `monitor` with one dataset, observed on the wire: which one publishes, how often, and the cost of a
 * count.
 * @covers Spec 4.1, Contract 4 counters: one publication a second by one process of all; with 100 cameras at most 10 reads a second; a thousand parts are summed
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type CostStage, openCostStage } from '../bench/cost/stage.ts';
import { countedRecords, eventually, frame, furnish, shownCounters } from '../support/factory.ts';

let stage: CostStage;
let number = 0;

beforeAll(async () => {
  stage = await openCostStage({ functions: ['monitor'], instances: 2 });
  await furnish(stage.stack);
});
afterAll(async () => {
  await stage.close();
});

async function send(instance: number): Promise<void> {
  number += 1;
  const response = await fetch(`http://127.0.0.1:${stage.instances[instance]?.port}/line-1/image`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(await frame(number)),
  });
  expect(await response.json()).toMatchObject({ data: { error: false } });
}

test('two instances write the dataset about as often as one would, and end with the exact count', async () => {
  await Promise.all([send(0), send(1)]);
  await stage.take();
  const begun = performance.now();
  while (performance.now() - begun < 5000 || number < 24) {
    await Promise.all([send(0), send(1)]);
    await sleep(100);
  }
  const seconds = (performance.now() - begun) / 1000;
  const { firestore } = await stage.take();
  const published = firestore.written.get('dataset/bolts')?.length ?? 0;
  expect(published).toBeGreaterThanOrEqual(2);
  // Each of the two for itself would make it twice a second.
  expect(published).toBeLessThanOrEqual(1.5 * seconds);
  expect(firestore.writesOf.image).toBeGreaterThan(10);
  await eventually(async () =>
    expect(await shownCounters(stage.stack)).toEqual(await countedRecords(stage.stack)),
  );
});
