/**
 * Contract 14: runs beside labels, over HTTP.
 * @covers Contract 14 POST evaluate: a report of version, run and parameters, kept and answered from there
 * @covers Contract 14 GET images: pages of an order with predictions and the labels of now, without reading the run; images that are gone
 * @covers Contract 14 GET compare over HTTP
 * @covers Contract 14 inspection: near copies are one part once their embeddings are there; the report is made again for them, and says so
 * @covers Contract 14 PUT point: chosen by a limit, kept by the run, compared; refused without bad classes
 * @covers Contract 14 POST review: the first of an order, one of each session in turns, twice is once
 * @covers Contract 14 GET export over HTTP: the lines of the run, without images that are gone
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type JudgedImage, Sightline } from '../../client/src/index.ts';
import { runLine } from '../../packages/records/src/run-lines.ts';
import { type FirestoreTap, startFirestoreTap } from '../bench/cost/firestore-tap.ts';
import { eventually } from '../support/factory.ts';
import { photographed } from '../support/memory-suggest.ts';
import { readZip } from '../support/read-zip.ts';
import { putRun, type RunSeed } from '../support/ready-run.ts';
import { openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

let stage: Stage;
let service: Sightline;
let tap: FirestoreTap;
beforeAll(async () => {
  tap = await startFirestoreTap(() => stage.stack.addresses.firestore);
  stage = await openStage({ FIRESTORE_EMULATOR_HOST: tap.address });
  service = new Sightline({ baseUrl: stage.stack.baseUrl });
});
afterAll(async () => {
  await stage?.close();
  await tap?.close();
});

const refused = (status: number, message: string) =>
  expect.objectContaining({ status, message: expect.stringContaining(message) });

/** Twelve images: the first nine of one session; labels in turns. The model gives each second one to the other class. */
const IMAGES = Array.from({ length: 12 }, (_, at) => ({
  id: `i${String(at).padStart(2, '0')}`,
  tag: at % 2 === 0 ? 'a' : 'b',
  session: at < 9 ? 'long' : `short-${at}`,
  set: at < 4 ? 'TRAIN' : 'TEST',
  date: at * 1_000_000,
}));
/** The model is surer with each image, and wrong about every third. */
const LINES: RunSeed['lines'] = IMAGES.map(({ id, tag, session, set }, at) => ({
  image: `${id}`,
  predictions: [{ tag: at % 3 === 0 ? (tag === 'a' ? 'b' : 'a') : tag, score: 0.5 + at / 100 }],
  record: { tag, session, set: set as 'TEST' },
}));

/** The stack, with the stage's own Storage. */
const around = ({ stack, storage }: Stage) => ({
  ...stack,
  addresses: { ...stack.addresses, storage: new URL(storage).host },
});

async function open(id: string) {
  await seedDataset(stage, { id, type: 'MULTICLASS', tags: { a: 'good', b: 'bad' } });
  const images = IMAGES.map((each) => ({
    ...each,
    id: `${id}-${each.id}`,
    bytes: Buffer.from(`${id}${each.id}`),
  }));
  await seedImages(stage, id, images);
  const lines = LINES.map((line) => ({ ...line, image: `${id}-${line.image}` }));
  const put = (number: number, seed: Partial<RunSeed> = {}) =>
    putRun(around(stage), { dataset: id, number, lines, ...seed });
  const { runs, versions } = service.datasets(id);
  return { runs, versions, lines, put, idOf: (at: number) => `${id}-${IMAGES[at]!.id}` };
}

const isReport = ({ name }: { name: string }): boolean => name.endsWith('.json');

