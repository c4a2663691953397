/** What stands in for a page while it loads: its parts are where those of the page will be. */
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/factory.ts';
import { type ConsoleStage, goTo, signIn } from './stage.ts';

const FIRST = '/monitors/line-1';

/** By address: each part of the outline, and what comes in its place. */
const PAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // First, because every page reads the monitors.
  [FIRST]: { picture: 'main figure', side: 'main aside' },
  '/datasets/castings/review?labelled=true': {
    picture: 'main figure[data-image]',
    strip: 'main nav',
    side: 'main aside',
  },
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
      if (!element.isConnected) throw new Error('it is gone');
      const { left, top, width } = element.getBoundingClientRect();
      return [left, top, width].map(Math.round) as unknown as Rect;
    });

interface Gate {
  close(): void;
  open(): void;
}

/**
 * Requests to a server wait while the gate is closed, as it is at first. It stays until the page closes: a request that comes
 * just when interception ends may wait for ever.
 */
async function gateOf(page: Page, port: number): Promise<Gate> {
  let opened: Promise<void>;
  let open: () => void;
  const close = () => {
    opened = new Promise((resolve) => {
      open = resolve;
    });
  };
  close();
  const isHeld = (url: URL) => url.port === String(port);
  await page.route(isHeld, async (route) => {
    await opened;
    await route.continue();
  });
  return { close, open: () => open() };
}

/** @param width of the page in pixels */
export async function compareOutlines(stage: ConsoleStage, width: number): Promise<void> {
  const viewport = { width, height: width === 390 ? 844 : 900 };
  let firestore = null as Gate | null;
  const { page, flaws, context } = await signIn(stage, 'editor', { viewport }, FIRST, async (opening) => {
    firestore = await gateOf(opening, stage.between.firestore.port);
  });
  for (const [path, parts] of Object.entries(PAGES)) {
    await goTo(page, path);
    const places: Record<string, Rect> = {};
    for (const part of Object.keys(parts)) {
      // One outline may give way to another just when it is measured.
      places[part] = await eventually(() => rectOf(page, `[data-part=${part}]`));
    }
    firestore?.open();
    for (const [part, selector] of Object.entries(parts)) {
      await page.waitForSelector(selector, { state: 'attached' });
      expect({ path, part, at: await rectOf(page, selector) }).toEqual({ path, part, at: places[part] });
    }
    firestore?.close();
  }
  expect(flaws).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}
