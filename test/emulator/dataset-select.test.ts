/**
 * Contract 9: PATCH images with `select`: all images that a filter shows are changed as one, and taken back as one.
 * @covers Contract 9 PATCH images: `select`: exact numbers, what came later or has changed, twice is once, undo
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Job, Sightline } from '../../client/src/index.ts';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import { shardOf } from '../../functions/src/common/images/list-fields.ts';
import { countedMore, countedRecords, eventually, shownCounters, shownMore } from '../support/factory.ts';
import { type ImageSeed, openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

const MANY = process.env.LONG ? 3617 : 617;
/** Of which images of a dataset is asked. */
const TRAIN = { set: 'TRAIN' } as const;

let stage: Stage;
let service: Sightline;
beforeAll(async () => {
  stage = await openStage({}, ['dataset', 'counters']);
  service = new Sightline({ baseUrl: stage.stack.baseUrl });
});
afterAll(() => stage.close());

const refused = (status: number, message: string) =>
  expect.objectContaining({ status, message: expect.stringContaining(message) });

async function seed(dataset: string, images: readonly ImageSeed[]): Promise<void> {
  const listed = images.map((each) => ({
    ...each,
    fields: {
      ...{
        shard: shardOf(dataset, each.id),
        labelled: (each.tag ?? each.tags ?? null) !== null,
        checked: false,
      },
      ...each.fields,
    },
  }));
  await seedImages(stage, dataset, listed);
  await stage.call(`${dataset}/refreshCounters`, { method: 'POST' });
}

async function open(dataset: string, images: readonly ImageSeed[], type = 'MULTICLASS' as const) {
  await seedDataset(stage, { id: dataset, type, tags: { a: 'good', b: 'bad' } });
  await seed(dataset, images);
  const of = service.datasets(dataset).images;
  /** How many a filter shows, and when. */
  const shown = async (filter: object = {}) => ({
    ...filter,
    shown: (
      await stage.firestore.collection('image').where('shard', '>=', `${dataset}/`).count().get()
    ).data().count,
    at: (await of.list({ ...filter, limit: 1 })).at,
  });
  return { of, shown };
}

/** Records by id, but for what no undoing gives back. */
async function recordsOf(dataset: string): Promise<Map<string, object>> {
  const reference = stage.firestore.doc(`dataset/${dataset}`);
  const { docs } = await stage.firestore.collection('image').where('dataset', '==', reference).get();
  return new Map(
    docs.map((each) => {
      const {
        revision: _,
        updatedAt: __,
        change: ___,
        review: ____,
        tally: _____,
        tallied: ______,
        ...kept
      } = each.data();
      return [each.id, JSON.parse(JSON.stringify({ suggested: null, setBefore: null, ...kept }))];
    }),
  );
}

const stored = async (id: string) => (await stage.firestore.doc(`image/${id}`).get()).data() ?? {};

/** Shown counters equal the records, and a recount changes nothing. */
async function settled(id: string): Promise<void> {
  const shown = async () => [await shownCounters(stage.stack, id), await shownMore(stage.stack, id)];
  // By itself, the timeline would be published later.
  expect(await triggerScheduled(stage.stack.functions.counters!)).toBe(200);
  const counted = [await countedRecords(stage.stack, id), await countedMore(stage.stack, id)];
  await eventually(async () => expect(await shown()).toEqual(counted));
  await stage.call(`${id}/refreshCounters`, { method: 'POST' });
  expect(await shown()).toEqual(counted);
}

const many = (count: number): ImageSeed[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `m-${String(at).padStart(4, '0')}`,
    ...{ date: at, tag: at % 3 ? 'a' : null, set: at % 10 ? 'TRAIN' : 'TEST' },
  }));

