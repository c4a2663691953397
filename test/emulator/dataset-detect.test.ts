/**
 * A run of a dataset's detector, or Cloud Vision, over a selection of images.
 * @covers Contract 16 `source: detect`: a selection, refused images, a detector that is away, kills, twice is once
 */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Job, Sightline } from '../../client/src/index.ts';
import { Random } from '../../emulators/scenes/random.ts';
import { shardOf } from '../../functions/src/common/images/list-fields.ts';
import { call, eventually, picture } from '../support/factory.ts';
import { type Moments, startMoments } from '../support/moments.ts';
import { SEED } from '../support/seed.ts';
import { openStage, recordsBeside, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

const ROUNDS = process.env.LONG ? 20 : 3;
const random = new Random(SEED);
/** Two pages and a half; the newest one has the last number. */
const IDS = Array.from({ length: 20 }, (_, at) => `spot-${String(at).padStart(2, '0')}`);
const OWN = 'spots';
const ANNOTATE = 'images:annotate';
const BOX = [0.25, 0.5, 0.25, 0.25];

/** Its pictures are the ids of their images. */
interface Detector {
  url: string;
  /** How often it was asked about each. */
  asked: Map<string, number>;
  answer: (image: string) => unknown;
  close(): void;
}

let stage: Stage;
let moments: Moments;
let service: Sightline;
let mine: Detector;

beforeAll(async () => {
  moments = await startMoments(() => stage.stack);
  mine = await startDetector();
  // Each page is a task of its own.
  const env = { ...moments.env, DETECTION_DEADLINE: '1500', JOB_TURN: '0' };
  stage = await openStage(env, ['dataset']);
  service = new Sightline({ baseUrl: stage.stack.baseUrl, retry: { attempts: 1 } });
  await seedDataset(stage, {
    id: OWN,
    type: 'imageObjectDetection',
    tags: { a: 'scratch', b: 'dent' },
    members: { guest: 'viewer' },
  });
  await seedImages(
    stage,
    OWN,
    IDS.map((id, at) => spot(id, { date: at + 1, set: at < 5 ? 'TEST' : 'TRAIN' })),
  );
  await stage.firestore.doc(`dataset/${OWN}`).update({ detector: mine.url });
});
afterAll(async () => {
  await stage?.close();
  await moments?.close();
  mine?.close();
});
beforeEach(async () => {
  mine.answer = () => [{ bbox: BOX, class: 'scratch', score: 0.75 }];
  mine.asked.clear();
  await forget();
});
afterEach(() => stage.stack.faults.vision.set([]));

const spot = (id: string, known: { date: number; set?: string }) => ({
  ...{ id, ...known, bytes: Buffer.from(id) },
  fields: { shard: shardOf(OWN, id), labelled: false, checked: false },
});

/** What detectors have found is kept. */
async function forget(): Promise<void> {
  const { docs } = await stage.firestore.collection('detection').get();
  await Promise.all(docs.map(({ ref }) => ref.delete()));
}

const runs = () => service.datasets(OWN).runs;
const begin = async (filter?: object): Promise<number> =>
  (await runs().make({ name: 'Found', source: 'detect', ...(filter && { filter }) })).number;

async function linesOf(number: number): Promise<{ image: string; predictions: object[] }[]> {
  const { stream } = await runs().export(number, 'ndjson');
  const lines = (await new Response(stream).text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line));
}

const asked = (): string[] => [...mine.asked.keys()].sort();

