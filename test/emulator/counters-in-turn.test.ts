/** Two instances of `monitor` on one dataset, seen on the wire: who publishes, how often, and what a count costs. */
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

test('two instances at work write the dataset about once a second, not twice, and end with the exact count', async () => {
  await Promise.all([send(0), send(1)]);
  await stage.take();
  const begun = performance.now();
  while (performance.now() - begun < 5000) {
    await Promise.all([send(0), send(1)]);
    await sleep(100);
  }
  const seconds = (performance.now() - begun) / 1000;
  const { firestore } = await stage.take();
  const published = firestore.written.get('dataset/bolts')?.length ?? 0;
  expect(published).toBeGreaterThanOrEqual(2);
  expect(published).toBeLessThanOrEqual(seconds + 1);
  expect(firestore.writesOf.image).toBeGreaterThan(10);
  await eventually(
    async () => expect(await shownCounters(stage.stack)).toEqual(await countedRecords(stage.stack)),
    10_000,
  );
}, 60_000);
