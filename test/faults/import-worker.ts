/**
 * Does pieces of work one after the other, beside a caller who wants a turn of the event loop every millisecond, and prints a line
 * about each: `import-worker.ts import|export FOLDER`. The first is the parsing of some JSON, which no function of ours does.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { HttpError } from '../../functions/src/common/errors.ts';
import { MemoryImport } from '../support/memory-import.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { memoryGrowth, peakOf } from '../support/process-cost.ts';

export interface Worked {
  name: string;
  /** `done`, or the sentence of the refusal, of each step. */
  outcome: string;
  /** Longest time between two turns of the other caller: of the main thread's processor time, in milliseconds. */
  held: number;
  /** Peak memory of the process, in bytes. */
  peak: number;
}

/** Longest time between two turns while the work runs. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return longest;
}

async function tell(name: string, work: () => Promise<string>): Promise<void> {
  let outcome = '';
  let held = 0;
  await memoryGrowth(process.pid, async () => {
    held = await longestTurn(async () => (outcome = await work()));
  });
  const line: Worked = { name, outcome, held, peak: await peakOf(process.pid) };
  console.log(JSON.stringify(line));
}

async function imported(path: string): Promise<string> {
  const zip = await readFile(path);
  const tagmap = await readFile(`${path}.json`, 'utf8').then(JSON.parse, () => undefined);
  const coming = new MemoryImport(new MemoryVersions('MULTILABEL', []), zip);
  const said: string[] = [];
  for (const step of ['check', 'run'] as const)
    try {
      if (step === 'check') await coming.check({ tagmap });
      else await coming.run({ tagmap });
      said.push('done');
    } catch (error) {
      const isSaid = error instanceof HttpError && error.code === 'import failed';
      said.push(isSaid ? String(error.particulars.reason) : `NOT SAID: ${(error as Error).stack}`);
    }
  return said.join(' | ');
}

const SIDE = 7000;
const LONG_NAME = 'ü'.repeat(200);

/** A dataset with one image: a mask of every second pixel (of none: plain), very many annotations and long names. */
async function made(picture: Buffer, isPlain: boolean): Promise<MemoryVersions> {
  const pixels = Uint8Array.from({ length: SIDE * SIDE }, (_, at) =>
    !isPlain && (at + Math.floor(at / SIDE)) % 2 ? 255 : 0,
  );
  const raw = { width: SIDE, height: SIDE, channels: 1 as const };
  const mask = await sharp(pixels, { raw }).toColourspace('b-w').png().toBuffer();
  const memory = new MemoryVersions('MULTILABEL', [{ id: 't', name: LONG_NAME }]);
  const box = { type: 'rect', tag: 't', x: 0.1, y: 0.1, w: 0.123456789, h: 0.2, labeled: 'manual' } as const;
  const tags = isPlain ? [] : Array.from({ length: 1000 }, () => box);
  const about = { name: `${LONG_NAME}.png`, width: SIDE, height: SIDE, tags, originalFormat: 'png' } as const;
  memory.add('i', about, picture, { t: mask });
  await memory.make();
  return memory;
}

const [what = '', folder = ''] = process.argv.slice(2);

const numbers = JSON.stringify(Array.from({ length: 400_000 }, (_, at) => [at, at, at, 0.5]));
await tell('bare', async () => {
  JSON.parse(numbers);
  return 'done';
});

if (what === 'import') {
  const names = (await readdir(folder)).filter((each) => each.endsWith('.zip'));
  for (const name of ['plain.zip', ...names.filter((each) => each !== 'plain.zip').sort()])
    await tell(name, () => imported(join(folder, name)));
} else {
  const picture = await readFile(join(folder, 'plain.png'));
  const exported = async (memory: MemoryVersions, format: string) => {
    await memory.export(format);
    return 'done';
  };
  const plain = await made(picture, true);
  await tell('plain', () => exported(plain, 'coco'));
  const full = await made(picture, false);
  for (const format of ['coco', 'yolo', 'voc', 'imagefolder', 'masks', 'ndjson', 'vertex-jsonl'])
    await tell(format, () => exported(full, format));
}
