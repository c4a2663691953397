/**
 * Contract 15: suggestions of a run are accepted in bulk, after a person has judged a sample, and taken back.
 * @covers Contract 15: accept; a fixed sample, spread over classes, a bound at 95 % confidence, below `precision` nothing is accepted
 * @covers Contract 18 accept, undo: cancelled, and gone on with; an undoing ends what is being accepted
 * @covers Contract 15: acceptance writes by the way of PATCH images; never in TEST; what has changed stays; twice is once
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type MadeAcceptance, Sightline } from '../../client/src/index.ts';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import { shardOf } from '../../functions/src/common/images/list-fields.ts';
import { countedMore, countedRecords, eventually, shownCounters, shownMore } from '../support/factory.ts';
import { openStage, recordsBeside, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

let stage: Stage;
let service: Sightline;
beforeAll(async () => {
  stage = await openStage({}, ['dataset', 'counters']);
  service = new Sightline({ baseUrl: stage.stack.baseUrl });
});
afterAll(() => stage.close());

const refused = (status: number, message: string) =>
  expect.objectContaining({ status, message: expect.stringContaining(message) });

const TAGS = { a: 'good', b: 'bad' };
/** Images that the run is sure of: the first ones have a class already, or are in TEST. */
const SURE = 200;
/** Images of each class that people have labelled: with fewer, more must be reviewed. */
const LABELLED = 150;
const ALL = SURE + 1 + 2 * LABELLED;
/** Of 170 suggestions of the one class, and all 28 of the other. */
const SAMPLE = 59 + 28;
const CLOSED = { 0: { tag: 'a' }, 1: { set: 'TEST' } } as Record<number, object>;
const idOf = (at: number) => `sure-${String(at).padStart(4, '0')}`;

/** A dataset with a run that is sure of all images but one. */
async function open(id: string): Promise<void> {
  await seedDataset(stage, { id, type: 'MULTICLASS', tags: TAGS });
  const images = Array.from({ length: SURE + 1 }, (_, at) => ({
    ...{ id: idOf(at), ...CLOSED[at] },
    fields: { shard: shardOf(id, idOf(at)), labelled: at === 0, checked: false },
  }));
  const labelled = Object.keys(TAGS).flatMap((tag) =>
    Array.from({ length: LABELLED }, (_, at) => `labelled-${tag}-${at}`).map((image) => ({
      ...{ id: image, tag },
      fields: { shard: shardOf(id, image), labelled: true, checked: true },
    })),
  );
  await seedImages(stage, id, [...images, ...labelled]);
  const { runs } = service.datasets(id);
  await runs.make({ name: 'Tuesday', live: true });
  const lines = images.map(({ id: image }, at) => {
    const score = at === SURE ? 0.4 : 0.9;
    return { image, predictions: [{ tag: at % 7 === 0 ? 'b' : 'a', score }] };
  });
  await runs.predict(1, lines);
  await runs.close(1);
  await stage.call(`${id}/refreshCounters`, { method: 'POST' });
}

/** Shown counters equal the records, and a recount changes nothing. */
async function settled(id: string): Promise<void> {
  const shown = async () => [await shownCounters(stage.stack, id), await shownMore(stage.stack, id)];
  const counted = [await countedRecords(stage.stack, id), await countedMore(stage.stack, id)];
  await eventually(async () => expect(await shown()).toEqual(counted));
  await stage.call(`${id}/refreshCounters`, { method: 'POST' });
  expect(await shown()).toEqual(counted);
}

const review = ({ sample }: MadeAcceptance, wrong = 0) =>
  sample.map(({ image, revision }, at) => ({ image, revision, correct: at >= wrong }));

test('what was accepted is listed, newest first, page by page, with how many nobody has reviewed since', async () => {
  await open('listed');
  const { suggestions, images } = service.datasets('listed');
  const first = await suggestions.accept(1, { threshold: 0.8, tags: ['b'] });
  await suggestions.review(first.acceptance, review(first));
  await suggestions.undo(first.acceptance);
  const second = await suggestions.accept(1, { threshold: 0.8, tags: ['a'] });
  const { accepted } = await suggestions.review(second.acceptance, review(second));
  const listed = await suggestions.acceptances();
  expect(listed.acceptances.map(({ acceptance, state }) => [acceptance, state])).toEqual([
    [second.acceptance, 'accepted'],
    [first.acceptance, 'undone'],
  ]);
  const left = accepted - second.sample.length;
  expect(listed).toMatchObject({
    acceptances: [
      { run: 1, name: 'Tuesday', accepted, restored: 0, unreviewed: left, at: expect.any(Number) },
      { unreviewed: 0 },
    ],
    next: null,
  });
  // Somebody looks at one of them.
  const reviewed = new Set(second.sample.map(({ image }) => image));
  const { images: all } = await images.list({ checked: false, tag: 'a', limit: 200 });
  const other = all.find(({ id }) => !reviewed.has(id))!;
  await images.change([{ image: other.id, decision: 'accept' }]);
  const page = await suggestions.acceptances({ limit: 1 });
  expect([page.acceptances.map((each) => each.unreviewed), page.next]).toEqual([
    [left - 1],
    second.acceptance,
  ]);
  const rest = await suggestions.acceptances({ limit: 1, after: page.next ?? '' });
  expect([rest.acceptances.map(({ acceptance }) => acceptance), rest.next]).toEqual([
    [first.acceptance],
    null,
  ]);
  await expect(suggestions.acceptances({ after: 'none' })).rejects.toEqual(refused(404, 'none'));
});

