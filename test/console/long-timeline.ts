/** A dataset of very many images in a page: what opening it reads, how much stands in the page, and that memory stays flat. */
import { expect } from '@jest/globals';
import type { CDPSession, Page } from 'playwright-core';
import { eventually } from '../support/factory.ts';
import { type Many, writeMany } from './many-images.ts';
import { type ConsoleStage, signIn } from './stage.ts';

const isLong = process.env.LONG === '1';
export const MANY: Many = { dataset: 'long', images: isLong ? 100_000 : 10_000, groups: isLong ? 800 : 250 };
/** Places at which is looked from end to end, how often in all, and after how many memory is measured for the first time. */
const STEPS = isLong ? 250 : 24;
const LOOKS = isLong ? 500 : 36;
const WARM = 10;
/** Documents that opening may read, and nodes that the grid may have (console.md). */
const READS = 200;
const NODES = 400;
/** Part by which the heap may be larger in the end than after the first images. */
const GROWTH = 1.2;
/** Part by which the length of the scrollbar may change once everything is known. */
const HONEST = 0.03;

/** Bytes of live objects. */
export async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}

interface Seen {
  /** Everything below the list box. */
  nodes: number;
  top: number;
  height: number;
  total: number;
  /** Places in sight, and those that have their picture. */
  places: number;
  pictures: number;
}

const look = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const grid = document.querySelector('[role=listbox]') as HTMLElement;
    const { top, bottom } = grid.getBoundingClientRect();
    const tiles = [...grid.querySelectorAll('[role=option]')].filter((tile) => {
      const box = tile.getBoundingClientRect();
      return box.bottom > top && box.top < bottom;
    });
    return {
      nodes: grid.querySelectorAll('*').length,
      top: grid.scrollTop,
      height: grid.scrollHeight,
      total: Number(tiles[0]?.getAttribute('aria-setsize')),
      places: tiles.length,
      pictures: tiles.filter((tile) => tile.querySelector('img')).length,
    };
  });

/** Waits until each place in sight has its picture. */
async function whole(page: Page): Promise<Seen> {
  return eventually(async () => {
    const seen = await look(page);
    expect(seen.places).toBeGreaterThan(0);
    expect(seen.pictures).toBe(seen.places);
    return seen;
  });
}

const scrollTo = (page: Page, top: number): Promise<void> =>
  page.evaluate((to) => {
    (document.querySelector('[role=listbox]') as HTMLElement).scrollTop = to;
  }, top);

/** Reads of the functions, without what they do on a timer. */
const OF_LISTS = /^(image|dataset|count of image)$/;

export async function scrollThroughMany(stage: ConsoleStage): Promise<void> {
  const { counted } = stage;
  if (!counted) throw new Error('the stage does not count reads');
  await writeMany(stage.firestore, MANY);
  const { page, flaws, context } = await signIn(stage, 'owner');
  await page.waitForSelector('main a[href="/datasets/long"] img');
  await page.goto('about:blank');
  counted.pages.take();
  counted.functions.take();
  await page.goto(`${stage.address}/datasets/${MANY.dataset}`);
  await page.waitForSelector('[role=option]');
  const painted = await look(page);
  const total = page.getByRole('status').filter({ hasText: `${MANY.images.toLocaleString('en')} images` });
  await total.waitFor();
  await whole(page);
  // What is read ahead of the eye comes after what is seen.
  await page.waitForTimeout(500);
  const { readsOf } = counted.functions.take();
  const ofLists = Object.entries(readsOf).filter(([kind]) => OF_LISTS.test(kind));
  const reads = counted.pages.take() + ofLists.reduce((sum, [, count]) => sum + count, 0);
  expect(painted.total).toBe(MANY.images);
  expect(reads).toBeGreaterThan(60);
  expect(reads).toBeLessThanOrEqual(READS);

  const cdp = await context.newCDPSession(page);
  const step = Math.round(painted.height / STEPS);
  const seen: Seen[] = [];
  let warm = 0;
  for (let at = 0; at < LOOKS; at += 1) {
    // Down and up again.
    const place = at % (2 * STEPS) < STEPS ? at % STEPS : STEPS - 1 - (at % STEPS);
    await scrollTo(page, place * step);
    seen.push(await whole(page));
    if (at === WARM) warm = await heapOf(cdp);
  }
  expect(await heapOf(cdp)).toBeLessThanOrEqual(GROWTH * warm);
  expect(Math.max(...seen.map(({ nodes }) => nodes))).toBeLessThanOrEqual(NODES);
  expect(new Set(seen.map((each) => each.total))).toEqual(new Set([MANY.images]));
  const heights = seen.map(({ height }) => height / painted.height);
  expect(Math.min(...heights)).toBeGreaterThan(1 - HONEST);
  expect(Math.max(...heights)).toBeLessThan(1 + HONEST);
  expect(await total.count()).toBe(1);

  // To the end in one go: the oldest image is the last one.
  await scrollTo(page, painted.height * 2);
  await page.locator(`[data-image="${MANY.dataset}-000000"]`).waitFor();
  await page.locator(`[data-image="${MANY.dataset}-000000"][aria-posinset="${MANY.images}"]`).waitFor();
  expect(flaws).toEqual([]);
  await context.close();
}