test('all images, each asked about once: a run that is ready, and nothing else has changed', async () => {
  const before = await recordsBeside(stage, OWN);
  const number = await begin();
  expect(await runs().get(number)).toMatchObject({ source: 'detect', state: 'open', counts: null });
  const told: Job[] = [];
  const made = await runs().detect(number, { onProgress: (job) => told.push(job) });
  const counts = { images: 20, empty: 0, predictions: 20, tags: { a: 20 }, gone: 0 };
  expect(made).toMatchObject({ number, done: 20, failed: 0, lost: [], counts });
  if (told.length > 0) expect(told.at(-1)).toMatchObject({ state: 'done', done: 20, total: 20 });
  expect(await runs().get(number)).toMatchObject({ state: 'ready', hash: made.hash, counts });
  expect(await linesOf(number)).toEqual(
    IDS.map((image) => ({ image, predictions: [{ tag: 'a', score: 0.75, box: BOX }] })),
  );
  expect([...mine.asked.values()]).toEqual(Array(20).fill(1));
  // Again: the same answer, and nobody is asked.
  expect(await runs().detect(number)).toEqual(made);
  expect([...mine.asked.values()]).toEqual(Array(20).fill(1));
  expect(await recordsBeside(stage, OWN)).toEqual(before);
});

test('only the images of a filter; what was found once is not asked for again', async () => {
  const test = IDS.slice(0, 5);
  expect(await runs().detect(await begin({ set: ['TEST', 'REVIEW'] }))).toMatchObject({ done: 5 });
  expect(asked()).toEqual(test);
  const late = await begin({ from: 4 });
  await runs().detect(late);
  expect((await linesOf(late)).map(({ image }) => image)).toEqual(IDS.slice(3));
  expect([...mine.asked.values()]).toEqual(Array(20).fill(1));
  expect(await runs().detect(await begin({ set: 'VALIDATION' }))).toMatchObject({
    done: 0,
    counts: { images: 0 },
  });
});

test('classes that the dataset lacks, and boxes without a size, are left out and counted', async () => {
  mine.answer = (image) => [
    { bbox: BOX, class: 'b', score: 0.5 },
    { bbox: BOX, class: image === 'spot-00' ? 'stain' : 'Scratch', score: 0.9 },
    { bbox: [0.5, 0.5, 0, 0], class: 'dent', score: 0.9 },
  ];
  const made = await runs().detect(await begin({ set: 'TEST' }));
  expect(made).toMatchObject({ done: 5, counts: { predictions: 5, tags: { b: 5 } } });
  expect(new Map(made.lost.map(({ label, predictions }) => [label, predictions]))).toEqual(
    new Map([
      ['Scratch', 4],
      ['stain', 1],
      ['dent', 5],
    ]),
  );
});

test('images that the detector refuses or fails for are counted, and the rest goes on', async () => {
  mine.answer = (image) => ({ 'spot-07': 400, 'spot-09': 503, 'spot-19': 'nonsense' })[image] ?? [];
  const number = await begin();
  const made = await runs().detect(number);
  expect(made).toMatchObject({ done: 17, failed: 3, counts: { images: 17, empty: 17 } });
  const bad = ['spot-07', 'spot-09', 'spot-19'];
  expect((await linesOf(number)).map(({ image }) => image)).toEqual(IDS.filter((id) => !bad.includes(id)));
});

test('a detector that is away: the job fails; the next one goes on where it came back', async () => {
  mine.answer = (image) => (image < 'spot-12' ? 503 : []);
  const number = await begin();
  const failed = await call(stage.stack, `/dataset/${OWN}/run/${number}/detect`, { method: 'POST' });
  expect([failed.status, failed.body.result]).toEqual([422, 'Error making run: Vision API unreachable']);
  expect(await runs().get(number)).toMatchObject({ state: 'open' });
  mine.answer = () => 429;
  const busy = await call(stage.stack, `/dataset/${OWN}/run/${number}/detect`, { method: 'POST' });
  expect([busy.status, busy.body.result]).toEqual([422, 'Error making run: Vision API quota exceeded']);
  const before = new Map(mine.asked);
  mine.answer = () => [];
  expect(await runs().detect(number)).toMatchObject({ done: 20, failed: 0 });
  for (const id of IDS.slice(12)) expect(mine.asked.get(id)).toBe(before.get(id));
});

