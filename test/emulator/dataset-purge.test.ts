/**
 * Contract 9, 18: the trash is emptied by a job.
 * @covers Contract 9 POST trash/empty: what was rejected before a time; restored, rejected later, cancelled, interrupted
 * @covers Contract 18 a job whose record the release before has written goes on
 */
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { jobs } from '../../functions/src/common/adapters/firestore/jobs/jobs.ts';
import { objects } from '../../functions/src/common/adapters/objects.ts';
import { purgeTrash } from '../../functions/src/dataset/curate/purge-trash.ts';
import { workOnJob } from '../../functions/src/dataset/job/work-on-job.ts';
import { openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

/** A step has 100. */
const IMAGES = 130;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  // Nobody listens there: tasks are handed over by the tests, and each makes one step.
  Object.assign(process.env, functionEnvironment(stage.stack.addresses), {
    CLOUD_TASKS_EMULATOR_HOST: '127.0.0.1:9',
    STORAGE_EMULATOR_HOST: stage.storage,
    GCLOUD_PROJECT: stage.stack.projectId,
    JOB_TURN: '0',
  });
});
afterAll(async () => {
  delete process.env.JOB_TURN;
  await stage?.close();
});
beforeEach(() => {
  jest.restoreAllMocks();
});

const send = async (method: string, path: string, body?: object) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await stage.call(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, body: await answer.json() };
};
const reject = (dataset: string, images: readonly string[]) =>
  send('PATCH', `${dataset}/images`, { changes: images.map((image) => ({ image, decision: 'reject' })) });

/** A dataset whose images are in the trash. @returns their ids, and a time after that */
async function fill(dataset: string) {
  await seedDataset(stage, { id: dataset, type: 'MULTICLASS', tags: { a: 'good' } });
  const ids = Array.from({ length: IMAGES }, (_, at) => `${dataset}-${String(at).padStart(3, '0')}`);
  await seedImages(
    stage,
    dataset,
    ids.map((id) => ({ id, tag: 'a', bytes: Buffer.from(id) })),
  );
  await reject(dataset, ids);
  return { ids, before: Date.now() + 1 };
}

async function start(dataset: string, before: number): Promise<void> {
  const asked = { kind: 'purge', by: '', right: '', owner: 'owner', request: null } as const;
  await jobs.create(dataset, asked, async () => ({ before }));
  await jobs.send(dataset, 1, 'waiting');
}

const jobOf = async (dataset: string) =>
  (await stage.firestore.doc(`dataset/${dataset}/job/1`).get()).data()!;
const attempt = async (dataset: string) =>
  workOnJob({ dataset, job: 1, step: Number((await jobOf(dataset)).step) });
async function finish(dataset: string): Promise<void> {
  while ((await jobOf(dataset)).state === 'running') await attempt(dataset);
}
const trashOf = async (dataset: string) =>
  (await stage.firestore.collection(`dataset/${dataset}/trash`).get()).docs.map(({ id }) => id);
const filesOf = async (dataset: string) =>
  (await stage.bucket.getFiles({ prefix: `dataset/${dataset}/` }))[0].length;

test('what was rejected before a time is gone; what is restored meanwhile or rejected later stays', async () => {
  const { ids, before } = await fill('emptied');
  await start('emptied', before);
  await attempt('emptied');
  expect(await jobOf('emptied')).toMatchObject({ state: 'running', done: 100, total: IMAGES });
  const [restored, later] = ids.slice(-2) as [string, string];
  const back = await send('POST', 'emptied/trash/restore', { images: [ids[0], restored, later] });
  expect(back.body.images.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'not found',
    'done',
    'done',
  ]);
  await reject('emptied', [later]);
  await finish('emptied');
  expect(await jobOf('emptied')).toMatchObject({ state: 'done', result: { deleted: IMAGES - 2 } });
  expect(await trashOf('emptied')).toEqual([later]);
  expect(await filesOf('emptied')).toBe(2);
});

test('cancelled amid a step, what is said to be gone goes, and nothing more', async () => {
  const { before } = await fill('stopped');
  await start('stopped', before);
  jest.spyOn(objects, 'remove').mockRejectedValue(new Error('away'));
  await expect(attempt('stopped')).rejects.toThrow('away');
  const { body } = await send('DELETE', 'stopped/job/1');
  expect(body.job).toMatchObject({ state: 'cancelled', done: 100 });
  expect(await trashOf('stopped')).toHaveLength(IMAGES);
  jest.restoreAllMocks();
  const now = Date.now() + 1_000;
  await purgeTrash({ now, end: now + 60_000 });
  expect(await trashOf('stopped')).toHaveLength(IMAGES - 100);
  expect(await filesOf('stopped')).toBe(IMAGES - 100);
});

test('an attempt that was interrupted is followed by one that counts no image twice', async () => {
  const { before } = await fill('again');
  await start('again', before);
  jest.spyOn(objects, 'remove').mockRejectedValueOnce(new Error('away'));
  await expect(attempt('again')).rejects.toThrow('away');
  await attempt('again');
  await finish('again');
  expect(await jobOf('again')).toMatchObject({ state: 'done', done: IMAGES, result: { deleted: IMAGES } });
  expect([await trashOf('again'), await filesOf('again')]).toEqual([[], 0]);
});

/** As 0.2.0 has written it, after its first step. */
const recorded = (before: number) => ({
  ...{
    number: 1,
    kind: 'purge',
    state: 'running',
    by: 'ann',
    owner: 'owner',
    request: 'r',
    input: { before },
  },
  ...{ done: 100, total: 230, message: '', tries: 1, step: 1, place: 'sent', hold: 'gone' },
  ...{ createdAt: new Date(), startedAt: new Date(), touched: new Date(), waits: new Date() },
  cursor: { deleted: 100, step: 1 },
});

test('a job that was begun before an upgrade goes on from its cursor', async () => {
  const { before } = await fill('upgraded');
  await stage.firestore.doc('dataset/upgraded/job/1').set(recorded(before));
  await finish('upgraded');
  expect(await jobOf('upgraded')).toMatchObject({
    state: 'done',
    result: { deleted: 100 + IMAGES },
    total: 230,
  });
});

test('over HTTP: the same key finds the same job, and what is wrong is refused', async () => {
  await seedDataset(stage, { id: 'asked', type: 'MULTICLASS' });
  await seedImages(stage, 'asked', [{ id: 'asked-1', bytes: Buffer.from('x') }]);
  await reject('asked', ['asked-1']);
  const before = Date.now() + 1;
  const empty = async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'once' };
    const answer = await stage.post('asked/trash/empty', { before }, { headers });
    return [answer.status, await answer.json()];
  };
  const done = [200, { error: false, status: 'success', deleted: 1 }];
  expect(await empty()).toEqual(done);
  expect(await empty()).toEqual(done);
  for (const body of [{}, { before: -1 }, { before: '1' }, { before, more: 1 }])
    expect((await send('POST', 'asked/trash/empty', body)).status).toBe(400);
  expect((await send('POST', 'none/trash/empty', { before })).status).toBe(404);
});
