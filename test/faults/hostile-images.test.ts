/**
 * Broken pictures, and pictures with false headers, sent as frames: a correct answer, no crash, bounded memory, and no
 * record without its object. `LONG=1` sends 10,000; `SEED=n` repeats a run.
 * @covers Fuzz of all routes, hostile images, named attacks, faults of dependencies
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { drawScene } from '../../emulators/scenes/scene.ts';
import { startBareWorker } from '../support/bare-worker.ts';
import {
  concurrently,
  countedRecords,
  eventually,
  furnish,
  records,
  shownCounters,
} from '../support/factory.ts';
import { STEP } from '../support/limits.ts';
import { megabytes, memoryGrowth } from '../support/process-cost.ts';
import { SEED } from '../support/seed.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { type Format, type Mutant, mutants } from './mutations.ts';

const COUNT = process.env.LONG ? 10_000 : 150;
/** Maximum memory, relative to a bare process that decodes one picture at a time: never two at once. */
const MOST = 1.7;
const HONEST = new Set([200, 400, 413, 415]);

let stack: TestStack;
let pid: number;
let dear: { bytes: Buffer; format: Format }[];
/** Memory (bytes) that a bare process needs to decode them, one after the other. */
let one: number;

beforeAll(async () => {
  const { FUNCTIONS_DIRECTORY: directory } = process.env;
  stack = await startTestStack(directory ? { directory } : {});
  await furnish(stack);
  pid = stack.functions.monitor?.pid ?? 0;
  dear = await dearest();
  const { jpeg } = await drawScene({ seed: 1, kind: 'bolts', width: 240, height: 180, parts: 3 });
  // Warms up the worker.
  expect((await send({ bytes: jpeg, format: 'jpeg' })).status).toBe(200);
  const bare = await startBareWorker();
  await bare.decode(jpeg);
  one = await memoryGrowth(bare.pid, async () => {
    for (const { bytes } of dear) await bare.decode(bytes);
  });
  await bare.close();
});
afterAll(() => stack?.close());

/** The largest allowed pictures, in the formats that need most memory. */
async function dearest(): Promise<{ bytes: Buffer; format: Format }[]> {
  const flat = (channels: 3 | 4) =>
    sharp({
      create: { width: 7000, height: 7000, channels, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
      limitInputPixels: false,
    });
  return [
    {
      bytes: await flat(3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
      format: 'jpeg',
    },
    { bytes: await flat(4).toColourspace('rgb16').png({ progressive: true }).toBuffer(), format: 'png' },
    { bytes: await flat(4).webp({ effort: 0, lossless: true }).toBuffer(), format: 'webp' },
  ];
}

let date = 1_790_000_000_000;

async function send({
  bytes,
  format,
}: Pick<Mutant, 'bytes' | 'format'>): Promise<{ status: number; id?: string }> {
  date += 1;
  const url = `${stack.baseUrl}/monitor/line-1/image?dataset=bolts&tag=good&name=m&date=${date}`;
  const headers = { 'content-type': `image/${format}` };
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: new Uint8Array(bytes),
    signal: AbortSignal.timeout(STEP),
  });
  const { data } = (await response.json()) as { data: { id?: string } };
  return { status: response.status, ...data };
}

async function drawn(): Promise<Record<Format, Buffer[]>> {
  const { jpeg } = await drawScene({ seed: 5, kind: 'bolts', width: 240, height: 180, parts: 3 });
  const small = sharp(jpeg);
  const encode = (make: (image: Sharp) => Sharp) => make(small.clone()).toBuffer();
  return {
    jpeg: [
      jpeg,
      await encode((image) => image.jpeg({ progressive: true })),
      await encode((image) => image.jpeg().withMetadata({ orientation: 6 })),
    ],
    png: [
      await encode((image) => image.png()),
      await encode((image) => image.png({ progressive: true, palette: true })),
    ],
    webp: [
      await encode((image) => image.webp()),
      await encode((image) => image.webp({ lossless: true })),
      await encode((image) => image.ensureAlpha(0.5).webp()),
    ],
  };
}

test(`${COUNT} broken pictures (seed ${SEED})`, async () => {
  const hostile = mutants(await drawn(), COUNT, SEED);
  const before = (await records(stack, 'image')).keys();
  const answers = new Map<string, number>();
  const dishonest: string[] = [];
  const kept = new Set<string>(before);
  const sendOne = async (mutant: Mutant): Promise<void> => {
    const { status, id } = await send(mutant);
    answers.set(`${mutant.format} ${status}`, (answers.get(`${mutant.format} ${status}`) ?? 0) + 1);
    if (status === 200) kept.add(id ?? '');
    if (!HONEST.has(status)) dishonest.push(`${mutant.name}: ${status} ${mutant.bytes.toString('base64')}`);
  };
  const sendAll = () => concurrently(hostile.length, 4, (index) => sendOne(hostile[index] as Mutant));
  const taken = await memoryGrowth(pid, sendAll);
  process.stdout.write(
    `\n${[...answers]
      .sort()
      .map(([answer, count]) => `${answer}: ${count}`)
      .join(', ')}; ${megabytes(taken)} MB of ${megabytes(one)}; seed ${SEED}\n`,
  );
  expect(dishonest).toEqual([]);
  expect(stack.functions.monitor).toMatchObject({ pid });
  expect(stack.functions.monitor?.isRunning()).toBe(true);
  expect([...(await records(stack, 'image')).keys()].sort()).toEqual([...kept].sort());
  await eventually(async () => expect(await shownCounters(stack)).toEqual(await countedRecords(stack)));
  expect(taken).toBeLessThan(MOST * one);
}, 3_600_000);

test('eight of the largest and dearest pictures that are allowed, at once, take little more than one of them', async () => {
  for (const each of dear) expect(each.bytes.length).toBeLessThan(20 * 1024 * 1024);
  const statuses: number[] = [];
  const taken = await memoryGrowth(pid, () =>
    concurrently(8, 8, async (index) => {
      statuses.push((await send(dear[index % dear.length] as Mutant)).status);
    }),
  );
  process.stdout.write(`\n${megabytes(taken)} MB of ${megabytes(one)}\n`);
  expect(statuses).toEqual(Array(8).fill(200));
  expect(taken).toBeLessThan(MOST * one);
});
