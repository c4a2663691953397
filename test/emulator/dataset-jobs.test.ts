/**
 * Contract 18: jobs go on by themselves, whatever happens to who works on them and to the queue.
 * @covers Contract 18 jobs: a purged queue, cancellation, turns of owners, the feed of events, forged and old tasks, a dataset or a right that is gone
 */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import { FORGOTTEN, MOST_WAITING, TURNS } from '../../functions/src/common/jobs/job.ts';
import { eventually } from '../support/factory.ts';
import { openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

const DONE = { error: false, status: 'success' };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({}, ['dataset', 'counters']);
});
afterAll(() => stage?.close());
beforeEach(() => stage.faults.set([]));

async function seed(id: string, more: object = {}): Promise<void> {
  await seedDataset(stage, { id, type: 'MULTICLASS', tags: { a: 'good' }, owner: id, ...more });
  const images = Array.from({ length: 6 }, (_, at) => ({
    id: `${id}-${at}`,
    tag: 'a',
    bytes: Buffer.from([at]),
  }));
  await seedImages(stage, id, images);
}

const ask = async (path: string, init?: RequestInit) => {
  const answer = await stage.call(path, init);
  return { status: answer.status, body: await answer.json() };
};

const start = async (id: string, wait = 0) => {
  const answer = await stage.post(`${id}/version?wait=${wait}`, {});
  return { status: answer.status, body: await answer.json() };
};

const job = (id: string, number = 1) => stage.firestore.doc(`dataset/${id}/job/${number}`);
const jobOf = async (id: string, number = 1) => (await ask(`${id}/job/${number}?wait=5`)).body.job;
const ended = (id: string, number = 1) =>
  eventually(async () => {
    const found = await jobOf(id, number);
    expect(found.endedAt).not.toBeNull();
    return found;
  });

/** From now on writing the manifest takes its time. */
const hold = () => stage.faults.set([{ path: 'uploadType=multipart', latency: 10_000 }]);
const untilHeld = () => eventually(() => expect(stage.faults.met).toBeGreaterThan(0));

/** As if nobody had touched it for longer than that is possible. */
const forget = (id: string) => job(id).update({ touched: new Date(Date.now() - 2 * FORGOTTEN) });
const minute = async () => expect(await triggerScheduled(stage.stack.functions.counters!)).toBe(200);

test('what takes longer than the wait is a job, which everybody who may see the dataset can follow', async () => {
  await seed('long');
  hold();
  const { status, body } = await start('long');
  expect([status, body.job]).toMatchObject([202, { number: 1, kind: 'version', input: { version: 1 } }]);
  await untilHeld();
  expect(await jobOf('long')).toMatchObject({ state: 'running', result: null });
  stage.faults.set([]);
  const done = await ended('long');
  expect(done).toMatchObject({ state: 'done', reason: '', result: { number: 1, counts: { images: 6 } } });
  expect((await ask('long/version/1')).body).toMatchObject({ state: 'ready', hash: done.result.hash });
  expect((await ask('long/job?state=done&kind=version')).body).toMatchObject({ jobs: [done], next: null });
  expect((await ask('long/job?state=queued')).body.jobs).toEqual([]);
  expect((await ask('long/job/2')).status).toBe(404);
});

test('the feed has what hooks are told, in order, and can be waited for', async () => {
  await seed('fed');
  const { events } = new Sightline({ baseUrl: stage.stack.baseUrl }).datasets('fed');
  expect(await ask('fed/events?after=latest')).toMatchObject({ body: { events: [], next: null } });
  const waiting = events.wait({ types: 'version.ready' });
  const ready = {
    id: 'version-ready-1',
    type: 'version.ready',
    data: { dataset: 'fed', number: 1, images: 6 },
  };
  const over = { id: 'job-done-1', type: 'job.done', data: { dataset: 'fed', job: 1, kind: 'version' } };
  await start('fed', 40);
  const { event, next } = await waiting;
  expect(event).toMatchObject(ready);
  // They are of one commit.
  expect((await ask('fed/events')).body).toMatchObject({ events: [over, ready], next });
  expect((await ask(`fed/events?after=${next}`)).body).toEqual({ ...DONE, events: [], next });
  expect((await ask('fed/events?after=latest')).body.next).toBe(next);
  // Of no image.
  const failing = await stage.post('fed/version', { filter: { tag: 'none' } });
  expect(failing.status).toBe(422);
  const failed = { type: 'job.failed', data: { job: 2, kind: 'version', reason: 'no image matches' } };
  expect((await events.wait({ after: next! })).event).toMatchObject(failed);
  expect((await ask('fed/events?types=job.done&limit=1')).body.events).toMatchObject([over]);
  for (const wrong of ['after=soon', 'types=nothing', 'wait=60'])
    expect((await ask(`fed/events?${wrong}`)).status).toBe(400);
  const old = new Date(Date.now() - 8 * 86_400_000);
  await stage.firestore.doc('dataset/fed/feed/job-done-1').update({ at: old });
  expect((await ask('fed/events?limit=1')).body.events).toMatchObject([ready]);
});