test('a cancelled acceptance goes on when it is sent again; an undoing ends one for good', async () => {
  await open('cut');
  const { suggestions, jobs } = service.datasets('cut');
  const made = await suggestions.accept(1, { threshold: 0.8 });
  const send = async () => {
    const path = `cut/acceptance/${made.acceptance}?wait=0`;
    return (await stage.post(path, { reviewed: review(made) })).json();
  };
  const start = async () => (await send()).job.number as number;
  const given = async () => {
    const { docs } = await stage.firestore.collection('image').where('change', '==', made.acceptance).get();
    return docs.length;
  };
  const listed = async () => (await suggestions.acceptances()).acceptances[0];
  const first = await start();
  expect(await start()).toBe(first);
  expect(await jobs.cancel(first)).toMatchObject({ state: 'cancelled', kind: 'accept' });
  expect(await listed()).toMatchObject({ state: 'accepted', accepted: await given() });
  const second = await start();
  expect(second).toBe(first + 1);
  const all = { accepted: SURE - 2, stale: 0 };
  expect(await jobs.wait(second)).toMatchObject({ state: 'done', result: all });
  expect(await listed()).toMatchObject({ accepted: SURE - 2 });
  expect(await send()).toMatchObject(all);

  // As if its worker were away while somebody undid it.
  const again = { state: 'running', place: 'sent', touched: new Date(0), owner: 'owner' };
  await stage.firestore.doc(`dataset/cut/job/${second}`).update({ ...again, endedAt: null });
  const record = stage.firestore.doc(`dataset/cut/acceptance/${made.acceptance}`);
  await record.update({ 'progress.state': 'undone' });
  expect(await triggerScheduled(stage.stack.functions.counters!)).toBe(200);
  expect(await jobs.wait(second)).toMatchObject({ state: 'failed', reason: 'it was undone' });
  await expect(suggestions.review(made.acceptance, review(made))).rejects.toEqual(refused(409, 'undone'));
  const undone = { restored: SURE - 2 - SAMPLE, changed: 0 };
  expect(await suggestions.undo(made.acceptance)).toMatchObject(undone);
  await settled('cut');
});

test('from a run to classes and back: what has changed stays, twice is once, counters are exact', async () => {
  await open('parts');
  const dataset = service.datasets('parts');
  const { suggestions } = dataset;
  const ask = async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'once' };
    const answer = await stage.post('parts/run/1/accept', { threshold: 0.8 }, { headers });
    return (await answer.json()) as MadeAcceptance;
  };
  const made = await ask();
  expect(await ask()).toEqual(made);
  expect(made).toMatchObject({ precision: 0.95, suggestions: SURE - 2 });
  expect(made.sample).toHaveLength(SAMPLE);
  expect(made).toMatchObject({
    worthIt: true,
    classes: [
      { suggested: 170, known: LABELLED + 1, review: 59 },
      { suggested: 28, known: LABELLED, review: 28 },
    ],
  });
  const sampled = new Set(made.sample.map(({ image }) => image));
  expect([0, 1, SURE].filter((at) => sampled.has(idOf(at)))).toEqual([]);
  expect((await suggestions.accept(1, { threshold: 0.8 })).sample).toEqual(made.sample);

  const before = await recordsBeside(stage, 'parts');
  const { acceptance } = made;
  const figures = [
    expect.objectContaining({ tag: 'a', bound: expect.closeTo(0.9221, 4) }),
    expect.anything(),
  ];
  const below = { body: { error: true, precision: 0.95, classes: figures }, status: 409 };
  await expect(suggestions.review(acceptance, review(made, 1))).rejects.toMatchObject(below);
  await expect(suggestions.review(acceptance, review(made).slice(1))).rejects.toEqual(
    refused(400, `${made.sample[0]?.image} is missing`),
  );
  expect(await recordsBeside(stage, 'parts')).toEqual(before);

  const [named, reviewed, split, later, kept] = Array.from({ length: SURE }, (_, at) => idOf(at))
    .slice(2)
    .filter((id) => !sampled.has(id)) as [string, string, string, string, string];
  await dataset.images.change([
    { image: named, tag: 'b' },
    { image: reviewed, decision: 'review' },
  ]);
  // A split that is saved is no change by a person.
  await stage.firestore.doc(`image/${split}`).update({ set: 'TEST' });
  await stage.call('parts/refreshCounters', { method: 'POST' });
  const shown = [
    {
      suggested: 170,
      known: LABELLED + 1 + 59,
      reviewed: 59,
      bound: expect.closeTo(0.9505, 4),
      lostAtMost: 0,
    },
    { suggested: 28, known: LABELLED + 28, reviewed: 28, bound: 1, lostAtMost: expect.any(Number) },
  ];
  const accepted = { classes: shown, accepted: SURE - 5, stale: 3 };
  const twice = [1, 2].map(() => suggestions.review(acceptance, review(made)));
  expect(await Promise.all(twice)).toMatchObject([accepted, accepted]);
  const stored = async (id: string) => (await stage.firestore.doc(`image/${id}`).get()).data() ?? {};
  const suggested = { labeled: 'inference', run: 'Tuesday', acceptance };
  const given = { labelled: true, revision: 1, suggested };
  expect(await stored(later)).toMatchObject(given);
  expect(await stored(made.sample[0]!.image)).toMatchObject({ checked: true, revision: 1 });
  expect(await Promise.all([split, reviewed].map(async (id) => (await stored(id)).tag))).toEqual([
    null,
    null,
  ]);
  expect(await stored(idOf(1))).toMatchObject({ tag: null, set: 'TEST' });
  await settled('parts');
  const { images } = await dataset.runs.images(1, { order: 'score' });
  expect(images.find(({ id }) => id === later)).toMatchObject({ checked: false, suggested });

  await dataset.images.change([{ image: later, tag: 'b' }]);
  const undone = { restored: SURE - 5 - SAMPLE - 1, changed: 1 };
  expect(await Promise.all([1, 2].map(() => suggestions.undo(acceptance)))).toMatchObject([undone, undone]);
  expect(await suggestions.undo(acceptance)).toMatchObject(undone);
  expect(await stored(kept)).toMatchObject({
    tag: null,
    tagsContained: [],
    labelled: false,
    suggested: null,
  });
  expect((await stored(later)).tag.id).toBe('b');
  expect(await stored(made.sample[0]!.image)).toMatchObject({ checked: true });
  await settled('parts');
  await expect(suggestions.review(acceptance, review(made))).rejects.toEqual(refused(409, 'it was undone'));
  await seedDataset(stage, { id: 'others', type: 'MULTICLASS', tags: TAGS });
  await expect(service.datasets('others').suggestions.undo(acceptance)).rejects.toEqual(
    refused(404, `Acceptance "${acceptance}" not found`),
  );
});

