/** What stands in for a page while it loads: its parts are where those of the page will be. */
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type ConsoleStage, goTo, signIn } from './stage.ts';

/** By address: each part of the outline, and what comes in its place. */
const PAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/datasets/castings/review?labelled=true': {
    picture: 'main figure[data-image]',
    strip: 'main nav',
    side: 'main aside',
  },
  // Before the page of a dataset, which reads the monitors too.
  '/monitors/line-1': { picture: 'main figure', side: 'main aside' },
  '/datasets/bolts': { side: 'main aside' },
  '/datasets/parts/images/parts-0022': {
    tools: 'main [role=toolbar]',
    view: 'main section:has([role=application], canvas)',
    side: 'main aside',
  },
};

/** Without the height, which may depend on what is in it. */
type Rect = readonly [left: number, top: number, width: number];

const rectOf = (page: Page, selector: string): Promise<Rect> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, top, width } = element.getBoundingClientRect();
      return [left, top, width].map(Math.round) as unknown as Rect;
    });

/**
 * Requests to a server wait while the gate is closed. It stays until the page closes: a request that comes just when
 * interception ends may wait for ever.
 */
async function gate(page: Page, port: number): Promise<{ close(): void; open(): void }> {
  let opened = Promise.resolve();
  let open = () => {};
  const isHeld = (url: URL) => url.port === String(port);
  await page.route(isHeld, async (route) => {
    await opened;
    await route.continue();
  });
  const close = () => {
    opened = new Promise((resolve) => {
      open = resolve;
    });
  };
  return { close, open: () => open() };
}

/** @param width of the page in pixels */
export async function compareOutlines(stage: ConsoleStage, width: number): Promise<void> {
  const viewport = { width, height: width === 390 ? 844 : 900 };
  // A page that reads no record.
  const { page, flaws, context } = await signIn(stage, 'editor', { viewport }, '/nowhere');
  const firestore = await gate(page, stage.between.firestore.port);
  for (const [path, parts] of Object.entries(PAGES)) {
    firestore.close();
    await goTo(page, path);
    const places: Record<string, Rect> = {};
    for (const part of Object.keys(parts)) {
      await page.waitForSelector(`[data-part=${part}]`, { state: 'attached' });
      places[part] = await rectOf(page, `[data-part=${part}]`);
    }
    firestore.open();
    for (const [part, selector] of Object.entries(parts)) {
      await page.waitForSelector(selector, { state: 'attached' });
      expect({ path, part, at: await rectOf(page, selector) }).toEqual({ path, part, at: places[part] });
    }
  }
  expect(flaws).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}
