/**
 * Contract 11: whatever an archive makes us read, and whatever an export reads back, its reader, which is a process of its own, stays
 * small, and the end is a sentence or an import; exports leave others their turn. `LONG=1` imports 1,000 archives, `COUNT=n` n; `SEED=n` repeats a run.
 * @covers Contract 11 imports of 1,000 hostile archives, and what exports read back: a sentence or an import, a small worker, turns for others while exports are made
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Random } from '../../emulators/scenes/random.ts';
import { startChild } from '../../emulators/stack/child.ts';
import { deployedEnvironment } from '../../emulators/stack/environment.ts';
import { hostileArchive, KINDS, makePictures, type Pictures } from '../support/hostile-archives.ts';
import { STEP } from '../support/limits.ts';
import { megabytes } from '../support/process-cost.ts';
import { SEED } from '../support/seed.ts';
import { writeZip } from '../support/write-zip.ts';
import type { Worked } from './import-worker.ts';

/** By default one of each kind. */
const COUNT = Number(process.env.COUNT) || (process.env.LONG ? 1000 : Object.keys(KINDS).length);
/** Peak memory, relative to the same worker after it imported one plain picture of 49 megapixels: 400 MB where it was measured. */
const MOST_MEMORY = 2.8;
/** Longest turn, relative to the parsing of some megabytes of JSON, which took 125 ms where nothing else ran. */
const LONGEST_TURN = 2;

const WORKER = join(import.meta.dirname, 'import-worker.ts');

let folder: string;
let pictures: Pictures;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-imports-'));
  pictures = await makePictures();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a worker with the deployed memory says of each piece of work; the first is a bare one, the second a plain picture. */
async function work(what: 'import' | 'export'): Promise<Worked[]> {
  const lines: string[] = [];
  const { NODE_OPTIONS = '', ...deployed } = deployedEnvironment();
  const env = { ...process.env, ...deployed, NODE_OPTIONS: `${NODE_OPTIONS} --max-old-space-size=512` };
  const onLine = (line: string) => void lines.push(line);
  const child = await startChild(process.execPath, [WORKER, what, folder], { env, onLine });
  expect(await child.ended).toEqual({ code: 0, signal: null });
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Worked);
}

function expectModest(
  [bare, plain, ...rest]: readonly Worked[],
  sharesTurns: (name: string) => boolean,
): void {
  const slowest = rest.filter(({ name }) => sharesTurns(name)).toSorted((a, b) => b.held - a.held)[0];
  const largest = rest.toSorted((a, b) => b.peak - a.peak)[0] as Worked;
  const turns = (slowest?.held ?? 0) / (bare as Worked).held;
  const memory = largest.peak / (plain as Worked).peak;
  process.stdout.write(
    `\nlongest turn ${turns.toFixed(2)} of bare (${slowest?.name}); at most ${megabytes(largest.peak)} MB, ${memory.toFixed(2)} of plain (${largest.name})\n`,
  );
  expect(turns).toBeLessThan(LONGEST_TURN);
  expect(memory).toBeLessThan(MOST_MEMORY);
}

test(
  `${COUNT} hostile archives: a sentence or an import, and a small worker (seed ${SEED})`,
  async () => {
    const random = new Random(SEED);
    for (let at = 0; at < COUNT; at += 1) {
      const { kind, zip, tagmap } = hostileArchive(at, random, pictures);
      const path = join(folder, `${String(at).padStart(4, '0')} ${kind}.zip`);
      await writeFile(path, zip);
      if (tagmap) await writeFile(`${path}.json`, JSON.stringify(tagmap));
    }
    await writeFile(join(folder, 'plain.zip'), writeZip([{ path: 'good/a.png', bytes: pictures.vast }]));
    const worked = await work('import');
    expect(worked).toHaveLength(COUNT + 2);
    for (const { name, outcome } of worked)
      expect({ name, outcome }).toEqual({
        name,
        outcome: expect.stringMatching(/^(?!.*NOT SAID)[^\n]{4,}$/),
      });
    // Archives are read in a process of their own.
    expectModest(worked, () => false);
  },
  COUNT * STEP,
);

test('exports of a mask of every second pixel, 1,000 annotations and long names', async () => {
  await writeFile(join(folder, 'plain.png'), pictures.vast);
  const worked = await work('export');
  expect(worked.map(({ outcome }) => outcome)).toEqual(worked.map(() => 'done'));
  // So are masks traced, which this worker does by itself: of COCO, run by run.
  expectModest(worked, (name) => name !== 'coco');
});
