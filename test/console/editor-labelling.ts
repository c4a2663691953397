/** Pictures of `parts` labelled from scratch, by a mouse with keys or by fingers alone. */
import { expect } from '@jest/globals';
import type { CDPSession } from 'playwright-core';
import type { Point } from '../../web/src/pages/editor/model/geometry.ts';
import { eventually } from '../support/factory.ts';
import {
  type Desk,
  listed,
  meanOverlap,
  pixelsOf,
  type StoredBox,
  type StoredImage,
  setBoxes,
} from './editor-desk.ts';
import type { ConsoleStage } from './stage.ts';

/** What somebody works with. */
export interface Hand {
  next(desk: Desk): Promise<void>;
  /** One box from corner to corner, with its class. */
  label(desk: Desk, box: StoredBox): Promise<void>;
}

const CLASSES = ['bolt', 'nut', 'washer', 'gear', 'bracket'];

export const MOUSE_AND_KEYS: Hand = {
  next: ({ page }) => page.keyboard.press('PageDown'),
  label: async (desk, box) => {
    const { keyboard } = desk.page;
    await keyboard.press('n');
    await keyboard.press(String(CLASSES.indexOf(box.tag) + 1));
    await desk.draw(box);
    await keyboard.press('Escape');
    await keyboard.press('Escape');
  },
};

type Touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly Point[]) => Promise<unknown>;

/** Fingers on the glass, told apart by their place in the list. */
export const touchBy =
  (cdp: CDPSession): Touch =>
  (type, ...points) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((each, id) => ({ ...each, id })) });

/** One finger from corner to corner. */
export async function swipe(touch: Touch, from: Point, to: Point): Promise<void> {
  await touch('touchStart', from);
  await touch('touchMove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
  await touch('touchMove', to);
  await touch('touchEnd');
}

/** With the tool in hand, a class is that of the box that comes next. */
export const fingers = (touch: Touch): Hand => ({
  next: ({ page }) => page.getByRole('button', { name: 'Next image' }).tap(),
  label: async (desk, box) => {
    await desk.page.getByRole('button', { name: 'Box', exact: true }).tap();
    const chosen = desk.page.getByRole('button', { name: `Class ${box.tag}` });
    await chosen.tap();
    // A tap ends when it was sent, not when the page has taken it.
    await chosen.and(desk.page.locator('[aria-pressed=true]')).waitFor();
    await swipe(touch, desk.at(box), desk.at({ x: box.x + box.w, y: box.y + box.h }));
    await desk.page
      .locator('output[aria-live=polite]')
      .filter({ hasText: `${box.tag}, box,` })
      .waitFor();
  },
});

/**
 * Takes the boxes off these pictures and draws them again at their corners: the mean overlap is at least 0.95.
 * @param truth in the order of the list
 */
export async function labelAgain(stage: ConsoleStage, desk: Desk, truth: readonly StoredImage[], hand: Hand) {
  const all = await listed(stage);
  const placeOf = (image?: StoredImage) => all.findIndex(({ id }) => id === image?.id);
  // Those without boxes in the sample are passed on the way.
  const way = all.slice(placeOf(truth[0]), placeOf(truth.at(-1)) + 1);
  for (const { id } of truth) await setBoxes(stage, id, []);
  for (const [place, image] of way.entries()) {
    if (place === 0) await desk.open(image);
    else {
      await hand.next(desk);
      await desk.arrive(image);
    }
    for (const box of pixelsOf(image)) await hand.label(desk, box);
  }
  await desk.page.locator('[data-state=saved]').waitFor();
  const overlaps = await eventually(async () => {
    const now = new Map((await listed(stage)).map((image) => [image.id, image]));
    return truth.map((image) => {
      const drawn = now.get(image.id) as StoredImage;
      expect(drawn.tags).toHaveLength(image.tags.length);
      expect(drawn.tags.every(({ labeled }) => labeled === 'manual')).toBe(true);
      return meanOverlap(pixelsOf(image), pixelsOf(drawn));
    });
  });
  expect(overlaps.reduce((sum, each) => sum + each, 0) / overlaps.length).toBeGreaterThanOrEqual(0.95);
}
