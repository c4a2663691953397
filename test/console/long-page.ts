/** A page with a dataset of very many images: how it is opened, scrolled and looked at. */
import type { CDPSession, Page } from 'playwright-core';
import { eventually } from '../support/factory.ts';
import { STEP } from '../support/limits.ts';
import type { Many } from './many-images.ts';
import { type ConsoleStage, signIn, type Visit } from './stage.ts';

/** Bytes of live objects. */
export async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}

export interface Seen {
  /** Everything below the list box. */
  nodes: number;
  top: number;
  height: number;
  total: number;
  /** Places in sight, and those that have their picture. */
  places: number;
  pictures: number;
}

export const look = (page: Page): Promise<Seen> =>
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

/**
 * Milliseconds for the pictures in sight. The emulator reads the whole collection for each query; where those of one place take
 * longer than the functions wait, it needs as long again for the ones that were given up.
 */
const PICTURES_WITHIN = 4 * STEP;

/** Waits until each place in sight has its picture. */
export const whole = (page: Page): Promise<Seen> =>
  eventually(async () => {
    const seen = await look(page);
    if (seen.places === 0 || seen.pictures < seen.places)
      throw new Error(
        `${seen.pictures} of ${seen.places} have their picture at ${seen.top} of ${seen.height}`,
      );
    return seen;
  }, PICTURES_WITHIN);

export const scrollTo = (page: Page, top: number): Promise<void> =>
  page.evaluate((to) => {
    (document.querySelector('[role=listbox]') as HTMLElement).scrollTop = to;
  }, top);

/** Reads of the functions, without what they do on a timer. */
const OF_LISTS = /^(image|dataset|count of image)$/;

export interface Opened extends Visit {
  /** As it was first painted. */
  painted: Seen;
  /** Documents that opening read, by the page and by the functions for it. */
  reads: number;
}

/** Opens it as somebody who has come from the start page. */
export async function openMany(stage: ConsoleStage, { dataset, images }: Many): Promise<Opened> {
  const { counted } = stage;
  if (!counted) throw new Error('the stage does not count reads');
  const visit = await signIn(stage, 'owner');
  const { page } = visit;
  await page.waitForSelector(`main a[href="/datasets/${dataset}"]`);
  await page.waitForSelector('main a[href="/datasets/bolts"] img', { timeout: PICTURES_WITHIN });
  await page.goto('about:blank');
  counted.pages.take();
  counted.functions.take();
  await page.goto(`${stage.address}/datasets/${dataset}`);
  await page.waitForSelector('[role=option]');
  const painted = await look(page);
  await totalOf(page, images).waitFor();
  await whole(page);
  // What is read ahead of the eye comes after what is seen.
  await page.waitForTimeout(500);
  const { readsOf } = counted.functions.take();
  const ofLists = Object.entries(readsOf).filter(([kind]) => OF_LISTS.test(kind));
  const reads = counted.pages.take() + ofLists.reduce((sum, [, count]) => sum + count, 0);
  return { ...visit, painted, reads };
}

export const totalOf = (page: Page, images: number) =>
  page.getByRole('status').filter({ hasText: `${images.toLocaleString('en')} images` });