test('a cancelled job keeps what was found; the next one goes on from there', async () => {
  const number = await begin();
  const cut = new Promise<void>((done) => {
    mine.answer = async (image) => {
      // The first page has eight images.
      if (image === 'spot-11') {
        const { jobs } = await service.datasets(OWN).jobs.list({ state: 'running' });
        await service.datasets(OWN).jobs.cancel(jobs[0]!.number);
        done();
      }
      return [];
    };
  });
  const first = call(stage.stack, `/dataset/${OWN}/run/${number}/detect`, { method: 'POST' });
  await cut;
  expect((await first).body.result).toBe('Error making run: it was cancelled');
  const run = await stage.firestore.doc(`dataset/${OWN}/run/${number}`).get();
  expect(run.get('detecting')).toMatchObject({ done: 8, isWhole: false });
  expect((await run.ref.collection('prediction').get()).size).toBe(8);
  mine.answer = () => [];
  expect(await runs().detect(number)).toMatchObject({ done: 20, failed: 0 });
  for (const id of IDS.slice(12)) expect(mine.asked.get(id)).toBe(1);
});

test('a detector that has never answered fails for a small selection too', async () => {
  mine.answer = () => 503;
  const number = await begin({ from: 20 });
  await expect(runs().detect(number)).rejects.toMatchObject({ status: 422 });
  await runs().delete(number);
});

test('from a shell: a detector that is away, and one that is back; what is typed wrongly', async () => {
  mine.answer = (image) => (image < 'spot-12' ? 503 : [{ bbox: BOX, class: 'stain', score: 0.5 }]);
  const begun = await sightline('--name', 'Shell');
  const [, number = ''] = /--continue (\d+) goes on/.exec(begun.complained) ?? [];
  expect(begun).toMatchObject({ code: 1, said: '' });
  expect(begun.complained).toContain('Vision API unreachable');
  mine.answer = () => [];
  const ended = await sightline('--continue', number);
  expect(ended).toMatchObject({ code: 0, said: `${number}\n` });
  expect(ended.complained).toBe('Left out, because they are no tags, or have no size: stain.\n');
  const { said } = await sightline('--name', 'Tested', '--set', 'TEST', '--json');
  expect(JSON.parse(said)).toMatchObject({ done: 5, counts: { images: 5 } });
  for (const wrong of [[], ['--name', 'a', '--continue', '1'], ['--continue', '1', '--set', 'TEST']])
    expect(await sightline(...wrong)).toMatchObject({ code: 2 });
});

test('images that are deleted meanwhile are left out', async () => {
  await seedImages(stage, OWN, [spot('spot-gone', { date: 99 })]);
  mine.answer = async (image) => {
    if (image === 'spot-gone') await stage.firestore.doc('image/spot-gone').delete();
    return [];
  };
  const number = await begin({ from: 15 });
  expect(await runs().detect(number)).toMatchObject({ counts: { images: 6, gone: 1 } });
});

test('who may not, and what cannot be asked', async () => {
  const post = (path: string, body?: object) => call(stage.stack, path, { method: 'POST', body });
  const run = `/dataset/${OWN}/run`;
  expect(await post(run, { name: 'x', filter: {} })).toMatchObject({ status: 400 });
  expect(await post(run, { name: 'x', source: 'detect', live: true })).toMatchObject({ status: 400 });
  expect(await post(run, { name: 'x', source: 'detect', filter: { set: 'NONE' } })).toMatchObject({
    status: 400,
  });
  const live = (await runs().make({ name: 'Live', live: true })).number;
  expect((await post(`${run}/${live}/detect`)).status).toBe(409);
  // Nobody else says what the detector has found.
  const number = await begin({ set: 'TEST' });
  const predictions = [{ image: IDS[0], predictions: [] }];
  expect((await post(`${run}/${number}/predictions`, { predictions })).status).toBe(409);
  // It is the run of one detector.
  await stage.firestore.doc(`dataset/${OWN}`).update({ detector: `${mine.url}?other` });
  const changed = await post(`${run}/${number}/detect`);
  await stage.firestore.doc(`dataset/${OWN}`).update({ detector: mine.url });
  expect([changed.status, JSON.stringify(changed.body)]).toEqual([409, expect.stringContaining('another')]);
  // What there is, is a run as well.
  expect(await runs().close(number)).toMatchObject({ counts: { images: 0 } });
  expect(await runs().detect(number)).toMatchObject({ done: 0 });
});