test(`${MANY} shown are ${MANY} changed, and are as before again`, async () => {
  const { of, shown } = await open('many', many(MANY));
  const before = await recordsOf('many');
  const select = await shown();
  expect(select.shown).toBe(MANY);
  const told: Job[] = [];
  const onProgress = (job: Job) => told.push(job);
  const changed = await of.changeAll(select, { tag: 'b', set: 'VALIDATION' }, { key: 'all', onProgress });
  const all = { found: MANY, done: MANY, stale: 0, invalid: 0 };
  expect(changed).toMatchObject(all);
  if (told.length > 0)
    expect(told.at(-1)).toMatchObject({ kind: 'select', state: 'done', done: MANY, total: MANY });
  expect(await countedRecords(stage.stack, 'many')).toMatchObject({ images: MANY, tag: { b: [MANY, 0] } });
  const revisions = async () => {
    const { docs } = await stage.firestore
      .collection('image')
      .where('shard', 'in', ['many/0', 'many/1'])
      .get();
    return new Set(docs.map((each) => each.get('revision')));
  };
  expect(await revisions()).toEqual(new Set([1]));
  expect(await of.changeAll(select, { tag: 'b', set: 'VALIDATION' }, { key: 'all' })).toEqual(changed);
  expect(await revisions()).toEqual(new Set([1]));
  await settled('many');

  const undone = { change: changed.change, restored: MANY, changed: 0 };
  expect(await Promise.all([of.undo(changed.change), of.undo(changed.change)])).toMatchObject([
    undone,
    undone,
  ]);
  expect(await of.undo(changed.change)).toMatchObject(undone);
  expect(await recordsOf('many')).toEqual(before);
  expect(await revisions()).toEqual(new Set([2]));
  await settled('many');
  await expect(of.changeAll(select, { tag: 'b', set: 'VALIDATION' }, { key: 'all' })).rejects.toEqual(
    refused(409, 'it was undone'),
  );
});

test('what came after the time shown is not touched; what has changed since, or is gone, stays', async () => {
  const { of, shown } = await open('later', many(40));
  const select = await shown(TRAIN);
  await of.change([
    { image: 'm-0001', tag: 'b' },
    { image: 'm-0002', decision: 'reject' },
    { image: 'm-0003', set: 'REVIEW' },
    { image: 'm-0010', set: 'TRAIN' },
  ]);
  await seed('later', [{ id: 'm-9999', date: 3, set: 'TRAIN' }]);
  const changed = await of.changeAll(select, { tag: 'b', decision: 'accept' });
  expect(changed).toMatchObject({ found: 36, done: 33, stale: 3 });
  expect(await stored('m-0010')).toMatchObject({ set: 'TRAIN', revision: 1 });
  expect(await stored('m-9999')).toMatchObject({ tag: null });
  expect(await stored('m-0003')).toMatchObject({ set: 'REVIEW', revision: 1 });
  await settled('later');

  // Somebody else judges two of them; one of these even takes their change back.
  await of.change([{ image: 'm-0004', tag: 'a' }]);
  await of.change([{ image: 'm-0005', tag: 'a' }]);
  await of.change([{ image: 'm-0005', tag: 'b' }]);
  expect(await of.undo(changed.change)).toMatchObject({ restored: 31, changed: 2 });
  expect((await stored('m-0004')).tag.id).toBe('a');
  expect((await stored('m-0005')).tag.id).toBe('b');
  expect((await stored('m-0001')).tag.id).toBe('b');
  expect(await stored('m-0006')).toMatchObject({ tag: null, checked: false, labelled: false });
  await settled('later');
});

test('of several values, images that have any of them', async () => {
  const { of, shown } = await open('several', many(30));
  const filter = { tag: ['a', 'none'], set: ['TRAIN', 'REVIEW'] } as const;
  const idsOf = async (set: object) => (await of.list(set)).images.map(({ id }) => id);
  const listed = await idsOf(filter);
  expect(listed).toHaveLength(18);
  const { change, found, done } = await of.changeAll(await shown(filter), { set: 'VALIDATION' });
  expect([found, done]).toEqual([18, 18]);
  expect(await idsOf({ set: 'VALIDATION' })).toEqual(listed);
  expect(await of.undo(change)).toMatchObject({ restored: 18, changed: 0 });
  expect(await idsOf(filter)).toEqual(listed);
  await expect(of.changeAll({ ...(await shown()), tag: [] }, { set: 'TEST' })).rejects.toEqual(
    refused(400, 'must have 1 to 15 combinations'),
  );
});

test('undoing leaves an image in the set that a split has saved meanwhile, unless the change had moved it', async () => {
  const { of, shown } = await open('split', [
    { id: 'kept', date: 1, set: 'PREDETERMINED' },
    { id: 'moved', date: 2, set: 'REVIEW', fields: { setBefore: 'TEST' } },
  ]);
  const { change } = await of.changeAll(await shown(), { tag: 'a', decision: 'accept' });
  expect((await stored('moved')).set).toBe('TEST');
  // A split that is saved is no change by a person.
  await stage.firestore.doc('image/kept').update({ set: 'VALIDATION' });
  expect(await of.undo(change)).toMatchObject({ restored: 2, changed: 0 });
  expect(await stored('kept')).toMatchObject({ tag: null, set: 'VALIDATION' });
  expect(await stored('moved')).toMatchObject({ tag: null, set: 'REVIEW', setBefore: 'TEST' });
});

