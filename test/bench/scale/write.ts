/** `npm run scale`: writes docs/operate/scale.md and its plots; `--check` says whether they are up to date. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type Model, writeDocument } from './document.ts';
import { CASES, FPS, readCounts, readPrices } from './figures.ts';
import { limitsOf } from './limits.ts';
import { costOfMonth, total } from './month.ts';
import { drawBars, drawLines, short } from './plot.ts';
import { type PartsUnderLoad, simulateParts } from './simulate-parts.ts';

const DOCS = resolve(import.meta.dirname, '../../../docs');

/** Numbers of cameras on one dataset that are simulated. */
const SIMULATED = [1, 10, 100, 1000, 10_000];

/** Contents by absolute path. */
export function renderAll(): Map<string, string> {
  const counts = readCounts();
  const parts = SIMULATED.map((cameras) => simulateParts(cameras * FPS));
  const model: Model = { counts, prices: readPrices(), limits: limitsOf(counts), parts };
  const files: [string, string][] = [
    ['operate/scale.md', writeDocument(model)],
    ['pictures/scale-frame.svg', framePlot(model)],
    ['pictures/scale-limits.svg', limitsPlot(model)],
    ['pictures/scale-parts.svg', partsPlot(parts)],
    ['pictures/scale-month.svg', monthPlot(model)],
  ];
  return new Map(files.map(([name, content]) => [join(DOCS, name), content]));
}

const framePlot = ({ counts }: Model): string =>
  drawBars({
    title: 'Firestore operations of a frame, all cameras on one dataset',
    parts: ['reads', 'writes'],
    bars: counts.fleets.map(({ cameras, reads, writes }) => ({
      name: `${cameras} camera${cameras === 1 ? '' : 's'}`,
      values: [reads, writes],
      label: `${reads.toFixed(2)} + ${writes.toFixed(2)}`,
    })),
  });

const limitsPlot = ({ limits }: Model): string =>
  drawBars({
    title: 'Cameras at 5 frames a second that reach a limit (powers of ten)',
    parts: ['cameras'],
    log: 1,
    bars: limits.map(({ what, cameras }) => ({ name: what, values: [cameras], label: short(cameras) })),
  });

function partsPlot(parts: readonly PartsUnderLoad[]): string {
  const line = (name: string, of: (each: PartsUnderLoad) => number) => ({
    name,
    points: parts.map((each) => [each.framesPerSecond / FPS, of(each)] as const),
  });
  return drawLines({
    title: 'One dataset: counter parts and commits',
    across: 'cameras at 5 frames a second',
    lines: [
      line('frames a second', (each) => each.framesPerSecond),
      line('commits a second', (each) => each.commitsPerSecond),
      line('counter parts', (each) => each.parts),
      line('instances', (each) => each.instances),
    ],
  });
}

function monthPlot({ counts, prices }: Model): string {
  const costs = CASES.map((cameras) => [cameras, costOfMonth(counts, prices, cameras)] as const);
  return drawBars({
    title: 'What a camera costs in a month, around the clock',
    parts: Object.keys((costs[0] as (typeof costs)[number])[1]),
    bars: costs.map(([cameras, cost]) => ({
      name: `each of ${cameras.toLocaleString('en-US')} camera${cameras === 1 ? '' : 's'}`,
      values: Object.values(cost).map((each) => each / cameras),
      label: `$${(total(cost) / cameras).toFixed(0)}`,
    })),
  });
}

async function run(): Promise<void> {
  const isCheck = process.argv.includes('--check');
  for (const [path, content] of renderAll()) {
    if (!isCheck) await writeFile(path, content);
    else if ((await readFile(path, 'utf8').catch(() => '')) !== content) {
      console.error(`${relative(join(DOCS, '..'), path)} is not what npm run scale writes.`);
      process.exitCode = 1;
    }
  }
}

if (import.meta.main) await run();
