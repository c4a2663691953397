/**
 * SIGKILL of the worker while two people change the same images: each image has exactly one of the decisions that were
 * answered `done`, its revision increased by one for it, and the counters equal the records at every pause.
 * @covers Contract 9 SIGKILL while two people judge
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Random } from '../../emulators/scenes/random.ts';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import { shardOf } from '../../functions/src/common/images/list-fields.ts';
import {
  call,
  countedMore,
  countedRecords,
  eventually,
  furnish,
  shownCounters,
  shownMore,
} from '../support/factory.ts';
import { type Moments, startMoments } from '../support/moments.ts';
import { SEED } from '../support/seed.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const KILLS = process.env.LONG ? 50 : 4;
const IMAGES = process.env.LONG ? 500 : 240;

/** Both requests together have a few more. */
const MOST_MOMENTS = 16;
const random = new Random(SEED);

let stack: TestStack;
let moments: Moments;
const ids = Array.from({ length: IMAGES }, (_, at) => `image-${at}`);

beforeAll(async () => {
  moments = await startMoments(() => stack);
  stack = await startTestStack({ functions: ['dataset', 'counters'], env: moments.env });
  await furnish(stack);
  const { firestore } = stack;
  const writer = firestore.bulkWriter();
  for (const [at, id] of ids.entries())
    void writer.set(firestore.doc(`image/${id}`), {
      uri: `gs://${stack.bucket}/dataset/bolts/${id}.jpg`,
      name: id,
      dataset: firestore.doc('dataset/bolts'),
      tag: null,
      tags: [],
      tagsContained: [],
      masks: [],
      set: 'PREDETERMINED',
      date: at,
      session: '',
      shard: shardOf('bolts', id),
      labelled: false,
    });
  await writer.close();
  await call(stack, '/dataset/bolts/refreshCounters', { method: 'POST' });
});
afterAll(async () => {
  await stack?.close();
  await moments?.close();
});

interface Outcome {
  image: string;
  outcome: string;
  revision: number;
}

/** Sends a request until it is answered, like the client: every attempt has the same key. */
async function insist(key: string, changes: object[]): Promise<Outcome[]> {
  for (;;) {
    try {
      const sent = { method: 'PATCH', body: { changes }, headers: { 'idempotency-key': key } };
      const { status, body } = await call(stack, '/dataset/bolts/images', sent);
      if (status === 200) return body.images;
    } catch {
      // The worker's connection was closed.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function revisions(): Promise<Map<string, { revision: number; tag: string | null }>> {
  const { docs } = await stack.firestore.collection('image').select('revision', 'tag').get();
  return new Map(
    docs.map((each) => [each.id, { revision: each.get('revision') ?? 0, tag: each.get('tag')?.id ?? null }]),
  );
}

/** @returns whether the worker was killed during a request */
async function judgeAndKill(round: number): Promise<boolean> {
  const before = await revisions();
  let answered = 0;
  const judging = ['good', 'bad'].map(async (tag) => {
    const order = tag === 'good' ? ids : [...ids].reverse();
    const decision = round % 2 === 0 ? 'review' : 'accept';
    const changes = order.map((image) => ({ image, seen: before.get(image)?.revision, tag, decision }));
    const outcomes = await insist(`${tag}-${round}`, changes);
    answered += 1;
    return { tag, outcomes };
  });
  await Promise.race([moments.pass(random.whole(1, MOST_MOMENTS)), Promise.all(judging)]);
  const isBetween = answered < 2;
  await stack.functions.dataset?.kill();
  await stack.functions.dataset?.restart();
  const judged = await Promise.all(judging);

  const now = await revisions();
  const done = judged.flatMap(({ tag, outcomes }) =>
    outcomes.filter(({ outcome }) => outcome === 'done').map((each) => ({ ...each, tag })),
  );
  expect(done.map(({ image }) => image).sort()).toEqual([...ids].sort());
  for (const { image, revision, tag } of done) {
    expect([image, revision]).toEqual([image, (before.get(image)?.revision ?? 0) + 1]);
    expect([image, now.get(image)]).toEqual([image, { revision, tag }]);
  }
  const others = judged.flatMap(({ outcomes }) => outcomes.map(({ outcome }) => outcome));
  expect(others.filter((outcome) => outcome !== 'done' && outcome !== 'stale')).toEqual([]);
  return isBetween;
}

test(`${KILLS} kills (seed ${SEED})`, async () => {
  let between = 0;
  for (let round = 0; round < KILLS; round += 1) {
    if (await judgeAndKill(round)) between += 1;
    expect(await triggerScheduled(stack.functions.counters!)).toBe(200);
    await eventually(async () => {
      expect(await shownCounters(stack)).toEqual(await countedRecords(stack));
      expect(await shownMore(stack)).toEqual(await countedMore(stack));
    });
  }
  expect(between).toBeGreaterThan(0);
}, 1_800_000);