test('a cancelled change keeps what it did and is over; it can be taken back', async () => {
  const { of, shown } = await open('cut', many(10));
  const before = await recordsOf('cut');
  const body = JSON.stringify({ select: await shown(), change: { tag: 'b', set: 'TEST' } });
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'cut' };
  const send = async () => (await stage.call('cut/images?wait=0', { method: 'PATCH', headers, body })).json();
  const { job } = await send();
  expect(job).toMatchObject({ kind: 'select', input: { change: expect.any(String) } });
  expect(await service.datasets('cut').jobs.cancel(job.number)).toMatchObject({ state: 'cancelled' });
  expect((await send()).result).toBe('Change stopped: it was cancelled');
  expect(await of.undo(job.input.change)).toMatchObject({ changed: 0 });
  expect((await send()).result).toBe('Change stopped: it was undone');
  expect(await recordsOf('cut')).toEqual(before);
  await settled('cut');
});

test('changes are taken back one after another, the newest first, however many; what a person did between stays', async () => {
  const { of, shown } = await open('deep', many(40));
  const changes = [
    { tag: 'b' },
    { set: 'VALIDATION' },
    { decision: 'reject' },
    { decision: 'review' },
    { decision: 'accept' },
  ] as const;
  await of.change([{ image: 'm-0001', decision: 'accept' }]);
  expect(await stored('m-0001')).toMatchObject({ confirmed: true });
  const done: { change: string; before: Map<string, object> }[] = [];
  for (const [at, change] of changes.entries()) {
    const before = await recordsOf('deep');
    // In part they are about the same images.
    const select = await shown(at === 3 ? { tag: 'b' } : {});
    const { change: id } = await of.changeAll(select, change);
    done.push({ change: id, before });
    if (at !== 2) continue;
    expect(await of.undo(done[2]!.change)).toMatchObject({ restored: 40, changed: 0 });
    expect(await recordsOf('deep')).toEqual(before);
    done.pop();
  }
  for (const { change, before } of done.toReversed()) {
    const undone = { restored: 40, changed: 0 };
    expect(await of.undo(change)).toMatchObject(undone);
    expect(await recordsOf('deep')).toEqual(before);
    expect(await of.undo(change)).toMatchObject(undone);
  }
  await settled('deep');

  const older = await of.changeAll(await shown(), { tag: 'b' });
  const newer = await of.changeAll(await shown(), { set: 'TEST' });
  // What was not the last one is not taken back, and neither is what a person has changed between the two undoings.
  expect(await of.undo(newer.change)).toMatchObject({ restored: 40, changed: 0 });
  await of.change([{ image: 'm-0003', set: 'VALIDATION' }]);
  expect(await of.undo(older.change)).toMatchObject({ restored: 39, changed: 1 });
  expect(await stored('m-0003')).toMatchObject({ tag: { id: 'b' }, set: 'VALIDATION' });
});