test('a report is made once, and answered from there; what is wrong is refused', async () => {
  const { runs, versions, lines, put, idOf } = await open('judged');
  await runs.make({ name: 'open', live: true });
  const { number: version } = await versions.make({ group: 'image' });
  await put(2, { trainedOn: version, lines: lines.slice(1) });
  const asked = await runs.evaluate(2, { version });
  expect(asked).toMatchObject({
    version,
    report: {
      ...{ kind: 'classes', set: 'TEST', iou: null, threshold: 0, images: 8, accuracy: 6 / 8, unreadable: 0 },
      uncovered: { run: { count: 0 }, version: { count: 0 } },
      leaked: { count: 0, images: [] },
    },
  });
  const [kept] = (await stage.bucket.getFiles({ prefix: 'dataset/judged/run/' }))[0].filter(isReport);
  await kept!.save(JSON.stringify({ ...asked.report, images: 88 }), { resumable: false, validation: false });
  expect(await runs.evaluate(2)).toEqual({ ...asked, report: { ...asked.report, images: 88 } });
  const { report } = await runs.evaluate(2, { set: 'TRAIN', threshold: 0.9 });
  expect(report).toMatchObject({
    accuracy: 0,
    uncovered: { run: { images: [idOf(0)] } },
    leaked: { count: 3 },
  });
  const [files] = await stage.bucket.getFiles({ prefix: 'dataset/judged/run/' });
  expect(files.filter(isReport)).toHaveLength(2);
  await expect(runs.evaluate(2, { iou: 0.5 })).rejects.toEqual(refused(400, 'classes, not boxes'));
  await expect(runs.evaluate(2, { threshold: 0.505 })).rejects.toEqual(refused(400, 'two decimals'));
  await expect(runs.evaluate(2, { version: 9 })).rejects.toEqual(refused(404, 'Version "9"'));
  await expect(runs.evaluate(3)).rejects.toEqual(refused(404, 'Run "3"'));
  await expect(runs.evaluate(1)).rejects.toEqual(refused(409, 'is not ready: open'));
});

test('a cancelled evaluation keeps no report; the next one is a job of its own', async () => {
  const { runs, versions, put } = await open('stopped');
  const { number: version } = await versions.make({ group: 'image' });
  await put(1);
  // Reading the lines takes its time.
  stage.faults.set([{ path: '.ndjson', latency: 20_000 }]);
  const refusal = runs.evaluate(1, { version }).catch((error: unknown) => error);
  await eventually(() => expect(stage.faults.met).toBeGreaterThan(0));
  const answer = await stage.call('stopped/job/2', { method: 'DELETE' });
  expect((await answer.json()).job).toMatchObject({ kind: 'evaluate', state: 'cancelled', result: null });
  stage.faults.set([]);
  expect(await refusal).toEqual(refused(422, 'Error evaluating: it was cancelled'));
  expect((await runs.evaluate(1, { version })).report).toMatchObject({ images: expect.any(Number) });
  const job = (await stage.firestore.doc('dataset/stopped/job/3').get()).data();
  expect(job).toMatchObject({ kind: 'evaluate', state: 'done', result: { version } });
  expect((await stage.bucket.file(job!.result.kept).exists())[0]).toBe(true);
});

test('the last twenty reports of a run are kept', async () => {
  const { runs, versions, put } = await open('asked');
  const { number: version } = await versions.make({ group: 'image' });
  await put(1);
  const prefix = 'dataset/asked/run/';
  const names = async () => (await stage.bucket.getFiles({ prefix }))[0].map(({ name }) => name);
  const before = await names();
  await runs.evaluate(1, { version });
  const first = (await names()).find((name) => !before.includes(name))!;
  for (let at = 1; at <= 20; at += 1) await runs.evaluate(1, { version, threshold: at / 100 });
  const kept = await names();
  expect(kept.filter((name) => name.endsWith('.json'))).toHaveLength(20);
  expect(kept).toEqual(expect.arrayContaining(before));
  expect(kept).not.toContain(first);
});

test('pages list images by an order, with the labels of now; those that are gone are left out', async () => {
  const { runs, put, idOf } = await open('listed');
  await put(1);
  const ids = async (asked: Parameters<typeof runs.images>[1]) =>
    (await runs.images(1, asked)).images.map(({ id }) => id);
  expect(await ids({})).toEqual([9, 6, 3, 0].map(idOf));
  for (const limit of [2, 5]) {
    tap.take();
    expect(await ids({ order: 'score', limit })).toEqual([11, 10, 9, 8, 7].slice(0, limit).map(idOf));
    expect(tap.take().readsOf.image).toBe(limit);
  }
  expect(await ids({ class: 'a', predicted: 'b' })).toEqual([6, 0].map(idOf));
  expect(await ids({ predicted: null })).toEqual([]);
  // Right about it: the order leaves it out.
  expect(await ids({ image: idOf(1) })).toEqual([idOf(1)]);
  expect(await ids({ image: idOf(1), minScore: 0.52 })).toEqual([]);
  expect(await ids({ image: 'none' })).toEqual([]);
  expect(await ids({ order: 'score', set: 'TRAIN', minScore: 0.52 })).toEqual([3, 2].map(idOf));
  await stage.firestore.doc(`image/${idOf(6)}`).delete();
  await stage.firestore.doc(`image/${idOf(3)}`).update({ dataset: stage.firestore.doc('dataset/other') });
  await stage.firestore.doc(`image/${idOf(9)}`).update({ tag: stage.firestore.doc('dataset/listed/tag/a') });
  const all: JudgedImage[] = [];
  const pages: number[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await runs.images(1, { limit: 2, ...(after && { after }) });
    pages.push(page.images.length);
    all.push(...page.images);
    after = page.next;
  }
  expect(pages).toEqual([1, 1]);
  expect(all).toMatchObject([
    { id: idOf(9), tag: 'a', predictions: [{ tag: 'a', score: 0.59 }] },
    { id: idOf(0), tag: 'a', predictions: [{ tag: 'b', score: 0.5 }] },
  ]);
  expect(all[0]).not.toHaveProperty('look');
  await expect(runs.images(1, { after: 'none' })).rejects.toEqual(refused(400, 'after must be `next`'));
});

