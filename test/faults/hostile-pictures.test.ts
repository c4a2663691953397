/**
 * Pictures that are small to send and large to decode, and crops without end: whatever comes at once, a worker takes little
 * more memory than a bare process that decodes one picture, and stops when its caller leaves.
 * @covers Memory of pictures and crops, leaving
 */
import { randomFillSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { openStage, type Stage, seedDataset, seedImages } from '../emulator/dataset-stage.ts';
import { type BareWorker, startBareWorker } from '../support/bare-worker.ts';
import { eventually, furnish } from '../support/factory.ts';
import { megabytes, memoryGrowth, ticksOf } from '../support/process-cost.ts';
import { readZip } from '../support/read-zip.ts';

/** Maximum memory, relative to a bare process that decodes one picture: never two at once. */
const MOST = 1.7;
const FULL = { tag: 't', x: 0, y: 0, w: 1, h: 1 };

let stage: Stage;
/**
 * 7000 x 7000, 16 bits, interlaced. With three channels, 1 MB becomes 294 MB; with four, 2 MB become 392 MB, the maximum.
 */
let bomb: Buffer;
let heaviest: Buffer;
let bare: BareWorker;

beforeAll(async () => {
  stage = await openStage({}, ['dataset', 'monitor']);
  await furnish(stage.stack);
  await seedDataset(stage, { id: 'd', type: 'MULTICLASS', tags: { t: 'dent' } });
  [bomb, heaviest] = [await bombOf(3), await bombOf(4)];
  const size = { format: 'png', width: 7000, height: 7000, tag: 't', tags: [FULL] };
  const small = await noise(64, 48);
  await seedImages(stage, 'd', [
    ...['bomb-0', 'bomb-1'].map((id) => ({ id, bytes: bomb, ...size })),
    ...['heaviest-0', 'heaviest-1'].map((id) => ({ id, bytes: heaviest, ...size, tags: [] })),
    { id: 'small', bytes: small, tag: 't' },
  ]);
  // Idle means that it has answered before.
  await zip(['small']);
  await upload(small, 'jpeg', 1);
  bare = await startBareWorker();
  await bare.decode(small);
});
afterAll(async () => {
  await bare?.close();
  await stage?.close();
});

const bombOf = (channels: 3 | 4): Promise<Buffer> => {
  const background = { r: 9, g: 9, b: 9, alpha: 0.5 };
  const picture = sharp({ create: { width: 7000, height: 7000, channels, background } });
  return picture.toColourspace('rgb16').png({ progressive: true }).toBuffer();
};

async function noise(width: number, height: number): Promise<Buffer> {
  const raw = { width, height, channels: 3 as const };
  return sharp(randomFillSync(Buffer.alloc(width * height * 3)), { raw })
    .jpeg()
    .toBuffer();
}

async function zip(images: readonly string[]): Promise<string[]> {
  const answer = await stage.post('d/downloadZip', { images });
  return [...(await readZip(Buffer.from(await answer.arrayBuffer()))).keys()];
}

const crops = async (dataset: string): Promise<unknown[]> =>
  (await (await stage.call(`${dataset}/annotationsCrops/t`)).json()) as unknown[];

async function upload(bytes: Buffer, format: string, date: number): Promise<number> {
  const url = `${stage.stack.baseUrl}/monitor/line-1/image?dataset=bolts&tag=good&name=m&date=${date}`;
  const headers = { 'content-type': `image/${format}` };
  const { status } = await fetch(url, { method: 'POST', headers, body: new Uint8Array(bytes) });
  return status;
}

const pidOf = (name: string): number => stage.stack.functions[name]!.pid;

/** Memory that the work needs in a worker, relative to one picture in a bare process. */
async function timesAsMuch(name: string, work: () => Promise<unknown>, picture: Buffer): Promise<number> {
  const [ours, one] = [
    await memoryGrowth(pidOf(name), work),
    await memoryGrowth(bare.pid, () => bare.decode(picture)),
  ];
  process.stdout.write(`\n${name}: ${megabytes(ours)} MB above idle, one alone ${megabytes(one)} MB\n`);
  return ours / one;
}

const both = ['bomb-0', 'bomb-1'];

test('two of the heaviest pictures in one archive', async () => {
  const paths: string[] = [];
  const twice = async () => paths.push(...(await zip(['heaviest-0', 'heaviest-1'])));
  expect(await timesAsMuch('dataset', twice, heaviest)).toBeLessThan(MOST);
  expect(paths).toEqual(['dent/heaviest-0.jpg', 'dent/heaviest-1.jpg']);
});

test('two large ones in four archives and in crops at once, and eight as uploads', async () => {
  const archives = () => Promise.all([zip(both), zip(both), zip(both), zip(both), crops('d'), crops('d')]);
  const uploads = () => Promise.all([2, 3, 4, 5, 6, 7, 8, 9].map((date) => upload(bomb, 'png', date)));
  let made: unknown[][] = [];
  let sent: number[] = [];
  const times = await Promise.all([
    timesAsMuch('dataset', async () => (made = await archives()), bomb),
    timesAsMuch('monitor', async () => (sent = await uploads()), bomb),
  ]);
  expect(made.map(({ length }) => length)).toEqual([2, 2, 2, 2, 2, 2]);
  expect(sent).toEqual(Array(8).fill(200));
  for (const each of times) expect(each).toBeLessThan(MOST);
});

const ticks = (): Promise<number> => ticksOf(pidOf('dataset'));

/** Lets the bare process work for `count` ticks: a clock that a slow machine slows down as well. */
async function spend(count: number, picture: Buffer): Promise<void> {
  const end = (await ticksOf(bare.pid)) + count;
  while ((await ticksOf(bare.pid)) < end) await bare.decode(picture);
}

/** Reads until this number of crops has arrived. */
async function read(reader: ReadableStreamDefaultReader<Uint8Array>, count: number): Promise<void> {
  for (let seen = 0; seen < count; ) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`ended after ${seen} crops`);
    seen += Buffer.from(value).toString('latin1').split('"tagIndex":').length - 1;
  }
}

