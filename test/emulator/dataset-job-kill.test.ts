/**
 * SIGKILL of the worker at random moments of a job: it ends as it would have, once.
 * @covers Contract 18 SIGKILL of the worker at random moments: nothing doubled, nothing lost, no two results
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Random } from '../../emulators/scenes/random.ts';
import { LONG_TEST } from '../support/limits.ts';
import { type Moments, startMoments } from '../support/moments.ts';
import { SEED } from '../support/seed.ts';
import { openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

const ROUNDS = process.env.LONG ? 200 : 24;
/** A version of a few images has about as many. */
const MOST_MOMENTS = 24;
const random = new Random(SEED);

let stage: Stage;
let moments: Moments;
beforeAll(async () => {
  moments = await startMoments(() => stage.stack);
  stage = await openStage(moments.env, ['dataset']);
  await seedDataset(stage, { id: 'kill', type: 'MULTICLASS', tags: { a: 'good' } });
  const images = Array.from({ length: 12 }, (_, at) => ({
    id: `kill-${at}`,
    tag: 'a',
    bytes: Buffer.from([at]),
  }));
  await seedImages(stage, 'kill', images);
});
afterAll(async () => {
  await stage?.close();
  await moments?.close();
});

test(
  `${ROUNDS} versions whose worker is killed somewhere (seed ${SEED})`,
  async () => {
    const make = async (key: string) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key };
      for (;;) {
        const answer = await stage.post('kill/version?wait=20', { group: 'image' }, { headers });
        if (answer.status !== 202) return (await answer.json()) as { number: number; hash: string };
      }
    };
    const first = await make('round-0');
    let killed = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      let isOver = false;
      const made = make(`round-${round}`).finally(() => {
        isOver = true;
      });
      await Promise.race([moments.pass(random.whole(1, MOST_MOMENTS)), made]);
      killed += Number(!isOver);
      await stage.stack.functions.work!.kill();
      expect(await made).toMatchObject({ number: round + 1, hash: first.hash });
    }
    expect(killed).toBeGreaterThan(ROUNDS / 2);
    const states = async (collection: string) =>
      (await stage.firestore.collection(`dataset/kill/${collection}`).get()).docs.map((each) =>
        each.get('state'),
      );
    expect(await states('version')).toEqual(Array.from({ length: ROUNDS + 1 }, () => 'ready'));
    expect(await states('job')).toEqual(Array.from({ length: ROUNDS + 1 }, () => 'done'));
    const [files] = await stage.bucket.getFiles({ prefix: 'dataset/kill/version/' });
    expect(files).toHaveLength(1);
  },
  LONG_TEST,
);