test('the threshold of an inspection is chosen by a limit, kept and compared; without bad classes there is none', async () => {
  const { runs, versions, put } = await open('inspected');
  await versions.make({ group: 'image' });
  await put(1);
  const ask = () => runs.choosePoint(1, { escapes: 0.4 });
  await expect(ask()).rejects.toEqual(refused(409, 'no class of the version is bad'));
  await service.datasets('inspected').tags.update('b', { bad: true });
  const { point, figures, lacking } = await ask();
  expect(figures).toMatchObject({
    threshold: point.threshold,
    escapes: { count: 1, share: 0.25 },
    falseRejects: { count: 1, share: 0.25 },
  });
  expect(lacking).toBeGreaterThan(0);
  expect((await runs.get(1)).point).toEqual({
    version: 1,
    set: 'TEST',
    escapes: 0.4,
    threshold: point.threshold,
  });
  const { inspection } = (await runs.evaluate(1)).report;
  expect(inspection).toMatchObject({ bad: ['bad'], groups: { good: 4, bad: 4 } });
  expect(inspection?.curve).toContainEqual(figures);
  expect((await runs.compare(1, 1)).points).toEqual({ a: figures, b: figures });
  await expect(runs.choosePoint(1, { escapes: 0.1, falseRejects: 0.1 })).rejects.toEqual(
    refused(400, 'either escapes or falseRejects'),
  );
});

test('near copies are one part of an inspection once the pictures have been looked at', async () => {
  await seedDataset(stage, { id: 'copied', type: 'MULTICLASS', tags: { good: 'good', bad: 'bad' } });
  // Two photographs of each of ten parts, a day apart.
  const images = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const part = at >> 1;
      const about = { id: `copied-${part}-${at % 2}`, tag: part < 4 ? 'bad' : 'good', date: at * 86_400_000 };
      return { ...about, format: 'png', set: 'TEST', bytes: await photographed(part, 10 * (at % 2)) };
    }),
  );
  await seedImages(stage, 'copied', images);
  const dataset = service.datasets('copied');
  const { runs, versions, suggestions } = dataset;
  await dataset.tags.update('bad', { bad: true });
  await versions.make({ group: 'image' });
  const record = (tag: string) => ({ tag, session: '', set: 'TEST' as const });
  const lines = images.map(({ id, tag }) => ({
    ...{ image: id, record: record(tag) },
    predictions: [{ tag: 'bad', score: tag === 'bad' ? 0.9 : 0.1 }],
  }));
  await putRun(around(stage), { dataset: 'copied', number: 1, lines });
  const inspect = async () => (await runs.evaluate(1)).report.inspection;
  expect(await inspect()).toMatchObject({ alike: 'look', groups: { good: 12, bad: 8 } });
  await dataset.update({ suggest: 'builtin' });
  await suggestions.look();
  expect(await inspect()).toMatchObject({ alike: 'signature', groups: { good: 6, bad: 4 } });
  const { inspections } = await runs.compare(1, 1);
  expect(inspections.a).toMatchObject({ alike: 'signature', groups: { good: 6, bad: 4 } });
  // All is known of them: this report stays.
  await dataset.update({ suggest: 'off' });
  expect(await inspect()).toMatchObject({ alike: 'signature' });
});

