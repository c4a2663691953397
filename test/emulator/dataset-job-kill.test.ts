/**
 * SIGKILL of the worker at random moments of a job: it ends as it would have, once. `KILLS=200` kills each kind that often.
 * @covers Contract 18 SIGKILL of the worker at random moments: nothing doubled, nothing lost, no two results
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Random } from '../../emulators/scenes/random.ts';
import { LONG_TEST } from '../support/limits.ts';
import { type Moments, startMoments } from '../support/moments.ts';
import { putRun } from '../support/ready-run.ts';
import { SEED } from '../support/seed.ts';
import { openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

const KILLS = Number(process.env.KILLS) || (process.env.LONG ? 200 : 0);
/** From the call to its answer a job of a few images has about as many; its work begins after some 25. */
const MOST_MOMENTS = 60;
const random = new Random(SEED);

let stage: Stage;
let moments: Moments;
beforeAll(async () => {
  moments = await startMoments(() => stage.stack);
  stage = await openStage(moments.env, ['dataset']);
});
afterAll(async () => {
  await stage?.close();
  await moments?.close();
});

async function seed(id: string, count = 12): Promise<void> {
  await seedDataset(stage, { id, type: 'MULTICLASS', tags: { a: 'good' } });
  await seedImages(stage, id, imagesOf(id, count));
}

const imagesOf = (id: string, count: number, round = 0) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: `${id}-${round}-${at}`, tag: 'a', set: 'TEST' },
    bytes: Buffer.from([round, at]),
  }));

/** Asks until it is answered. @param key the same at each attempt */
async function ask<T>(path: string, key: string, init: RequestInit = { method: 'POST' }): Promise<T> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  for (;;) {
    const answer = await stage.call(path, { ...init, headers });
    if (answer.status !== 202) return (await answer.json()) as T;
  }
}

const post = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

interface Killed<T> {
  rounds: number;
  most?: number;
  /** Before moments are counted. */
  prepare?: (round: number) => Promise<void>;
  ask: (round: number) => Promise<T>;
  /** What must be true of each round's answer, and of what is stored. */
  done: (answer: T, round: number) => Promise<void>;
}

async function killEachRound<T>({ rounds, most = MOST_MOMENTS, prepare, ask, done }: Killed<T>) {
  let killed = 0;
  for (let round = 1; round <= rounds; round += 1) {
    await prepare?.(round);
    let isOver = false;
    const asked = ask(round).finally(() => {
      isOver = true;
    });
    await Promise.race([moments.pass(random.whole(1, most)), asked]);
    killed += Number(!isOver);
    await stage.stack.functions.work!.kill();
    await done(await asked, round);
  }
  expect(killed).toBeGreaterThan(rounds / 2);
}

async function statesOf(collection: string): Promise<unknown[]> {
  return (await stage.firestore.collection(collection).get()).docs.map((each) => each.get('state'));
}

const namesOf = async (prefix: string) =>
  (await stage.bucket.getFiles({ prefix }))[0].map(({ name }) => name);

const VERSIONS = KILLS || 24;
test(
  `${VERSIONS} versions whose worker is killed somewhere (seed ${SEED})`,
  async () => {
    await seed('kill');
    const make = (round: number) =>
      ask<{ number: number; hash: string }>(
        'kill/version?wait=20',
        `round-${round}`,
        post({ group: 'image' }),
      );
    const first = await make(0);
    await killEachRound({
      ...{ rounds: VERSIONS, most: 24, ask: make },
      done: async (made, round) => expect(made).toMatchObject({ number: round + 1, hash: first.hash }),
    });
    const all = VERSIONS + 1;
    expect(await statesOf('dataset/kill/version')).toEqual(Array.from({ length: all }, () => 'ready'));
    expect(await statesOf('dataset/kill/job')).toEqual(Array.from({ length: all }, () => 'done'));
    expect(await namesOf('dataset/kill/version/')).toHaveLength(1);
  },
  LONG_TEST,
);

const OTHERS = KILLS || 8;
test(
  `${OTHERS} times the trash is emptied, and the worker is killed somewhere (seed ${SEED})`,
  async () => {
    await seed('trash', 2);
    const reject = async (round: number) => {
      await seedImages(stage, 'trash', imagesOf('trash', 4, round));
      const changes = imagesOf('trash', 4, round).map(({ id }) => ({ image: id, decision: 'reject' }));
      const { images } = await ask<{ images: { outcome: string }[] }>('trash/images', `reject-${round}`, {
        ...post({ changes }),
        method: 'PATCH',
      });
      expect(images.map(({ outcome }) => outcome)).toEqual(changes.map(() => 'done'));
    };
    await killEachRound({
      ...{ rounds: OTHERS, prepare: reject },
      ask: (round) =>
        ask<object>('trash/trash/empty?wait=20', `empty-${round}`, post({ before: Date.now() + 1 })),
      done: async (answer) => {
        expect(answer).toMatchObject({ deleted: 4 });
        expect((await stage.firestore.collection('dataset/trash/trash').get()).size).toBe(0);
        expect(await namesOf('dataset/trash/trash-')).toHaveLength(2);
      },
    });
    expect(await statesOf('dataset/trash/job')).toEqual(Array.from({ length: OTHERS }, () => 'done'));
  },
  LONG_TEST,
);

test(
  `${OTHERS} times a large dataset is counted again, and the worker is killed somewhere (seed ${SEED})`,
  async () => {
    await seed('count');
    const reference = stage.firestore.doc('dataset/count');
    await killEachRound({
      rounds: OTHERS,
      prepare: async (round) => {
        await stage.firestore.doc('dataset/count/counter/base').set({ images: 20_000 + round });
        await reference.update({ imageCounter: 20_000 + round });
      },
      ask: (round) => ask<object>('count/refreshCounters', `count-${round}`),
      done: async (answer) => {
        expect(answer).toEqual({ error: false, status: 'success' });
        expect((await reference.get()).get('imageCounter')).toBe(12);
      },
    });
    expect(await statesOf('dataset/count/job')).toEqual(Array.from({ length: OTHERS }, () => 'done'));
  },
  LONG_TEST,
);

test(
  `${OTHERS} times two runs are compared, and the worker is killed somewhere (seed ${SEED})`,
  async () => {
    await seed('runs');
    await ask('runs/version', 'first', post({ group: 'image' }));
    const { stack, storage } = stage;
    const own = { ...stack, addresses: { ...stack.addresses, storage: new URL(storage).host } };
    for (const number of [1, 2]) {
      const predictions = [{ tag: 'a', score: number / 10 }];
      const lines = imagesOf('runs', 12).map(({ id }) => ({ image: id, predictions, record: { tag: 'a' } }));
      await putRun(own, { dataset: 'runs', number, lines });
    }
    const reportsOf = async () =>
      (await namesOf('dataset/runs/run/')).filter((each) => each.endsWith('.json'));
    const compare = (round: number) =>
      ask<object>('runs/run/1/compare/2?version=latest&wait=20', `round-${round}`, { method: 'GET' });
    const first = await compare(0);
    expect(first).toMatchObject({ kind: 'classes', images: 12 });
    await killEachRound({
      rounds: OTHERS,
      prepare: async () => {
        for (const name of await reportsOf()) await stage.bucket.file(name).delete();
      },
      ask: compare,
      done: async (answer) => expect(answer).toEqual(first),
    });
    const states = await statesOf('dataset/runs/job');
    expect(states).toEqual(Array.from({ length: OTHERS + 2 }, () => 'done'));
    expect(await reportsOf()).toHaveLength(1);
  },
  LONG_TEST,
);