test('without a key, the same selection of the same time is the same request', async () => {
  const { of, shown } = await open('keyless', many(10));
  const select = await shown(TRAIN);
  const patch = async (body: object) => {
    const answer = await stage.call('keyless/images', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const first = await patch({ select, change: { set: 'TEST' } });
  expect(first).toMatchObject({ found: 9, done: 9 });
  expect(await patch({ select, change: { set: 'TEST' } })).toEqual(first);
  const other = await of.changeAll(await shown({ set: 'TEST' }), { set: 'TRAIN' });
  expect(other).toMatchObject({ found: 10, done: 10 });
  expect(other.change).not.toBe(first.change);
  // What the second has changed is no longer as the first has left it.
  expect(await of.undo(first.change)).toMatchObject({ restored: 0, changed: 9 });
  expect(await of.undo(other.change)).toMatchObject({ restored: 10, changed: 0 });
});

test('the trash is undone as one too, and what somebody has restored already stays restored', async () => {
  const { of, shown } = await open('trashed', many(30));
  const before = await recordsOf('trashed');
  const { change, ...numbers } = await of.changeAll(await shown(), { decision: 'reject' });
  expect(numbers).toMatchObject({ found: 30, done: 30, stale: 0 });
  expect(await countedRecords(stage.stack, 'trashed')).toMatchObject({ images: 0 });
  await settled('trashed');
  await of.restore(['m-0001', 'm-0002']);
  await of.change([{ image: 'm-0002', set: 'REVIEW' }]);
  await of.deleteTrashed(['m-0003']);
  expect(await of.undo(change)).toMatchObject({ restored: 28, changed: 2 });
  before.delete('m-0003');
  before.set('m-0002', expect.objectContaining({ set: 'REVIEW' }) as object);
  expect(await recordsOf('trashed')).toEqual(before);
  await settled('trashed');
});

test('what a model said is again what a model said', async () => {
  const tags = [
    { tag: 'a', labeled: 'inference' as const },
    { tag: 'b' },
    { tag: 'b', labeled: 'inference' as const },
  ];
  const suggested = { labeled: 'inference', run: 'Tuesday', acceptance: 'x' };
  const { of, shown } = await open('models', [
    { id: 'boxes', tags, set: 'REVIEW', fields: { setBefore: 'TRAIN' } },
    { id: 'suggested', tag: 'a', fields: { suggested } },
    { id: 'empty', set: 'TEST' },
  ]);
  const before = await recordsOf('models');
  const { change, ...numbers } = await of.changeAll(await shown(), { decision: 'accept' });
  expect(numbers).toMatchObject({ found: 3, done: 3 });
  expect(await stored('boxes')).toMatchObject({
    set: 'TRAIN',
    checked: true,
    tags: Array(3).fill({ labeled: 'manual' }),
  });
  expect(await stored('suggested')).toMatchObject({ checked: true, suggested: null });
  expect(await of.undo(change)).toMatchObject({ restored: 3, changed: 0 });
  expect(await recordsOf('models')).toEqual(before);
  await settled('models');
});

test('a class that was merged since is given back as what it is called now', async () => {
  const { of, shown } = await open('merged', many(10));
  const { change } = await of.changeAll(await shown(), { tag: null });
  await service.datasets('merged').tags.delete('a', { into: 'b' });
  expect(await of.undo(change)).toMatchObject({ restored: 10, changed: 0 });
  expect((await stored('m-0001')).tag.id).toBe('b');
  await settled('merged');
});

test('what cannot be meant is refused, and changes nothing', async () => {
  const { of, shown } = await open('refused', many(10));
  const before = await recordsOf('refused');
  const select = await shown();
  const HOUR = 3_600_000;
  await expect(of.changeAll({ ...select, shown: 9 }, { tag: 'b' })).rejects.toEqual(
    refused(409, 'Change stopped: more images were there than the 9 shown'),
  );
  await expect(of.changeAll({ ...select, at: select.at - HOUR }, { tag: 'b' })).rejects.toEqual(
    refused(400, 'more than an hour ago'),
  );
  await expect(of.changeAll({ ...select, at: Date.now() + HOUR }, { tag: 'b' })).rejects.toEqual(
    refused(400, 'at is in the future'),
  );
  await expect(of.changeAll(select, { tag: 'none' })).rejects.toEqual(refused(400, 'Tag with ID "none"'));
  await expect(of.changeAll(select, {})).rejects.toEqual(refused(400, 'Nothing to change'));
  await expect(of.changeAll(select, { decision: 'empty' })).rejects.toEqual(refused(400, 'needs a class'));
  await expect(of.undo('none')).rejects.toEqual(refused(404, 'Change "none" not found'));
  const body = async (sent: object) => {
    const init = {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    };
    const answer = await stage.call('refused/images', init);
    return [answer.status, (await answer.json()).result];
  };
  const forms = 'Bad request: send changes, or select and change, or undo';
  for (const wrong of [{ select }, { change: { tag: 'b' } }, { undo: 'x', select, change: { tag: 'b' } }])
    expect(await body(wrong)).toEqual([400, forms]);
  expect(await body({})).toEqual([400, 'Bad request: changes must be a list of 1 to 500']);
  expect(await body({ select: { ...select, label: 'a' }, change: { tag: 'b' } })).toEqual([
    400,
    expect.stringContaining('label'),
  ]);
  await of.changeAll(select, { checked: false }, { key: 'one' });
  await expect(of.changeAll(select, { tag: 'b' }, { key: 'one' })).rejects.toEqual(
    refused(400, 'Idempotency-Key was used for another request'),
  );
  expect(await recordsOf('refused')).toEqual(before);
});