test('acceptances and changes of selections are taken back one after another, the newest first', async () => {
  await open('deep');
  const { images, suggestions } = service.datasets('deep');
  const select = async () => ({ shown: ALL, at: (await images.list({ limit: 1 })).at });
  const placeOf = async () => {
    const { tag, set, suggested } = (await stage.firestore.doc(`image/${last}`).get()).data() ?? {};
    return { tag: tag?.id ?? null, set, isSuggested: Boolean(suggested) };
  };
  const moved = await images.changeAll(await select(), { set: 'VALIDATION' });
  const made = await suggestions.accept(1, { threshold: 0.8 });
  const sampled = new Set(made.sample.map(({ image }) => image));
  const last = Array.from({ length: SURE }, (_, at) => idOf(at)).findLast((id) => !sampled.has(id)) ?? '';
  const { accepted } = await suggestions.review(made.acceptance, review(made));
  const trained = await images.changeAll(await select(), { set: 'TRAIN' });
  const suggested = { tag: expect.any(String), isSuggested: true };
  expect(await placeOf()).toEqual({ ...suggested, set: 'TRAIN' });
  expect(await images.undo(trained.change)).toMatchObject({ restored: ALL, changed: 0 });
  expect(await placeOf()).toEqual({ ...suggested, set: 'VALIDATION' });
  const taken = { restored: accepted - made.sample.length, changed: 0 };
  expect(await suggestions.undo(made.acceptance)).toMatchObject(taken);
  expect(await placeOf()).toEqual({ tag: null, isSuggested: false, set: 'VALIDATION' });
  // What a person has said of the sample is no part of it.
  const { length } = made.sample;
  expect(await images.undo(moved.change)).toMatchObject({ restored: ALL - length, changed: length });
  expect(await placeOf()).toEqual({ tag: null, isSuggested: false, set: 'PREDETERMINED' });
  await settled('deep');
});

test('where nothing can be accepted, the answer says why', async () => {
  await seedDataset(stage, { id: 'boxes', type: 'imageObjectDetection', tags: TAGS });
  const { runs, suggestions } = service.datasets('boxes');
  await runs.make({ name: 'Tuesday', live: true });
  await expect(suggestions.accept(1, { threshold: 0.8 })).rejects.toEqual(refused(409, 'not ready: open'));
  await runs.close(1);
  await expect(suggestions.accept(1, { threshold: 0.8 })).rejects.toEqual(refused(409, 'have no class'));
  await expect(suggestions.accept(2, { threshold: 0.8 })).rejects.toEqual(refused(404, 'Run "2" not found'));
  const parts = service.datasets('parts').suggestions;
  await expect(parts.accept(1, { threshold: 0.95 })).rejects.toEqual(refused(409, 'as sure as threshold'));
  await expect(parts.accept(1, { threshold: 0.8, precision: 1 })).rejects.toEqual(
    refused(400, 'precision must be'),
  );
});