test('the queue is purged and the worker dies: the next minute sends the job again', async () => {
  await seed('purged');
  hold();
  await start('purged');
  await untilHeld();
  await stage.stack.tasks.purge();
  await stage.stack.functions.work!.kill();
  stage.faults.set([]);
  await minute();
  expect((await job('purged').get()).get('step')).toBe(1);
  await forget('purged');
  await minute();
  expect(await ended('purged')).toMatchObject({ state: 'done', result: { number: 1 } });
  expect((await ask('purged/version')).body.versions).toMatchObject([{ number: 1, state: 'ready' }]);
});

test('a cancelled job leaves nothing, and who works on it writes nothing any more', async () => {
  await seed('stopped');
  hold();
  await start('stopped');
  await untilHeld();
  const first = await ask('stopped/job/1', { method: 'DELETE' });
  expect(first).toMatchObject({ status: 200, body: { job: { state: 'cancelled', result: null } } });
  expect((await ask('stopped/version/1')).status).toBe(404);
  stage.faults.set([]);
  expect((await start('stopped', 40)).body.number).toBe(1);
  expect(await ask('stopped/job/1', { method: 'DELETE' })).toEqual(first);
  const over = await ask('stopped/job/2', { method: 'DELETE' });
  expect(over.body.job).toMatchObject({ state: 'done' });
  expect((await ask('stopped/version')).body.versions).toHaveLength(1);
});

test('owners take turns, and at most 20 jobs of a dataset wait', async () => {
  await Promise.all([seed('many'), seed('other')]);
  const open = {
    kind: 'version',
    owner: 'many',
    touched: new Date(),
    waits: new Date(),
    step: 1,
    input: {},
  };
  const each = async (count: number, more: object, first = 1) => {
    for (let number = first; number < first + count; number++)
      await job('many', number).set({ ...open, number, ...more });
  };
  await each(TURNS, { state: 'running', place: 'sent' });
  const { body } = await start('many');
  expect((await job('many', body.job.number).get()).get('place')).toBe('waiting');
  expect((await start('other', 40)).status).toBe(200);
  await job('many', 2).delete();
  await job('many', body.job.number).update({ touched: new Date(0) });
  await minute();
  expect(await ended('many', body.job.number)).toMatchObject({ state: 'done' });
  await each(TURNS, { state: 'running', place: 'sent' });
  await each(MOST_WAITING, { state: 'queued', place: 'waiting' }, TURNS + 1);
  expect(await start('many')).toMatchObject({ status: 429, body: { error: true } });
});

test.each([
  ['the dataset was deleted', { deleted: { at: new Date(), until: new Date(Date.now() + 1e9) } }, ''],
  ['whoever started it may not change the dataset any more', { members: { left: 'viewer' } }, 'left'],
])('it fails if %s', async (reason, fields, right) => {
  const id = `gone${right}`;
  await seed(id, { members: { left: 'editor' } });
  hold();
  await start(id);
  await untilHeld();
  await stage.stack.tasks.purge();
  await stage.stack.functions.work!.kill();
  stage.faults.set([]);
  await job(id).update({ right });
  await stage.firestore.doc(`dataset/${id}`).update(fields);
  await forget(id);
  await minute();
  await eventually(async () =>
    expect((await job(id).get()).data()).toMatchObject({ state: 'failed', reason }),
  );
  const version = await stage.firestore.doc(`dataset/${id}/version/1`).get();
  expect(version.data()).toMatchObject({ state: 'failed', reason, hash: '' });
});

test('only the queue may call the worker, with the last task of a job', async () => {
  await seed('forged');
  await start('forged', 40);
  await job('forged').update({ state: 'queued', place: 'sent', step: 7, touched: new Date() });
  const token = (email: string) =>
    ['{}', JSON.stringify({ sub: 'x', email }), '']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.');
  const send = async (data: object, email?: string) => {
    const authorization = email === undefined ? {} : { authorization: `Bearer ${token(email)}` };
    const headers = { 'content-type': 'application/json', ...authorization };
    const url = `http://127.0.0.1:${stage.stack.functions.work!.port}/`;
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ data }) })).status;
  };
  const [ours, task] = ['emulated-service-acct@email.com', { dataset: 'forged', job: 1, step: 7 }];
  expect(await send(task)).toBe(401);
  expect(await send(task, 'ci@project.iam.gserviceaccount.com')).toBe(403);
  for (const payload of [{}, { ...task, dataset: '../x' }, { ...task, job: '1' }, { ...task, more: 1 }])
    expect(await send(payload, ours)).toBe(400);
  for (const step of [1, 6, 8]) expect(await send({ ...task, step }, ours)).toBe(204);
  expect((await job('forged').get()).data()).toMatchObject({ state: 'queued', step: 7, tries: 1 });
});
