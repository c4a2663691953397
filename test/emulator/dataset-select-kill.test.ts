/**
 * SIGKILL of the worker while a job changes many images, and while one takes that back: it goes on, once, and every image has the
 * one change, or is as before.
 * @covers Contract 9 PATCH images: `select`: SIGKILL while it is changed or taken back
 * @covers Contract 15: SIGKILL while suggestions are accepted or taken back
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';
import { Random } from '../../emulators/scenes/random.ts';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import { chunks } from '../../functions/src/common/chunks.ts';
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
const RUN = 1;

let stage: Stage;
let moments: Moments;
let service: Sightline;

beforeAll(async () => {
  moments = await startMoments(() => stage.stack);
  // Each step of a job is a task of its own.
  stage = await openStage({ ...moments.env, JOB_TURN: '0' }, ['dataset', 'counters']);
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

/** Kills the worker somewhere in a job, which goes on by itself. @returns whether it was killed in time */
async function killed<T>(work: Promise<T>): Promise<{ answer: T; isBetween: boolean }> {
  let isOver = false;
  const answer = work.finally(() => {
    isOver = true;
  });
  await Promise.race([moments.pass(random.whole(1, MOST_MOMENTS)), answer]);
  const isBetween = !isOver;
  await stage.stack.functions.work!.kill();
  return { answer: await answer, isBetween };
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

const isUnlabelled = (fields: string): boolean => fields.startsWith('[null,');

async function settled(): Promise<void> {
  expect(await triggerScheduled(stage.stack.functions.counters!)).toBe(200);
  await eventually(async () => {
    expect(await shownCounters(stage.stack, 'kill')).toEqual(await countedRecords(stage.stack, 'kill'));
    expect(await shownMore(stage.stack, 'kill')).toEqual(await countedMore(stage.stack, 'kill'));
  });
}

test(`selections: ${ROUNDS} rounds of kills (seed ${SEED})`, async () => {
  const { images } = service.datasets('kill');
  let between = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await recordsOf();
    const select = { shown: IMAGES, at: (await images.list({ limit: 1 })).at };
    const change = CHANGES[round % CHANGES.length]!;
    const changed = await killed(images.changeAll(select, change));
    expect(changed.answer).toMatchObject({ found: IMAGES, done: IMAGES, stale: 0, invalid: 0 });
    const during = await recordsOf();
    const steps = 'decision' in change && change.decision === 'reject' ? 3 : 2;
    if (steps === 3) expect(during.size).toBe(0);
    else
      expect([...during].map(([id, [revision]]) => [id, revision])).toEqual(
        [...before].map(([id, [revision]]) => [id, revision + 1]),
      );
    await settled();

    const undone = await killed(images.undo(changed.answer.change));
    expect(undone.answer).toMatchObject({ restored: IMAGES, changed: 0 });
    const kept = [...before].map(([id, [revision, fields]]) => [id, [revision + steps, fields]]);
    expect([...(await recordsOf())]).toEqual(kept);
    await settled();
    between += Number(changed.isBetween) + Number(undone.isBetween);
  }
  process.stdout.write(`\nkilled in between: ${between} of ${2 * ROUNDS}\n`);
  expect(between).toBeGreaterThan(0);
}, 1_800_000);

test(`acceptances: ${ROUNDS} rounds of kills (seed ${SEED})`, async () => {
  const { runs, suggestions } = service.datasets('kill');
  // Of the other class, so many that little of what is suggested must be reviewed.
  const known = Array.from({ length: 300 }, (_, at) => `known-${at}`).map((id) => ({
    ...{ id, tag: 'b', set: 'TRAIN' },
    fields: { shard: shardOf('kill', id), labelled: true, checked: true },
  }));
  await seedImages(stage, 'kill', known);
  await stage.call('kill/refreshCounters', { method: 'POST' });
  await runs.make({ name: 'sure', live: true });
  const said = [...(await recordsOf()).keys()].map((image) => ({
    image,
    predictions: [{ tag: 'a', score: 0.9 }],
  }));
  for (const some of chunks(said, 500)) await runs.predict(RUN, some);
  await runs.close(RUN);
  let between = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await recordsOf();
    const unlabelled = [...before].filter(([, [, fields]]) => isUnlabelled(fields));
    const made = await suggestions.accept(RUN, { threshold: 0.8 });
    const { length: judged } = made.sample;
    expect(made.suggestions).toBe(unlabelled.length);
    const answers = made.sample.map(({ image, revision }) => ({ image, revision, correct: true }));
    const accepted = await killed(suggestions.review(made.acceptance, answers));
    expect(accepted.answer).toMatchObject({ accepted: unlabelled.length, stale: 0 });
    const during = await recordsOf();
    await settled();

    const undone = await killed(suggestions.undo(made.acceptance));
    expect(undone.answer).toMatchObject({ restored: unlabelled.length - judged, changed: 0 });
    const sampled = new Set(made.sample.map(({ image }) => image));
    const kept = [...before].map(([id, [revision, fields]]) => {
      if (!isUnlabelled(fields)) return [id, [revision, fields]];
      return [id, sampled.has(id) ? during.get(id) : [revision + 2, fields]];
    });
    expect([...(await recordsOf())]).toEqual(kept);
    await settled();
    between += Number(accepted.isBetween) + Number(undone.isBetween);
  }
  process.stdout.write(`\nkilled in between: ${between} of ${2 * ROUNDS}\n`);
  expect(between).toBeGreaterThan(0);
}, 1_800_000);