test('two runs are compared on the images of both', async () => {
  const { runs, versions, lines, put } = await open('compared');
  await versions.make({ group: 'image' });
  await put(1);
  const right = lines.map((line, at) => ({ ...line, predictions: [{ tag: IMAGES[at]!.tag, score: 0.9 }] }));
  await put(2, { lines: right.slice(0, -1) });
  const compared = await runs.compare(1, 2);
  expect(compared).toMatchObject({
    kind: 'classes',
    images: 7,
    uncovered: { a: { count: 0 }, b: { count: 1 } },
  });
  const accuracy = compared.figures.find(({ figure }) => figure === 'accuracy');
  expect(accuracy).toMatchObject({ class: null, a: 5 / 7, b: 1, difference: expect.closeTo(2 / 7, 9) });
  expect(await runs.compare(1, 2)).toEqual(compared);
  await expect(runs.compare(1, 3)).rejects.toEqual(refused(404, 'Run "3"'));
});

test('the first images of an order go to review, one of each session in turns; twice is once', async () => {
  const { runs, put, idOf } = await open('reviewed');
  await put(1);
  await stage.firestore.doc(`image/${idOf(11)}`).delete();
  const setOf = async (at: number) => (await stage.firestore.doc(`image/${idOf(at)}`).get()).data();
  const chosen = [10, 9, 8, 7].map(idOf);
  expect(await runs.review(1, { order: 'score', count: 4 })).toEqual(chosen);
  expect(await setOf(10)).toMatchObject({ set: 'REVIEW', setBefore: 'TEST', revision: 1 });
  expect(await runs.review(1, { order: 'score', count: 4 })).toEqual(chosen);
  expect(await setOf(10)).toMatchObject({ set: 'REVIEW', revision: 1 });
  expect(await setOf(6)).toMatchObject({ set: 'TEST' });
  expect(await runs.review(1, { count: 500, spread: 'none' })).toEqual([9, 6, 3, 0].map(idOf));
});

test('a run is exported as its own lines, or as the results of a version', async () => {
  const { runs, versions, lines, put, idOf } = await open('exported');
  await put(1);
  const textOf = async (...asked: Parameters<typeof runs.export>) =>
    new Response((await runs.export(...asked)).stream).text();
  const whole = lines.map((line) => `${runLine(line)}\n`);
  expect(await textOf(1, 'ndjson')).toBe(whole.join(''));
  await stage.firestore.doc(`image/${idOf(1)}`).delete();
  expect(await textOf(1, 'ndjson')).toBe(whole.toSpliced(1, 1).join(''));
  await expect(runs.export(1, 'coco')).rejects.toEqual(refused(404, 'Version'));
  await versions.make({ group: 'image' });
  await expect(runs.export(1, 'coco')).rejects.toEqual(refused(400, 'boxes, not classes'));
  await expect(runs.export(1, 'ndjson', { version: 1 })).rejects.toEqual(refused(400, 'version: ndjson'));
});

test('boxes are exported with the names of a version', async () => {
  await seedDataset(stage, { id: 'boxed', type: 'imageObjectDetection', tags: { a: 'dent' } });
  const box = { id: 'x', tag: 'a', type: 'rect', x: 0, y: 0, w: 0.5, h: 0.5 } as const;
  await seedImages(stage, 'boxed', [
    {
      id: 'boxed-1',
      bytes: Buffer.from('1'),
      tags: [box],
      set: 'TEST',
      width: 20,
      height: 10,
      name: 'p.jpg',
    },
  ]);
  const { runs, versions } = service.datasets('boxed');
  await versions.make({ group: 'image' });
  const predictions = [{ tag: 'a', score: 0.9, box: [0, 0, 0.5, 0.4] as const }];
  await putRun(around(stage), {
    dataset: 'boxed',
    number: 1,
    lines: [{ image: 'boxed-1', predictions }],
    type: 'imageObjectDetection',
  });
  const coco = await new Response((await runs.export(1, 'coco')).stream).json();
  expect(coco).toEqual([
    { image_id: 1, file_name: 'p.jpg', category_id: 1, bbox: [0, 0, 10, 4], score: 0.9 },
  ]);
  const yolo = await runs.export(1, 'yolo', { version: 1 });
  const files = await readZip(Buffer.from(await new Response(yolo.stream).arrayBuffer()));
  expect([yolo.fileName, ...files.keys()]).toEqual(['boxed-run1-yolo.zip', 'data.yaml', 'labels/test/p.txt']);
  expect(files.get('labels/test/p.txt')?.toString()).toBe('0 0.25 0.2 0.5 0.4 0.9\n');
  const { report } = await runs.evaluate(1);
  expect(report).toMatchObject({
    kind: 'boxes',
    coco: { ap50: expect.closeTo(1, 9) },
  });
});
