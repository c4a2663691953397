/**
 * Contract 11 and 18: an export over the limit of a streamed answer is made by a job.
 * @covers Contract 18 export: whoever asks for the same file finds its job and its file; cancelled, failed or gone on after a fault
 */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '../support/factory.ts';
import { readZip } from '../support/read-zip.ts';
import { openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

const IMAGES = 12;
/** Bytes of each: all together are over the limit. */
const LARGE = 100_000;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ ZIP_STREAM_LIMIT: '1000000' });
});
afterAll(() => stage?.close());
beforeEach(() => stage.faults.set([]));

const ask = async (path: string) => {
  const answer = await stage.call(path);
  return { status: answer.status, body: await answer.json() };
};
const exportOf = (id: string, query = '') =>
  ask(`${id}/version/1/export?format=imagefolder&upright=false&redirect=false${query}`);
const jobOf = async (id: string, number: number, wait = 0) =>
  (await ask(`${id}/job/${number}?wait=${wait}`)).body.job;

async function seed(id: string): Promise<void> {
  await seedDataset(stage, { id, type: 'MULTICLASS', tags: { a: 'good' } });
  const images = Array.from({ length: IMAGES }, (_, at) => ({
    ...{ id: `${id}-${at}`, tag: 'a', bytes: Buffer.alloc(LARGE, at) },
  }));
  await seedImages(stage, id, images);
  expect((await stage.post(`${id}/version`, { group: 'image' })).status).toBe(200);
}

/** From now on writing to Storage takes its time. */
const hold = () => stage.faults.set([{ path: 'uploadType=multipart', latency: 10_000 }]);
const untilHeld = () => eventually(() => expect(stage.faults.met).toBeGreaterThan(0));
const stored = async (id: string): Promise<string[]> =>
  (await stage.bucket.getFiles({ prefix: `archive/${id}/` }))[0].map(({ name }) => name);

test('the answer is the link, or the job, which everybody who asks for the same file finds', async () => {
  await seed('large');
  hold();
  const [first, second] = await Promise.all([exportOf('large', '&wait=0'), exportOf('large', '&wait=0')]);
  expect([first.status, second.status]).toEqual([202, 202]);
  const { number } = first.body.job;
  expect(first.body.job).toMatchObject({
    kind: 'export',
    input: { version: 1, format: 'imagefolder', images: 'bytes', upright: false },
  });
  expect(second.body.job.number).toBe(number);
  await untilHeld();
  stage.faults.set([]);
  const done = await eventually(async () => {
    const job = await jobOf('large', number, 5);
    expect(job.state).toBe('done');
    return job;
  });
  expect(done).toMatchObject({ done: IMAGES, total: IMAGES, result: { revision: 2 } });
  const { status, body } = await exportOf('large');
  expect([status, body.result]).toEqual([200, done.result.result]);
  const files = await readZip(Buffer.from(await (await fetch(body.result)).arrayBuffer()));
  expect([...files.values()].filter(({ length }) => length === LARGE)).toHaveLength(IMAGES);
  // Its notes are those of the whole archive.
  expect(body.notes.join('\n')).toBe((files.get('notes.txt')?.toString() ?? '').trimEnd());
  const followed = await stage.call('large/version/1/export?format=imagefolder&upright=false', {
    redirect: 'manual',
  });
  expect([followed.status, followed.headers.get('location')]).toEqual([303, body.result]);
  // Another question is another file.
  const query = 'format=imagefolder&upright=false&images=none';
  const other = await stage.call(`large/version/1/export?${query}`);
  expect([other.status, other.headers.get('content-type')]).toEqual([200, 'application/zip']);
  await other.arrayBuffer();
});

test('a job that is cancelled leaves no file, and the next call begins another one', async () => {
  await seed('cancelled');
  hold();
  const { body } = await exportOf('cancelled', '&wait=0');
  await untilHeld();
  const { number } = body.job;
  const cancelled = await stage.call(`cancelled/job/${number}`, { method: 'DELETE' });
  expect((await cancelled.json()).job.state).toBe('cancelled');
  stage.faults.set([]);
  const again = await exportOf('cancelled');
  expect(again.status).toBe(200);
  expect((await ask('cancelled/job?kind=export')).body.jobs).toHaveLength(2);
  expect(await stored('cancelled')).toHaveLength(1);
});

test('what Storage fails to take is tried again, and the file appears when it is whole', async () => {
  await seed('failing');
  stage.faults.set([{ path: 'uploadType=multipart', status: 503, times: 8 }]);
  const { status, body } = await exportOf('failing', '&wait=50');
  expect(status).toBe(200);
  const files = await readZip(Buffer.from(await (await fetch(body.result)).arrayBuffer()));
  expect([...files.values()].filter(({ length }) => length === LARGE)).toHaveLength(IMAGES);
  expect(files.has('errors.txt')).toBe(false);
  expect(await stored('failing')).toHaveLength(1);
});