test('100 full-frame annotations: crops are sent one by one, memory is flat, and disconnecting ends the work', async () => {
  await seedDataset(stage, { id: 'many', type: 'MULTICLASS', tags: { t: 'dent' } });
  const picture = { bytes: await noise(1400, 1400), width: 1400, height: 1400 };
  await seedImages(stage, 'many', [{ id: 'many-1', ...picture, tags: Array(100).fill(FULL) }]);
  const leaving = new AbortController();
  let [first, each, left] = [0, 0, 0];
  const some = async () => {
    const started = await ticks();
    const { signal } = leaving;
    const answer = await stage.call('many/annotationsCrops/t?limit=1', { signal });
    const reader = answer.body!.getReader();
    await read(reader, 1);
    first = (await ticks()) - started;
    await read(reader, 20);
    left = await ticks();
    each = (left - started - first) / 20;
    leaving.abort();
  };
  expect(await timesAsMuch('dataset', some, bomb)).toBeLessThan(1);
  // In processor time: if all hundred were made first, this would be a hundred times as long.
  expect(first).toBeLessThan(20 * each);
  // Crops in progress are finished, and none of the other 79 is started.
  await eventually(async () => {
    const before = await ticks();
    await spend(2 * each, picture.bytes);
    expect((await ticks()) - before).toBeLessThan(each);
  });
  expect((await ticks()) - left).toBeLessThan(20 * each);
});

test('1,000 full-frame annotations of 20 megapixels are refused with a sentence, before the first is cut', async () => {
  await seedDataset(stage, { id: 'vast', type: 'MULTICLASS', tags: { t: 'dent' } });
  const create = { width: 5000, height: 4000, channels: 3 as const, background: '#765' };
  const bytes = await sharp({ create }).jpeg().toBuffer();
  const size = { width: 5000, height: 4000 };
  await seedImages(stage, 'vast', [{ id: 'vast-1', bytes, ...size, tags: Array(1000).fill(FULL) }]);
  const answer = await stage.call('vast/annotationsCrops/t');
  expect([answer.status, await answer.json()]).toEqual([
    413,
    {
      error: true,
      result: 'Crops too large: those of image "vast-1" have 13422 megapixels, at most 4000',
    },
  ]);
});
