/**
 * SIGKILL of the worker while a selection is changed, and while that is taken back: the same call goes on, once, and every image has
 * the one change, or is as before. What the service remembers of requests for an hour is gone by then.
 * @covers Contract 9 PATCH images: `select`: SIGKILL while it is changed or taken back
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';
import { Random } from '../../emulators/scenes/random.ts';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import { shardOf } from '../../functions/src/common/images/list-fields.ts';
import { countedMore, countedRecords, eventually, shownCounters, shownMore } from '../support/factory.ts';
import { type Moments, startMoments } from '../support/moments.ts';
import { SEED } from '../support/seed.ts';
import { openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

const IMAGES = process.env.LONG ? 3617 : 617;
const ROUNDS = process.env.LONG ? 20 : 3;
/** A call has about as many. */
const MOST_MOMENTS = process.env.LONG ? 100 : 30;
const CHANGES = [{ set: 'TEST', tag: 'b' }, { decision: 'reject' }, { decision: 'accept' }] as const;
const random = new Random(SEED);

let stage: Stage;
let moments: Moments;
let service: Sightline;

beforeAll(async () => {
  moments = await startMoments(() => stage.stack);
  stage = await openStage(moments.env, ['dataset', 'counters']);
  service = new Sightline({ baseUrl: stage.stack.baseUrl });
  await seedDataset(stage, { id: 'kill', type: 'MULTICLASS', tags: { a: 'good', b: 'bad' } });
  const images = Array.from({ length: IMAGES }, (_, at) => ({
    ...{ id: `kill-${at}`, date: at, tag: at % 3 ? 'a' : null, set: at % 5 ? 'TRAIN' : 'REVIEW' },
    fields: { shard: shardOf('kill', `kill-${at}`), labelled: at % 3 > 0, checked: false },
  }));
  await seedImages(stage, 'kill', images);
  await stage.call('kill/refreshCounters', { method: 'POST' });
});
afterAll(async () => {
  await stage?.close();
  await moments?.close();
});

/** Kills the worker somewhere in the work, and begins it again. @returns whether it was killed in time */
async function interrupted<T>(work: () => Promise<T>): Promise<{ answer: T; isBetween: boolean }> {
  let isOver = false;
  const first = work().then(
    (answer) => {
      isOver = true;
      return { answer };
    },
    () => null,
  );
  await Promise.race([moments.pass(random.whole(1, MOST_MOMENTS)), first]);
  const isBetween = !isOver;
  await stage.stack.functions.dataset?.kill();
  const { docs } = await stage.firestore.collection('dataset/kill/request').get();
  await Promise.all(docs.map(({ ref }) => ref.delete()));
  await stage.stack.functions.dataset?.restart();
  const done = await first;
  return { answer: done ? done.answer : await work(), isBetween };
}

/** By image: its revision, and what the changes are about. */
async function recordsOf(): Promise<Map<string, [number, string]>> {
  const { docs } = await stage.firestore
    .collection('image')
    .select('revision', 'tag', 'set', 'setBefore', 'checked', 'labelled')
    .get();
  return new Map(
    docs.map((each) => {
      const { revision = 0, tag, set, setBefore = null, checked, labelled } = each.data();
      return [each.id, [revision, JSON.stringify([tag?.id, set, setBefore, checked, labelled])]];
    }),
  );
}

async function settled(): Promise<void> {
  expect(await triggerScheduled(stage.stack.functions.counters!)).toBe(200);
  await eventually(async () => {
    expect(await shownCounters(stage.stack, 'kill')).toEqual(await countedRecords(stage.stack, 'kill'));
    expect(await shownMore(stage.stack, 'kill')).toEqual(await countedMore(stage.stack, 'kill'));
  });
}

test(`${ROUNDS} rounds of kills (seed ${SEED})`, async () => {
  const { images } = service.datasets('kill');
  let between = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await recordsOf();
    const select = { shown: IMAGES, at: (await images.page({}, { limit: 1 })).at };
    const change = CHANGES[round % CHANGES.length]!;
    const changed = await interrupted(() => images.changeAll(select, change, { key: `round-${round}` }));
    expect(changed.answer).toMatchObject({ found: IMAGES, done: IMAGES, stale: 0, invalid: 0, left: 0 });
    const during = await recordsOf();
    const steps = 'decision' in change && change.decision === 'reject' ? 3 : 2;
    if (steps === 3) expect(during.size).toBe(0);
    else
      expect([...during].map(([id, [revision]]) => [id, revision])).toEqual(
        [...before].map(([id, [revision]]) => [id, revision + 1]),
      );
    await settled();

    const undone = await interrupted(() => images.undo(changed.answer.change));
    expect(undone.answer).toMatchObject({ restored: IMAGES, changed: 0, left: 0 });
    const kept = [...before].map(([id, [revision, fields]]) => [id, [revision + steps, fields]]);
    expect([...(await recordsOf())]).toEqual(kept);
    await settled();
    between += Number(changed.isBetween) + Number(undone.isBetween);
  }
  process.stdout.write(`\nkilled in between: ${between} of ${2 * ROUNDS}\n`);
  expect(between).toBeGreaterThan(0);
}, 1_800_000);
