/**
 * Contract 20: what nobody labels goes into the trash, and nothing else.
 * @covers Contract 20 retention: what goes, what never goes, preview, races, the night, cancel
 */
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { imageChanges } from '../../functions/src/common/adapters/firestore/images/image-changes.ts';
import { jobs } from '../../functions/src/common/adapters/firestore/jobs/jobs.ts';
import { objects } from '../../functions/src/common/adapters/objects.ts';
import { shardOf } from '../../functions/src/common/images/list-fields.ts';
import { runName } from '../../functions/src/common/runs/run-ports.ts';
import { manifestName } from '../../functions/src/common/versions/version-ports.ts';
import { workOnJob } from '../../functions/src/dataset/job/work-on-job.ts';
import { retainNightly } from '../../functions/src/dataset/retain/retain-nightly.ts';
import { countedRecords, eventually, shownCounters } from '../support/factory.ts';
import { type ImageSeed, openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

const DAY = 86_400_000;
const OLD = Date.now() - 31 * DAY;
const NEW = Date.now() - 29 * DAY;
const NIGHT = Date.UTC(2031, 0, 1, 2);
const HASH = 'a'.repeat(64);

let stage: Stage;
let service: Sightline;
let next = 1;
beforeAll(async () => {
  stage = await openStage();
  service = new Sightline({ baseUrl: stage.stack.baseUrl });
  // Nobody listens there: tasks are handed over by the tests.
  Object.assign(process.env, functionEnvironment(stage.stack.addresses), {
    CLOUD_TASKS_EMULATOR_HOST: '127.0.0.1:9',
    STORAGE_EMULATOR_HOST: stage.storage,
    GCLOUD_PROJECT: stage.stack.projectId,
  });
});
afterAll(() => stage?.close());
beforeEach(() => {
  jest.restoreAllMocks();
});

const image = (id: string, more: ImageSeed | object = {}): ImageSeed => ({ id, date: OLD, ...more });

/** A dataset whose unlabelled images go after 30 days. @returns its id */
async function open(images: readonly ImageSeed[]): Promise<string> {
  const dataset = `kept-${next++}`;
  await seedDataset(stage, { id: dataset, type: 'MULTICLASS', tags: { a: 'good' } });
  const isLabelled = ({ tag, tags, masks, fields }: ImageSeed) =>
    Boolean(tag ?? tags?.length ?? masks?.length) || fields?.checked === true;
  const listed = images.map((each) => ({
    ...each,
    id: `${dataset}-${each.id}`,
    fields: {
      shard: shardOf(dataset, `${dataset}-${each.id}`),
      labelled: isLabelled(each),
      checked: false,
      updatedAt: new Date(OLD),
      ...each.fields,
    },
  }));
  await seedImages(stage, dataset, listed);
  await stage.call(`${dataset}/refreshCounters`, { method: 'POST' });
  await service.datasets(dataset).update({ retention: { unlabelled: 30 } });
  return dataset;
}

const named = (dataset: string, ids: readonly string[]) => ids.map((id) => `${dataset}-${id}`).sort();
const idsIn = async (path: string, dataset: string) => {
  const collection = stage.firestore.collection(path);
  const query =
    path === 'image'
      ? collection.where('dataset', '==', stage.firestore.doc(`dataset/${dataset}`))
      : collection;
  return (await query.get()).docs.map((each) => each.id).sort();
};
const trash = (dataset: string) => idsIn(`dataset/${dataset}/trash`, dataset);
const record = (dataset: string, id: string) => stage.firestore.doc(`image/${dataset}-${id}`);
const jobOf = async (dataset: string) => (await jobs.page(dataset, { limit: 1, after: null }))[0]!;

async function begin(dataset: string): Promise<() => Promise<void>> {
  const asked = { kind: 'retain', by: '', right: '', owner: 'owner', request: null } as const;
  const { number } = await jobs.create(dataset, asked, async () => ({ unlabelled: 30 }));
  await jobs.send(dataset, number, 'waiting');
  return async () => {
    const step = (await stage.firestore.doc(`dataset/${dataset}/job/${number}`).get()).get('step');
    await workOnJob({ dataset, job: number, step });
  };
}

/** Something happens just before the first commit. */
function meanwhile(happens: () => Promise<unknown>): void {
  const { add } = imageChanges;
  jest.spyOn(imageChanges, 'add').mockImplementationOnce(async (...input) => {
    const added = await add(...input);
    await happens();
    return added;
  });
}

test('old images that nobody has labelled go, and the preview has told which', async () => {
  const dataset = await open([
    image('old'),
    image('older', { date: OLD - DAY }),
    image('set', { set: 'TRAIN' }),
    image('new', { date: NEW }),
    image('sent late', { fields: { updatedAt: new Date(NEW) } }),
    image('review', { set: 'REVIEW' }),
    image('class', { tag: 'a' }),
    image('box', { tags: [{ tag: 'a' }] }),
    image('mask', { masks: [{ tag: 'a', bytes: Buffer.from('x') }] }),
    image('empty', { fields: { checked: true } }),
  ]);
  const gone = named(dataset, ['old', 'older', 'set']);
  const kept = service.datasets(dataset);
  const preview = await kept.retention();
  expect(preview).toMatchObject({ unlabelled: 30, count: 3, more: false, next: null });
  expect(preview.images.map(({ id }) => id).sort()).toEqual(gone);
  expect(await kept.retention({ unlabelled: 32 })).toMatchObject({ unlabelled: 32, count: 0 });
  await (await begin(dataset))();
  expect(await jobOf(dataset)).toMatchObject({ state: 'done', done: 3, result: { trashed: 3, kept: 0 } });
  expect(await trash(dataset)).toEqual(gone);
  expect(await idsIn('image', dataset)).toHaveLength(7);
  await stage.call(`${dataset}/refreshCounters`, { method: 'POST' });
  expect(await shownCounters(stage.stack, dataset)).toEqual(await countedRecords(stage.stack, dataset));

  const [id] = gone as [string];
  await service.datasets(dataset).images.restore([id]);
  expect(await kept.retention()).toMatchObject({ count: 0 });
});

test('pages of a preview have all of them, each once', async () => {
  const ids = ['1', '2', '3', '4', '5'];
  const dataset = await open(ids.map((id) => image(id, { date: OLD - Number(id) })));
  const kept = service.datasets(dataset);
  const first = await kept.retention({ limit: 2 });
  const second = await kept.retention({ limit: 2, after: first.next! });
  const third = await kept.retention({ limit: 2, after: second.next! });
  expect([first, second, third].map(({ count }) => count)).toEqual([5, 3, 1]);
  expect(third.next).toBeNull();
  const all = [first, second, third].flatMap(({ images }) => images.map(({ id }) => id));
  expect(all).toEqual(ids.map((id) => `${dataset}-${id}`));
});

test('what a version or a run names stays, whether the run is open or not', async () => {
  const dataset = await open(['version', 'run', 'told', 'free'].map((id) => image(id)));
  const put = (name: string, id: string) =>
    objects.put(name, Buffer.from(`{"image":"${dataset}-${id}","predictions":[]}\n`), 'application/x-ndjson');
  await put(manifestName(dataset, HASH), 'version');
  await put(runName(dataset, HASH), 'run');
  const ready = { number: 1, state: 'ready', hash: HASH, createdAt: new Date() };
  await stage.firestore.doc(`dataset/${dataset}/version/1`).set({ ...ready, parameters: {} });
  await stage.firestore.doc(`dataset/${dataset}/run/1`).set({ ...ready, source: 'file' });
  await stage.firestore.doc(`dataset/${dataset}/run/last`).set({ given: 1 });
  const kept = service.datasets(dataset);
  const { runs } = kept;
  const live = await runs.make({ name: 'line', live: true });
  const predictions = [{ tag: 'a', score: 0.5 }];
  await runs.predict(live.number, [{ image: `${dataset}-told`, predictions }]);
  expect(await kept.retention()).toMatchObject({ count: 1, images: [{ id: `${dataset}-free` }] });
  await (await begin(dataset))();
  expect(await trash(dataset)).toEqual(named(dataset, ['free']));
});

test.each([
  ['labels it', () => ({ tag: null, tags: [{ type: 'rect', x: 0, y: 0, w: 1, h: 1 }], labelled: true })],
  ['sends it to review', () => ({ set: 'REVIEW' })],
  ['has changed it in any way', () => ({ revision: 1, set: 'TEST' })],
])('an image stays if somebody %s at that moment', async (_, change) => {
  const dataset = await open([image('changed'), image('other')]);
  meanwhile(() => record(dataset, 'changed').update(change()));
  await (await begin(dataset))();
  expect(await trash(dataset)).toEqual(named(dataset, ['other']));
  expect(await jobOf(dataset)).toMatchObject({ state: 'done', result: { trashed: 1, kept: 1 } });
});

test('images stay if a version or a run is made at that moment, or is being made, until it is ready', async () => {
  const dataset = await open([image('in it'), image('free')]);
  const work = await begin(dataset);
  const building = { number: 1, state: 'building', parameters: {}, createdAt: new Date() };
  meanwhile(() => stage.firestore.doc(`dataset/${dataset}/version/1`).create(building));
  await expect(work()).rejects.toThrow();
  await expect(work()).rejects.toThrow();
  expect(await trash(dataset)).toEqual([]);
  expect((await stage.call(`${dataset}/retention`)).status).toBe(503);
  const line = Buffer.from(`{"image":"${dataset}-in it"}\n`);
  await objects.put(manifestName(dataset, HASH), line, 'application/x-ndjson');
  await stage.firestore.doc(`dataset/${dataset}/version/1`).update({ state: 'ready', hash: HASH });

  meanwhile(() => service.datasets(dataset).runs.make({ name: 'line', live: true }));
  await expect(work()).rejects.toThrow();
  expect(await trash(dataset)).toEqual([]);
  await work();
  expect(await trash(dataset)).toEqual(named(dataset, ['free']));
});

test('an attempt that ends in between is gone on with; a job that is cancelled, or not wanted any more, goes no further', async () => {
  const many = Array.from({ length: 300 }, (_, at) => image(`${at}`));
  const [killed, cancelled, off] = [await open(many), await open(many), await open(many)];
  let commits = 0;
  const { add } = imageChanges;
  const at = (second: () => Promise<unknown>) => {
    commits = 0;
    jest.spyOn(imageChanges, 'add').mockImplementation(async (...input) => {
      if (++commits === 2) await second();
      return add(...input);
    });
  };
  const work = await begin(killed);
  at(() => Promise.reject(new Error('killed')));
  await expect(work()).rejects.toThrow('killed');
  expect(await trash(killed)).toHaveLength(125);
  await work();
  expect(await jobOf(killed)).toMatchObject({ state: 'done', result: { trashed: 300, kept: 0 } });
  expect(await trash(killed)).toHaveLength(300);

  at(() => service.datasets(cancelled).jobs.cancel(1));
  await (await begin(cancelled))();
  expect(await jobOf(cancelled)).toMatchObject({ state: 'cancelled', done: 125 });
  expect(await trash(cancelled)).toHaveLength(125);

  at(() => service.datasets(off).update({ retention: { unlabelled: null } }));
  await (await begin(off))();
  expect(await jobOf(off)).toMatchObject({ state: 'done' });
  expect((await trash(off)).length).toBeLessThan(300);
});

test('each night has one job, of datasets with such a limit only, whoever starts it', async () => {
  const dataset = await open([image('old')]);
  const without = await open([image('old')]);
  await service.datasets(without).update({ retention: { unlabelled: null } });
  const started = async () =>
    (await jobs.page(dataset, { limit: 9, after: null })).map(({ kind, by }) => [kind, by]);
  await retainNightly(NIGHT - 2 * 3_600_000);
  expect(await started()).toEqual([]);
  await retainNightly(NIGHT);
  await retainNightly(NIGHT + 60_000);
  expect(await started()).toEqual([['retain', '']]);
  await retainNightly(NIGHT + DAY);
  expect(await started()).toHaveLength(2);
  expect(await jobs.page(without, { limit: 9, after: null })).toEqual([]);
});

test('the trash keeps what is rejected for as many days as are set; only the owner sets it', async () => {
  const dataset = await open([image('a')]);
  const kept = service.datasets(dataset);
  await kept.update({ retention: { rejected: 90 } });
  const listed = (await service.listDatasets()).find(({ id }) => id === dataset);
  expect(listed?.retention).toEqual({ unlabelled: 30, rejected: 90 });
  await kept.images.change([{ image: `${dataset}-a`, decision: 'reject' }]);
  const { at, until } = (await kept.images.trash()).images[0]!;
  expect(until - at).toBe(90 * DAY);
  for (const retention of [{ unlabelled: 0 }, { rejected: 366 }, { unlabelled: 1.5 }, { other: 1 }])
    await expect(kept.update({ retention } as never)).rejects.toMatchObject({ status: 400 });
  await eventually(async () => expect(await trash(dataset)).toHaveLength(1));
});
