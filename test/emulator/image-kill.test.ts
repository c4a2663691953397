/**
 * SIGKILL of the worker during deletes: the next call completes the delete, nothing is left over or counted twice, and
 * images that were not deleted are intact.
 * @covers Spec 4.2, Contract 5 delete, its twin, kills, 20 at once
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Random } from '../../emulators/scenes/random.ts';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import {
  call,
  concurrently,
  countedRecords,
  eventually,
  liveState,
  records,
  shownCounters,
  upload,
} from '../support/factory.ts';
import { type Moments, startMoments } from '../support/moments.ts';
import { SEED } from '../support/seed.ts';
import { objectNames, openStage, type Stage, send } from './image-stage.ts';

const KILLS = process.env.LONG ? 100 : 6;
const CALLERS = 6;
/** Enough that each worker completes some deletes. */
const FRAMES = KILLS * 12;
const KEPT = 5;
/** A delete has about ten, and six run at once. */
const MOST_MOMENTS = 40;

let stage: Stage;
let moments: Moments;

beforeAll(async () => {
  moments = await startMoments(() => stage.stack);
  stage = await openStage({ functions: ['image', 'monitor', 'counters'], env: moments.env });
});
afterAll(async () => {
  await stage?.close();
  await moments?.close();
});

interface Frame {
  id: string;
  encoded: string;
}

/** A frame with annotations, a mask and a detection, so that a delete can be interrupted at many points. */
async function capture(number: number): Promise<Frame> {
  const { stack, bucket } = stage;
  const { id } = (await upload(stack, number)).body.data;
  const mask = `dataset/bolts/${id}_mask_1.png`;
  await bucket.file(mask).save('mask', { resumable: false });
  await stack.firestore
    .doc(`image/${id}`)
    .update({ masks: [{ uri: `gs://${stack.bucket}/${mask}`, tag: 'dataset/bolts/tag/bad' }] });
  await joinOwnSession(id);
  await stack.firestore.doc(`detection/${id}`).set({ generation: '1', found: [] });
  const tags = [{ tag: 'bad', x: 0, y: 0, w: 1, h: 1 }];
  await call(stack, '/monitor/updateTags', { body: { dataset: 'bolts', imageID: id, tags } });
  return { id, encoded: `dataset--bolts--${id}.jpg` };
}

/** In a session of its own, so that no other delete recounts it. */
async function joinOwnSession(id: string): Promise<void> {
  const { firestore } = stage.stack;
  await firestore.doc(`session/own-${id}`).set({ stop: new Date(), data: { totalCounter: 1 } });
  await firestore.doc(`image/${id}`).update({ session: `own-${id}` });
}

let interrupted = 0;

/** Deletes until there is an answer; after an attempt whose answer was lost, "not found" is an answer too. */
async function insist({ encoded }: Frame): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      const { status } = await send(stage, `/image/delete/image/${encoded}`);
      if (status === 200 || (status === 404 && !isFirst)) return;
      // The front answers 503 while there is no worker.
      if (status !== 503) throw new Error(`answered ${status}`);
    } catch (error) {
      if ((error as { code?: string }).code === undefined) throw error;
      interrupted += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

test(`${KILLS} kills (seed ${SEED})`, async () => {
  const random = new Random(SEED);
  const { stack } = stage;
  await call(stack, '/monitor/line-1/start');
  const frames: Frame[] = [];
  await concurrently(FRAMES + KEPT, 8, async (number) => {
    frames[number] = await capture(number);
  });
  await call(stack, '/monitor/line-1/stop');
  const kept = frames.slice(FRAMES);

  let done = 0;
  const deleting = concurrently(FRAMES, CALLERS, async (number) => {
    await insist(frames[number]!);
    done += 1;
  });
  let kills = 0;
  while (kills < KILLS && done < FRAMES) {
    const before = done;
    await eventually(() => expect(done).toBeGreaterThan(before));
    await Promise.race([moments.pass(random.whole(1, MOST_MOMENTS)), deleting]);
    await stack.functions.image?.kill();
    await stack.functions.image?.restart();
    kills += 1;
  }
  await deleting;
  console.info(`${kills} kills broke ${interrupted} of ${FRAMES} deletes`);
  expect(interrupted).toBeGreaterThan(KILLS / 2);

  const ids = kept.map(({ id }) => id).sort();
  expect([...(await records(stack, 'image')).keys()].sort()).toEqual(ids);
  expect([...(await records(stack, 'detection')).keys()].sort()).toEqual(ids);
  expect((await records(stack, 'removal')).size).toBe(0);
  const names = ids.flatMap((id) => [`dataset/bolts/${id}.jpg`, `dataset/bolts/${id}_mask_1.png`]);
  expect((await objectNames(stage)).sort()).toEqual(names.sort());

  // The platform does this every minute.
  await triggerScheduled(stack.functions.counters!);
  await eventually(async () => expect(await shownCounters(stack)).toEqual(await countedRecords(stack)));
  expect(await shownCounters(stack)).toEqual({ images: KEPT, tag: { good: [KEPT, 0], bad: [KEPT, KEPT] } });
  const sessions = [...(await records(stack, 'session'))].filter(([, { data }]) => data.totalCounter !== 0);
  expect(sessions.map(([id]) => id).sort()).toEqual(ids.map((id) => `own-${id}`));
  expect(liveState(stack, 'line-1')).toMatchObject({ status: false, totalCounter: 0 });
}, 600_000);
