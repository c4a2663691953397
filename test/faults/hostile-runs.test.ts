/**
 * Contract 14: what a stranger's predictions, masks and ids cost is nobody else's concern.
 * @covers Contract 14 hostile runs: masks of a million runs, millions of ids; others are answered, and nothing goes on for a caller who left
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { Sightline } from '../../client/src/index.ts';
import { type FirestoreTap, startFirestoreTap } from '../bench/cost/firestore-tap.ts';
import { openStage, type Stage, seedDataset, seedImages } from '../emulator/dataset-stage.ts';
import { readZip } from '../support/read-zip.ts';
import { putRun } from '../support/ready-run.ts';
import { SIDE, scattered } from './attacks.ts';

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

/** Every second row. */
async function rows(): Promise<Buffer> {
  const pixels = Buffer.alloc(SIDE * SIDE);
  for (let y = 0; y < SIDE; y += 2) pixels.fill(255, y * SIDE, (y + 1) * SIDE);
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .png()
    .toBuffer();
}

/** Answers to somebody else, until the work is done. */
async function othersDuring(work: Promise<unknown>, dataset: string): Promise<number> {
  let isDone = false;
  let answers = 0;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) {
    const { status } = await stage.call(`${dataset}/run`);
    if (!isDone && status === 200) answers += 1;
    await sleep(20);
  }
  return answers;
}

test('an evaluation of masks with millions of runs is one piece of work among others', async () => {
  await seedDataset(stage, { id: 'rows', type: 'MULTILABEL', tags: { a: 'crack' } });
  const seed = { id: 'rows-1', bytes: Buffer.from('x'), width: SIDE, height: SIDE, set: 'TEST' };
  const masks = [{ tag: 'a', bytes: await rows() }];
  await seedImages(stage, 'rows', [{ ...seed, masks, fields: { checked: true } }]);
  const { runs, versions } = service.datasets('rows');
  const { number: version } = await versions.make({ group: 'image' });
  const rle = { counts: scattered(500), size: [SIDE, SIDE] as const };
  const predictions = Array.from({ length: 1000 }, (_, at) => ({ tag: 'a', score: at / 1000, rle }));
  const addresses = { ...stage.stack.addresses, storage: new URL(stage.storage).host };
  const lines = [{ image: 'rows-1', predictions, record: { tags: [], set: 'TEST' as const } }];
  await putRun({ ...stage.stack, addresses }, { dataset: 'rows', number: 1, type: 'MULTILABEL', lines });
  const work = runs.evaluate(1, { version });
  expect(await othersDuring(work, 'rows')).toBeGreaterThan(3);
  expect(await work).toMatchObject({ report: { kind: 'masks', images: 1, unreadable: 0 } });
});

test('ids that nobody knows are refused after so many, and others are answered meanwhile', async () => {
  await seedDataset(stage, { id: 'ids', type: 'MULTICLASS', tags: { a: 'good' } });
  const { runs } = service.datasets('ids');
  const lines = Array.from({ length: 400_000 }, (_, at) => `{"image":"nobody-${at}","predictions":[]}`);
  const number = await runs.upload({ name: 'Ids' }, new Blob([lines.join('\n')]));
  tap.take();
  const work = runs.check(number);
  const refused = expect.objectContaining({
    status: 422,
    message: expect.stringContaining(
      'of the ids that it names are no images of the dataset; at most 10000 may be',
    ),
  });
  const isRefused = expect(work).rejects.toEqual(refused);
  expect(await othersDuring(work, 'ids')).toBeGreaterThan(3);
  await isRefused;
  // A page may have been asked for when it was refused.
  expect(tap.take().readsOf.image ?? 0).toBeLessThanOrEqual(10_300);
});

/** Of processes that the function has started. */
const children = (): number[] => {
  const { pid } = stage.stack.functions.dataset!;
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
};

test('nothing is read on for a caller who has left', async () => {
  await seedDataset(stage, { id: 'left', type: 'MULTICLASS', tags: { a: 'good' } });
  await seedImages(stage, 'left', [{ id: 'left-1', bytes: Buffer.from('x') }]);
  const { runs } = service.datasets('left');
  const line = `{"image":"left-1","predictions":[]}\n`;
  const number = await runs.upload({ name: 'Long' }, new Blob([line.repeat(1_900_000)]));
  // What the tests before have left is kept for seconds only.
  while (children().length > 0) await sleep(100);
  const leaving = new AbortController();
  const work = stage.post(`left/run/${number}/check`, {}, { signal: leaving.signal });
  while (children().length === 0) await sleep(10);
  const [child = 0] = children();
  leaving.abort();
  await expect(work).rejects.toThrow();
  while (children().includes(child)) await sleep(20);
});

/** As many as an outline may have. */
async function dots(): Promise<Buffer> {
  const pixels = Buffer.alloc(SIDE * SIDE);
  for (let y = 0; y < SIDE; y += 18) for (let x = 0; x < SIDE; x += 18) pixels[y * SIDE + x] = 255;
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .png()
    .toBuffer();
}

test.each(['yolo', 'coco'] as const)(
  '%s: masks of an export are read by a process of its own',
  async (format) => {
    const dataset = `dots-${format}`;
    await seedDataset(stage, { id: dataset, type: 'MULTILABEL', tags: { a: 'dust' } });
    const seed = { width: SIDE, height: SIDE, set: 'TRAIN', masks: [{ tag: 'a', bytes: await dots() }] };
    const ids = Array.from({ length: 4 }, (_, at) => `${dataset}-${at}`);
    await seedImages(
      stage,
      dataset,
      ids.map((id) => ({ ...seed, id, bytes: Buffer.from(id), fields: { checked: true } })),
    );
    const { versions } = service.datasets(dataset);
    const { number } = await versions.make({ group: 'image' });
    while (children().length > 0) await sleep(100);
    const work = stage.call(`${dataset}/version/${number}/export?format=${format}&images=none`);
    const archive = work.then(async (answer) => readZip(Buffer.from(await answer.arrayBuffer())));
    let isDone = false;
    let seen = 0;
    const end = () => {
      isDone = true;
    };
    archive.then(end, end);
    while (!isDone) {
      seen = Math.max(seen, children().length);
      await sleep(5);
    }
    expect(seen).toBeGreaterThan(0);
    const files = [...(await archive)].filter(
      ([path]) => path.startsWith('labels/') || path.endsWith('.json'),
    );
    const text = files.map(([, bytes]) => bytes.toString()).join('');
    const objects = format === 'yolo' ? text.trim().split('\n') : JSON.parse(text).annotations;
    expect(objects).toHaveLength(4);
  },
);
