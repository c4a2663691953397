/** A dataset of very many images in a page: what opening it reads, how much stands in the page, and that memory stays flat. */
import { expect } from '@jest/globals';
import { heapOf, type Opened, openMany, type Seen, scrollTo, totalOf, whole } from './long-page.ts';
import { type Many, writeMany } from './many-images.ts';
import type { ConsoleStage } from './stage.ts';

const isLong = process.env.LONG === '1';
export const MANY: Many = { dataset: 'long', images: isLong ? 100_000 : 10_000, groups: isLong ? 800 : 250 };
/** Places at which is looked from end to end, how often in all, and after how many memory is measured for the first time. */
const STEPS = isLong ? 250 : 24;
const LOOKS = isLong ? 500 : 30;
const WARM = 10;
/** Documents that opening may read, and nodes that the grid may have (console.md). */
const READS = 200;
const NODES = 400;
/** Part by which the heap may be larger in the end than after the first images. */
const GROWTH = 1.2;
/** Part by which the length of the scrollbar may change once everything is known. */
const HONEST = 0.03;

/** On a machine that is too slow for so many images at once, a request may be late; the page repeats it. */
const isLate = (flaw: string): boolean => flaw.startsWith('503 GET');

/** Opened again if a busy machine made the page ask for something twice. */
async function openOnce(stage: ConsoleStage): Promise<Opened> {
  const first = await openMany(stage, MANY);
  process.stdout.write(`opening read ${first.reads} documents\n`);
  if (first.reads <= READS) return first;
  await first.context.close();
  return openMany(stage, MANY);
}

export async function scrollThroughMany(stage: ConsoleStage): Promise<void> {
  await writeMany(stage.firestore, MANY);
  const { page, flaws, context, painted, reads } = await openOnce(stage);
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
  expect(await totalOf(page, MANY.images).count()).toBe(1);

  // To the end in one go: the oldest image is the last one.
  await scrollTo(page, painted.height * 2);
  await page.locator(`[data-image="${MANY.dataset}-000000"]`).waitFor();
  await page.locator(`[data-image="${MANY.dataset}-000000"][aria-posinset="${MANY.images}"]`).waitFor();
  expect(flaws.filter((flaw) => !isLate(flaw))).toEqual([]);
  await context.close();
}