test('Cloud Vision is asked where there is no detector, for boxes only', async () => {
  await seedDataset(stage, { id: 'seen', type: 'imageObjectDetection', tags: { s: 'Screw' } });
  await seedImages(stage, 'seen', [
    { id: 'seen-1', bytes: await picture(1), fields: { shard: shardOf('seen', 'seen-1') } },
  ]);
  const boundingPoly = { normalizedVertices: [{}, { x: 0.5 }, { x: 0.5, y: 0.25 }, { y: 0.25 }] };
  const localizedObjectAnnotations = [{ name: 'Screw', score: 0.875, boundingPoly }];
  stage.stack.faults.vision.set([
    { path: ANNOTATE, status: 200, body: { responses: [{ localizedObjectAnnotations }] } },
  ]);
  const seen = service.datasets('seen').runs;
  const { number } = await seen.make({ name: 'Seen', source: 'detect' });
  expect(await seen.detect(number)).toMatchObject({ done: 1, counts: { tags: { s: 1 } } });
  await seedDataset(stage, { id: 'classes', type: 'MULTICLASS', tags: { s: 'Screw' } });
  const classes = service.datasets('classes').runs;
  await expect(classes.make({ name: 'No', source: 'detect' })).rejects.toMatchObject({ status: 400 });
});

test(`${ROUNDS} rounds of kills: each image is in the run once (seed ${SEED})`, async () => {
  let between = 0;
  const hashes = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    await forget();
    const number = await begin();
    let isOver = false;
    const making = runs()
      .detect(number)
      .finally(() => {
        isOver = true;
      });
    await Promise.race([moments.pass(random.whole(1, 90)), making]);
    between += Number(!isOver);
    await stage.stack.functions.work?.kill();
    const made = await making;
    expect(made).toMatchObject({ done: 20, failed: 0, counts: { images: 20, predictions: 20 } });
    hashes.add(made.hash as string);
    // No prediction is left beside the file.
    await eventually(async () =>
      expect((await stage.firestore.collection(`dataset/${OWN}/run/${number}/prediction`).get()).size).toBe(
        0,
      ),
    );
  }
  expect(hashes.size).toBe(1);
  expect(between).toBeGreaterThan(0);
});

test('two calls at once: each image is counted once', async () => {
  const number = await begin();
  const both = await Promise.all([runs().detect(number), runs().detect(number)]);
  for (const each of both) expect(each).toMatchObject({ done: 20, counts: { images: 20 } });
  expect([...mine.asked.values()]).toEqual(Array(20).fill(1));
});

const PROGRAM = join(import.meta.dirname, '../../client/src/command/main.ts');

/** `sightline run detect` of the dataset. */
function sightline(...given: string[]): Promise<{ code: number; said: string; complained: string }> {
  const args = [PROGRAM, 'run', 'detect', '--dataset', OWN, ...given];
  const env = { ...process.env, SIGHTLINE_URL: stage.stack.baseUrl };
  return new Promise((done) => {
    execFile(process.execPath, args, { env }, (error, said, complained) =>
      done({ code: Number(error?.code ?? 0), said, complained }),
    );
  });
}

/** A number is a status; a text, an answer that is no list. */
async function startDetector(): Promise<Detector> {
  const server = createServer((request, response) => {
    void text(request).then(async (image) => {
      detector.asked.set(image, (detector.asked.get(image) ?? 0) + 1);
      const result = await detector.answer(image);
      const status = typeof result === 'number' ? result : 200;
      response.writeHead(status).end(JSON.stringify({ result }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const detector: Detector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/find`,
    asked: new Map(),
    answer: () => [],
    close: () => server.close(),
  };
  return detector;
}
