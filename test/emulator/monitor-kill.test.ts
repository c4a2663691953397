/**
 * SIGKILL of the worker at any moment during uploads: no acknowledged frame is lost, every record has its object,
 * counters are those of the records, and the next calls heal the live state.
 */

import { Storage } from '@google-cloud/storage';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  call,
  countedRecords,
  eventually,
  frame,
  furnish,
  liveState,
  records,
  shownCounters,
} from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const KILLS = process.env.LONG ? 300 : 50;
const CAMERAS = 6;

let stack: TestStack;

beforeAll(async () => {
  stack = await startTestStack({ functions: ['monitor'] });
  await furnish(stack);
  await call(stack, '/monitor/line-1/start');
});
afterAll(() => stack?.close());

/** Sends a frame until it is acknowledged, as the camera does. */
async function insist(number: number): Promise<string> {
  const body = await frame(number);
  for (;;) {
    try {
      const answer = await call(stack, '/monitor/line-1/image', { body });
      if (answer.status === 200) return answer.body.data.id;
    } catch {
      // The connection went with the worker.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test(`${KILLS} kills`, async () => {
  const acknowledged = new Map<number, string>();
  let next = 0;
  let isOver = false;
  const cameras = Array.from({ length: CAMERAS }, async () => {
    while (!isOver) {
      const number = next++;
      acknowledged.set(number, await insist(number));
    }
  });
  for (let kill = 0; kill < KILLS; kill++) {
    // Once the new worker has its first frame through, it dies at any moment of the ones after.
    const before = acknowledged.size;
    await eventually(() => expect(acknowledged.size).toBeGreaterThan(before), 20_000);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 120));
    await stack.functions.monitor?.kill();
    await stack.functions.monitor?.restart();
  }
  isOver = true;
  await Promise.all(cameras);

  expect(acknowledged.size).toBeGreaterThan(KILLS);
  const stored = await records(stack, 'image');
  for (const id of acknowledged.values()) expect(stored.has(id)).toBe(true);
  expect(stored.size).toBe(new Set(acknowledged.values()).size);

  const storage = new Storage({
    projectId: stack.projectId,
    apiEndpoint: `http://${stack.addresses.storage}`,
  });
  const [files] = await storage.bucket(stack.bucket).getFiles({ prefix: 'dataset/bolts/' });
  const objects = new Set(files.map(({ name }) => `gs://${stack.bucket}/${name}`));
  for (const { uri } of stored.values()) expect(objects.has(uri)).toBe(true);
  expect(objects.size).toBe(stored.size);

  await eventually(() => expect(liveState(stack, 'line-1').totalCounter).toBe(stored.size));
  await eventually(async () => expect(await shownCounters(stack)).toEqual(await countedRecords(stack)));
  await call(stack, '/monitor/line-1/stop');
  const [session] = [...(await records(stack, 'session')).values()];
  expect(session?.data.totalCounter).toBe(stored.size);
  expect(liveState(stack, 'line-1')).toMatchObject({ status: false, session: '', totalCounter: stored.size });
}, 300_000);
