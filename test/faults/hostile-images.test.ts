/**
 * Broken and lying pictures sent as frames: an honest answer, no crash, bounded memory, and no record without its object.
 * `LONG=1` sends 10,000; `SEED=n` repeats a run.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { drawScene } from '../../emulators/scenes/scene.ts';
import {
  concurrently,
  countedRecords,
  eventually,
  furnish,
  records,
  shownCounters,
} from '../support/factory.ts';
import { SEED } from '../support/seed.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { type Format, type Mutant, mutants } from './mutations.ts';

const COUNT = process.env.LONG ? 10_000 : 300;
/** Memory of a deployed worker (functions/src/index.ts). */
const MOST_MEMORY = 1024 ** 3;
const HONEST = new Set([200, 400, 413, 415]);

let stack: TestStack;
let pid: number;

beforeAll(async () => {
  const { FUNCTIONS_DIRECTORY: directory } = process.env;
  stack = await startTestStack(directory ? { directory } : {});
  await furnish(stack);
  pid = stack.functions.monitor?.pid ?? 0;
}, 120_000);
afterAll(() => stack?.close());

/** Highest resident memory of the worker so far, bytes. */
async function peak(): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1]) * 1024;
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
    signal: AbortSignal.timeout(30_000),
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
  const answers = new Map<string, number>();
  const dishonest: string[] = [];
  const kept = new Set<string>();
  await concurrently(hostile.length, 4, async (index) => {
    const mutant = hostile[index] as Mutant;
    const { status, id } = await send(mutant);
    answers.set(`${mutant.format} ${status}`, (answers.get(`${mutant.format} ${status}`) ?? 0) + 1);
    if (status === 200) kept.add(id ?? '');
    if (!HONEST.has(status)) dishonest.push(`${mutant.name}: ${status} ${mutant.bytes.toString('base64')}`);
  });
  process.stdout.write(
    `\n${[...answers]
      .sort()
      .map(([answer, count]) => `${answer}: ${count}`)
      .join(', ')}; peak ${Math.round((await peak()) / 1e6)} MB; seed ${SEED}\n`,
  );
  expect(dishonest).toEqual([]);
  expect(stack.functions.monitor).toMatchObject({ pid });
  expect(stack.functions.monitor?.isRunning()).toBe(true);
  expect([...(await records(stack, 'image')).keys()].sort()).toEqual([...kept].sort());
  await eventually(
    async () => expect(await shownCounters(stack)).toEqual(await countedRecords(stack)),
    10_000,
  );
  expect(await peak()).toBeLessThan(MOST_MEMORY);
}, 3_600_000);

test('eight of the largest and dearest pictures that are allowed, at once, fit into the memory of a worker', async () => {
  const flat = (channels: 3 | 4) =>
    sharp({
      create: { width: 7000, height: 7000, channels, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
      limitInputPixels: false,
    });
  const dear: { bytes: Buffer; format: Format }[] = [
    {
      bytes: await flat(3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
      format: 'jpeg',
    },
    { bytes: await flat(4).toColourspace('rgb16').png({ progressive: true }).toBuffer(), format: 'png' },
    { bytes: await flat(4).webp({ effort: 0, lossless: true }).toBuffer(), format: 'webp' },
  ];
  for (const each of dear) expect(each.bytes.length).toBeLessThan(20 * 1024 * 1024);
  const sent = await Promise.all(
    Array.from({ length: 8 }, (_, index) => send(dear[index % dear.length] as Mutant)),
  );
  const used = await peak();
  process.stdout.write(
    `\npeak ${Math.round(used / 1e6)} MB; ${dear.map(({ bytes }) => bytes.length).join(', ')} bytes\n`,
  );
  expect(sent.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(used).toBeLessThan(MOST_MEMORY);
}, 120_000);
