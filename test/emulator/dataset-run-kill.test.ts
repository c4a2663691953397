/**
 * SIGKILL of the worker while a run is made of a file, closed or evaluated: the next call goes on, once, and nothing else has
 * changed.
 * @covers Contract 14 SIGKILL while a run is made, closed or evaluated
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';
import { Random } from '../../emulators/scenes/random.ts';
import { type Moments, startMoments } from '../support/moments.ts';
import { SEED } from '../support/seed.ts';
import { openStage, recordsBeside, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

const ROUNDS = process.env.LONG ? 20 : 3;
/** A call has about as many. */
const MOST_MOMENTS = { make: 14, close: 14, evaluate: 30 };
const random = new Random(SEED);

let stage: Stage;
let moments: Moments;
let service: Sightline;
const ids = Array.from({ length: 40 }, (_, at) => `kill-${String(at).padStart(2, '0')}`);

beforeAll(async () => {
  moments = await startMoments(() => stage.stack);
  stage = await openStage(moments.env, ['dataset']);
  service = new Sightline({ baseUrl: stage.stack.baseUrl });
  await seedDataset(stage, { id: 'kill', type: 'MULTICLASS', tags: { a: 'good', b: 'bad' } });
  const images = ids.map((id, at) => ({
    id,
    tag: at % 3 === 0 ? 'b' : 'a',
    bytes: Buffer.from(id),
    set: 'TEST',
  }));
  await seedImages(stage, 'kill', images);
  await service.datasets('kill').versions.make({ test: 0, validation: 0, group: 'image' });
});
afterAll(async () => {
  await stage?.close();
  await moments?.close();
});

/** Kills a worker somewhere in the call, and repeats the call until it is answered. @returns whether it was killed in time */
async function interrupted<T>(
  call: () => Promise<T>,
  most: number,
  worker: 'dataset' | 'work' = 'dataset',
): Promise<{ answer: T; isBetween: boolean }> {
  let isOver = false;
  const first = call().then(
    (answer) => {
      isOver = true;
      return { answer };
    },
    () => null,
  );
  await Promise.race([moments.pass(random.whole(1, most)), first]);
  const isBetween = !isOver;
  await stage.stack.functions[worker]?.kill();
  await stage.stack.functions[worker]?.restart();
  const done = await first;
  return { answer: done ? done.answer : await call(), isBetween };
}

test(`${ROUNDS} rounds of kills: each run is ready once, with all that it was told (seed ${SEED})`, async () => {
  const { runs } = service.datasets('kill');
  const before = await recordsBeside(stage, 'kill');
  const between = { make: 0, close: 0, evaluate: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const said = ids.map((image, at) => ({
      image,
      predictions: [{ tag: (at + round) % 3 === 0 ? 'b' : 'a', score: (at + 1) / 100 }],
    }));
    const text = said.map((each) => JSON.stringify(each)).join('\n');

    const live = await runs.make({ name: `Live ${round}`, live: true });
    await runs.predict(live.number, said);
    const closed = await interrupted(() => runs.close(live.number), MOST_MOMENTS.close);
    between.close += Number(closed.isBetween);
    const sent = await runs.upload({ name: `File ${round}` }, new Blob([text]));
    const made = await interrupted(() => runs.finish(sent), MOST_MOMENTS.make);
    between.make += Number(made.isBetween);

    const counts = { images: 40, empty: 0, predictions: 40, gone: 0 };
    expect(closed.answer).toMatchObject({ number: live.number, counts });
    expect(made.answer).toEqual({ ...closed.answer, number: sent });
    const [file] = await stage.bucket.file(`dataset/kill/run/${made.answer.hash}.ndjson`).download();
    expect(createHash('sha256').update(file).digest('hex')).toBe(made.answer.hash);

    const judge = () => runs.evaluate(sent);
    const judged = await interrupted(judge, MOST_MOMENTS.evaluate, 'work');
    between.evaluate += Number(judged.isBetween);
    expect(judged.answer.report).toMatchObject({ images: 40 });
    expect(await runs.evaluate(live.number)).toEqual(judged.answer);
  }
  const listed = await runs.list({ limit: 100 });
  expect(listed.runs.map(({ state }) => state)).toEqual(Array(2 * ROUNDS).fill('ready'));
  const { docs } = await stage.firestore.collection('dataset/kill/job').where('kind', '==', 'evaluate').get();
  expect(docs.map((each) => each.get('state'))).toEqual(Array(ROUNDS).fill('done'));
  expect(await recordsBeside(stage, 'kill')).toEqual(before);
  process.stdout.write(`\nkilled in between: ${JSON.stringify(between)} of ${ROUNDS}\n`);
  expect(between.make + between.close + between.evaluate).toBeGreaterThan(0);
});
