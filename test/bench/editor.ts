/** How the editor follows hands on 20 megapixels, in a real browser on the local stack; each figure beside a reference of the same run. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { Desk, type StoredImage } from '../console/editor-desk.ts';
import {
  fillMask,
  openByKey,
  STROKES,
  strokes,
  undos,
  uploadLarge,
  watch,
  workWithBoxes,
} from '../console/editor-pace.ts';
import { heapOf } from '../console/long-page.ts';
import { type ConsoleStage, openConsole, signIn } from '../console/stage.ts';
import { figure, median, percentile, type Row } from './row.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const ROUNDS = 5;
/** Moves of the pointer in one drag. */
const MOVES = 60;
const PICTURES = 20;
const OPENED = 200;
/** Pictures until the caches of the page are full. */
const WARM = 40;

export async function benchEditor(): Promise<Row[]> {
  execFileSync('npm', ['run', '-s', 'build:site'], { cwd: ROOT, stdio: 'inherit' });
  const stage = await openConsole();
  try {
    const few = await uploadLarge(stage, 'few', { boxes: 10, hue: 1 });
    const many = await uploadLarge(stage, 'many', { boxes: 1_000, hue: 2 });
    return [...(await boxes(stage, few, many)), ...(await painting(stage)), ...(await memory(stage))];
  } finally {
    await stage.close();
  }
}

/** Rounds in turns; the figure is the median of the rounds' ratios. */
async function boxes(stage: ConsoleStage, few: StoredImage, many: StoredImage): Promise<Row[]> {
  const { page, context } = await signIn(stage, 'editor');
  const desk = new Desk(stage, page);
  const times = new Map<string, [few: number[], many: number[]]>();
  const add = (name: string, which: 0 | 1, value: number) => {
    const both = times.get(name) ?? [[], []];
    both[which].push(value);
    times.set(name, both);
  };
  await desk.open(many);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [which, image] of [few, many].entries() as Iterable<[0 | 1, StoredImage]>) {
      // The newer one comes first in the list.
      add('opening', which, await openByKey(page, which === 0 ? 'PageDown' : 'PageUp', image.id));
      await desk.arrive(image);
      const work = await workWithBoxes(desk, MOVES);
      for (const [name, frames] of Object.entries(work)) add(name, which, percentile(frames, 0.95));
    }
  await context.close();
  return [...times].map(([name, [reference, ours]]): Row => {
    const ratio = median(ours.map((value, round) => value / (reference[round] as number)));
    const what = name === 'opening' ? 'opening' : `a frame while ${name}, p95`;
    return {
      name: `editor: ${what}, 1,000 boxes to 10`,
      ours: median(ours),
      reference: median(reference),
      unit: 'ms',
      ratio,
      bar: '<= 2',
      note: `${ROUNDS} rounds in turns, 20 megapixels`,
    };
  });
}

/** Adds to what is there, or takes it away. */
const MASKS = [
  { name: 'an empty mask', tool: 'Shift+M', isFull: false },
  { name: 'a full mask', tool: 'Shift+E', isFull: true },
] as const;

/** The same ways of the pointer with a tool that paints and with one that only selects, in turns. */
async function painting(stage: ConsoleStage): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [hue, mask] of MASKS.entries()) {
    const image = await uploadLarge(stage, `painted-${hue}`, { hue: 3 + hue });
    rows.push(...(await paintingOn(stage, image, mask)));
  }
  return rows;
}

async function paintingOn(
  stage: ConsoleStage,
  image: StoredImage,
  { name, tool, isFull }: (typeof MASKS)[number],
): Promise<Row[]> {
  const { page, context } = await signIn(stage, 'editor');
  const desk = new Desk(stage, page);
  await desk.open(image);
  if (isFull) await fillMask(desk, image);
  const tasks: [empty: number[], painted: number[]] = [[], []];
  const frames: [empty: number[], painted: number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [which, key] of ['Shift+S', tool].entries() as Iterable<[0 | 1, string]>) {
      await page.keyboard.press(key);
      const seen = await watch(page, async () => {
        await strokes(desk);
        await undos(desk);
      });
      tasks[which].push(seen.longTasks.length);
      frames[which].push(percentile(seen.frames, 0.95));
      await desk.saved();
    }
  await context.close();
  const [empty, painted] = tasks.map((each) => each.reduce((sum, count) => sum + count, 0)) as [
    number,
    number,
  ];
  const note = `${ROUNDS} rounds: ${painted}, and ${empty} where nothing is painted`;
  return [
    {
      ...figure(
        `editor: ${STROKES} strokes and undos on ${name}, tasks over 50 ms beyond an empty canvas`,
        Math.max(0, painted - empty),
        'tasks',
        note,
      ),
      bar: '<= 0',
    },
    {
      name: `editor: a frame while painting on ${name}, p95, to the same ways without painting`,
      ours: median(frames[1]),
      reference: median(frames[0]),
      unit: 'ms',
      ratio: median(frames[1].map((value, round) => value / (frames[0][round] as number))),
      bar: '<= 2',
    },
  ];
}

/** Memory of the page's process, and of its heap, after many large pictures one after the other. */
async function memory(stage: ConsoleStage): Promise<Row[]> {
  const images: StoredImage[] = [];
  for (let at = 0; at < PICTURES; at += 1)
    images.unshift(await uploadLarge(stage, `memory-${at}`, { hue: 10 + at }));
  const { page, context } = await signIn(stage, 'editor');
  const cdp = await context.newCDPSession(page);
  const desk = new Desk(stage, page);
  await desk.open(images[0] as StoredImage);
  const held: { heap: number[]; resident: number[] } = { heap: [], resident: [] };
  let at = 0;
  for (let opened = 0, way = 1; opened < OPENED; opened += 1) {
    if (at + way < 0 || at + way >= PICTURES) way = -way;
    at += way;
    await openByKey(page, way > 0 ? 'PageDown' : 'PageUp', (images[at] as StoredImage).id);
    if (opened < WARM || opened % 5 !== 0) continue;
    held.heap.push((await heapOf(cdp)) / 1e6);
    held.resident.push(await residentOf(stage.browser, page));
  }
  await context.close();
  return (['heap', 'resident'] as const).map((what): Row => {
    const third = Math.floor(held[what].length / 3);
    const [first, last] = [median(held[what].slice(0, third)), median(held[what].slice(-third))];
    const note = `${first.toFixed(0)} MB in the first third, ${last.toFixed(0)} in the last, of ${OPENED} pictures of 20 megapixels`;
    return {
      ...figure(`editor: ${what === 'heap' ? 'heap' : 'resident memory'}, growth`, last - first, 'MB', note),
      bar: '<= 50 MB',
    };
  });
}

/** Megabytes of the browser's processes of pages. Only one page is open. */
async function residentOf(browser: Browser, page: Page): Promise<number> {
  // Freed bitmaps are given back a moment later.
  await page.waitForTimeout(300);
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const sizes = pids.map(async (pid) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1e3;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
