/**
 * SIGKILL of the worker during uploads: no acknowledged frame is lost, every record has its object, counters equal the
 * records, and later calls repair the live state.
 * @covers Contract 6 SIGKILL at any moment
 * @covers Frames of a tally are counted whatever becomes of their process, and of them
 */

import { Storage } from '@google-cloud/storage';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Random } from '../../emulators/scenes/random.ts';
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
import { type Moments, startMoments } from '../support/moments.ts';
import { SEED } from '../support/seed.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const KILLS = process.env.LONG ? 300 : 8;
const CAMERAS = 6;
/** A frame has about eight. */
const MOST_MOMENTS = 60;

let stack: TestStack;
let moments: Moments;

beforeAll(async () => {
  moments = await startMoments(() => stack);
  stack = await startTestStack({ functions: ['monitor'], env: moments.env });
  await furnish(stack);
  await call(stack, '/monitor/line-1/start');
});
afterAll(async () => {
  await stack?.close();
  await moments?.close();
});

/** Sends a frame until it is acknowledged, like the camera. */
async function insist(number: number): Promise<string> {
  const body = await frame(number);
  for (;;) {
    try {
      const answer = await call(stack, '/monitor/line-1/image', { body });
      if (answer.status === 200) return answer.body.data.id;
    } catch {
      // The worker's connection was closed.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test(`${KILLS} kills (seed ${SEED})`, async () => {
  const random = new Random(SEED);
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
    // After the first acknowledged frame of the new worker, it is killed at any later moment.
    const before = acknowledged.size;
    await eventually(() => expect(acknowledged.size).toBeGreaterThan(before));
    await moments.pass(random.whole(1, MOST_MOMENTS));
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
});
