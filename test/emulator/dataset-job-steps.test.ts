/**
 * Contract 18: work of many steps goes on with the next task of its job, from the last step that was committed.
 * @covers Contract 18 steps: one commit each, the next task after a turn, attempts counted anew, none once a right or the job is gone; places to wait for others
 */
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Firestore, WriteBatch } from 'firebase-admin/firestore';
import { jobs } from '../../functions/src/common/adapters/firestore/jobs/jobs.ts';
import { MOST_TRIES } from '../../functions/src/common/jobs/job.ts';
import { type Doing, inSteps } from '../../functions/src/common/jobs/kind.ts';
import { workOnJob } from '../../functions/src/dataset/job/work-on-job.ts';
import { versionJob } from '../../functions/src/dataset/version/version-job.ts';
import { connectFirestore } from '../support/firestore.ts';

let firestore: Firestore;
let close: () => Promise<void>;
/** What happens in each step, before it is committed. */
let during: (at: number) => Promise<void> | void;
let written: number[];

beforeAll(async () => {
  process.env.JOB_TURN = '0';
  // Nobody listens there: tasks are handed over by the tests.
  process.env.CLOUD_TASKS_EMULATOR_HOST = '127.0.0.1:9';
  ({ firestore, close } = await connectFirestore('demo-job-steps'));
});
afterAll(async () => {
  delete process.env.JOB_TURN;
  delete process.env.CLOUD_TASKS_EMULATOR_HOST;
  await close();
});
beforeEach(() => {
  during = () => {};
  written = [];
  jest.spyOn(versionJob, 'drop').mockReturnValue(async () => {});
  jest.spyOn(versionJob, 'work').mockImplementation(countToThree);
});

/** Writes 0, 1 and 2, a record each. */
async function countToThree(doing: Doing) {
  const last = await inSteps(doing, { at: 0 }, async ({ at }) => {
    if (at === 3) return null;
    return {
      weight: 1,
      write: async (batch) => {
        written.push(at);
        batch.create(firestore.doc(`dataset/${doing.dataset.id}/made/${at}`), { at });
        await during(at);
        return { cursor: { at: at + 1 }, done: at + 1, total: 3 };
      },
    };
  });
  return last && { result: last };
}

async function start(dataset: string) {
  await firestore.doc(`dataset/${dataset}`).set({ name: 'x', owner: 'ann', members: { bob: 'editor' } });
  const asked = { kind: 'version', by: 'bob', right: 'bob', owner: 'ann', request: null } as const;
  await jobs.create(dataset, asked, async () => ({}));
  await jobs.send(dataset, 1, 'waiting');
}

const record = (dataset: string) => firestore.doc(`dataset/${dataset}/job/1`);
const fieldsOf = async (dataset: string) => (await record(dataset).get()).data()!;
const attempt = async (dataset: string) =>
  workOnJob({ dataset, job: 1, step: Number((await fieldsOf(dataset)).step) });
const made = async (dataset: string) =>
  (await firestore.collection(`dataset/${dataset}/made`).get()).docs.map((each) => each.get('at'));

test('each task takes its turn, and the next one goes on where it stopped', async () => {
  await start('turns');
  for (const done of [1, 2, 3]) {
    await attempt('turns');
    expect(await fieldsOf('turns')).toMatchObject({
      state: 'running',
      done,
      cursor: { at: done },
      step: done + 1,
    });
    await workOnJob({ dataset: 'turns', job: 1, step: done });
    expect(written).toHaveLength(done);
  }
  await attempt('turns');
  const ended = await fieldsOf('turns');
  expect(ended).toMatchObject({ state: 'done', result: { at: 3 }, done: 3, total: 3 });
  for (const name of ['cursor', 'hold', 'place', 'waits']) expect(ended).not.toHaveProperty(name);
  expect(await made('turns')).toEqual([0, 1, 2]);
});

test('a commit whose answer is lost is one step', async () => {
  await start('lost');
  const batch = Object.getPrototypeOf(firestore.batch()) as WriteBatch;
  const { commit } = batch;
  during = () => {
    during = () => {};
    jest.spyOn(batch, 'commit').mockImplementationOnce(async function (this: WriteBatch) {
      await commit.call(this);
      throw Object.assign(new Error('changed'), { code: 9 });
    });
  };
  await attempt('lost');
  expect([written, await made('lost')]).toEqual([[0], [0]]);
  expect(await fieldsOf('lost')).toMatchObject({ done: 1, cursor: { at: 1 } });
});

test.each([
  ['it was cancelled', { state: 'cancelled' }, () => jobs.end('stop-0', 1, null, { state: 'cancelled' })],
  ['another attempt has begun', { state: 'running' }, () => record('stop-1').update({ hold: 'other' })],
  [
    'whoever started it has left',
    { state: 'failed', reason: 'whoever started it may not change the dataset any more' },
    () => firestore.doc('dataset/stop-2').update({ members: {} }),
  ],
])('no step is committed once %s', async (_, ended, stop) => {
  const dataset = `stop-${['cancelled', 'running', 'failed'].indexOf(ended.state)}`;
  await start(dataset);
  process.env.JOB_TURN = '1000000';
  during = async (at) => {
    if (at === (ended.state === 'failed' ? 0 : 1)) await stop();
  };
  await attempt(dataset);
  process.env.JOB_TURN = '0';
  expect(await made(dataset)).toEqual([0]);
  expect(await fieldsOf(dataset)).toMatchObject({ ...ended, done: 1 });
});

test('attempts are counted anew after a step', async () => {
  await start('tries');
  const fail = () => {
    throw new Error('away');
  };
  for (const at of [0, 1]) {
    during = fail;
    for (let tries = 1; tries < MOST_TRIES; tries += 1)
      await expect(attempt('tries')).rejects.toThrow('away');
    during = () => {};
    await attempt('tries');
    expect(await made('tries')).toHaveLength(at + 1);
  }
  during = fail;
  for (let tries = 1; tries < MOST_TRIES; tries += 1) await expect(attempt('tries')).rejects.toThrow('away');
  await attempt('tries');
  expect(await fieldsOf('tries')).toMatchObject({ state: 'failed', done: 2 });
});

test('whoever starts many jobs leaves as many places to others', async () => {
  await start('crowded');
  const ask = (by: string) =>
    jobs.create(
      'crowded',
      { kind: 'evaluate', by, right: '', owner: 'ann', request: null },
      async () => ({}),
    );
  const fill = async (by: string) => {
    for (let made = 0; ; made += 1)
      try {
        await ask(by);
      } catch (error) {
        expect(error).toMatchObject({ code: 'jobs enough' });
        return made;
      }
  };
  await firestore.doc('dataset/crowded/job/1').delete();
  expect([await fill('ann'), await fill('bob'), await fill('cid'), await fill('dan')]).toEqual([10, 5, 3, 1]);
  expect([await fill('eve'), await fill('fay')]).toEqual([1, 0]);
});
