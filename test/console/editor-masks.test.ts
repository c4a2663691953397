/**
 * Masks of the editor in a real browser: what is painted is what the bucket has, pixel by pixel.
 * @covers Contract 9 masks, several of a tag by their ids, and links
 * @covers Contract 9, 12: masks of the editor: pixels in the bucket, undo, a closed tab, by keys, touch and pen (pressure, palms)
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CDPSession, Page } from 'playwright-core';
import { type Bitmap, emptyBitmap, isPainted } from '../../web/src/pages/editor/mask/paint/bitmap.ts';
import { coverSegment } from '../../web/src/pages/editor/mask/paint/brush.ts';
import { MaskEdit } from '../../web/src/pages/editor/mask/paint/edit.ts';
import { fillPolygon } from '../../web/src/pages/editor/mask/paint/polygon.ts';
import type { Point, Size } from '../../web/src/pages/editor/model/geometry.ts';
import { fit, toImage } from '../../web/src/pages/editor/model/viewport.ts';
import { eventually } from '../support/factory.ts';
import { pixelsOf } from '../support/mask-png.ts';
import { type ConsoleStage, openConsole, signIn, type Visit } from './stage.ts';

const SMALL: Size = { width: 640, height: 480 };
/** Of the brush when the page is opened. */
const BRUSH = 24;

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openConsole();
  // Where images have one class, nothing is drawn.
  await stage.firestore.doc('dataset/bolts').update({ type: 'MULTILABEL' });
});
afterAll(() => stage?.close());

/** What should be painted. */
class Expected {
  readonly #edit: MaskEdit;

  constructor({ width, height }: Size) {
    this.#edit = new MaskEdit(emptyBitmap(width, height));
  }

  stroke(points: readonly Point[], diameter = BRUSH, paints = true): this {
    points.forEach((point, at) => {
      coverSegment(points[at - 1] ?? point, point, diameter, (y, from, to) =>
        this.#edit.span(y, from, to, paints),
      );
    });
    return this;
  }

  area(corners: readonly Point[]): this {
    const { height } = this.#edit.bitmap;
    fillPolygon(corners, height, (y, from, to) => this.#edit.span(y, from, to, true));
    return this;
  }

  get bytes(): Buffer {
    const { width, height }: Bitmap = this.#edit.bitmap;
    const bytes = Buffer.alloc(width * height);
    for (let at = 0; at < bytes.length; at += 1)
      if (isPainted(this.#edit.bitmap, at % width, Math.floor(at / width))) bytes[at] = 255;
    return bytes;
  }
}

/** The pixels of the masks of a class in the bucket, as sharp reads them, by their ids. */
async function storedMasks(image: string, tag: string): Promise<Map<string, Buffer>> {
  const answer = await fetch(`${stage.baseUrl}/dataset/bolts/links`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ images: [image] }),
  });
  const { links } = (await answer.json()) as {
    links: Record<string, { masks: { id: string; tag: string; url: string }[] }>;
  };
  const own = (links[image]?.masks ?? []).filter((each) => each.tag === tag);
  const read = own.map(async ({ id, url }) => {
    const { pixels } = await pixelsOf(new Uint8Array(await (await fetch(url)).arrayBuffer()));
    return [id, pixels] as const;
  });
  return new Map(await Promise.all(read));
}

async function openImage(page: Page, image: string): Promise<void> {
  await page.goto(`${stage.address}/datasets/bolts/images/${image}`);
  await page.waitForSelector(`[data-image="${image}"][data-whole=true]`);
}

/** Places of the screen, and of the picture while it is seen as a whole. */
async function places(page: Page, size: Size) {
  const surface = page.getByRole('application');
  const box = (await surface.boundingBox()) as { x: number; y: number; width: number; height: number };
  const view = fit(size, box);
  /** @param across, down 0 to 1 of the surface */
  const screen = (across: number, down: number): Point => ({
    x: Math.round(box.x + box.width * across),
    y: Math.round(box.y + box.height * down),
  });
  const picture = ({ x, y }: Point): Point => toImage(view, { x: x - box.x, y: y - box.y });
  return { screen, picture };
}

async function drag(page: Page, points: readonly Point[]): Promise<void> {
  const [first, ...others] = points as [Point, ...Point[]];
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of others) await page.mouse.move(x, y);
  await page.mouse.up();
}

/** Ctrl+S, until everything is stored. */
async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await page.locator('[data-state=saved]').waitFor();
}

/** @param expected each mask of the class, in any order */
async function expectStored(image: string, tag: string, ...expected: readonly Expected[]): Promise<void> {
  const stored = [...(await storedMasks(image, tag)).values()];
  expect(stored.length).toBe(expected.length);
  for (const { bytes } of expected) expect(stored.some((each) => each.equals(bytes))).toBe(true);
}

/** Of the list of annotations and masks. */
const rows = (page: Page) => page.getByRole('grid', { name: 'Annotations' }).getByRole('row');

const finished = async ({ flaws, context }: Visit): Promise<void> => {
  expect(flaws).toEqual([]);
  await context.close();
};

test('what is painted, erased and outlined is in the bucket, and painting goes on after a reload', async () => {
  const visit = await signIn(stage, 'editor');
  const { page } = visit;
  await openImage(page, 'bolts-0001');
  const { screen, picture } = await places(page, SMALL);
  const stroke = [screen(0.3, 0.3), screen(0.6, 0.35), screen(0.45, 0.6)];
  await page.keyboard.press('Shift+M');
  await drag(page, stroke);
  const expected = new Expected(SMALL).stroke(stroke.map(picture));
  await page.keyboard.press('Shift+E');
  const erased = [screen(0.4, 0.3), screen(0.5, 0.5)];
  await drag(page, erased);
  expected.stroke(erased.map(picture), BRUSH, false);
  await page.keyboard.press('Shift+Y');
  const corners = [screen(0.6, 0.6), screen(0.75, 0.55), screen(0.7, 0.8)];
  for (const { x, y } of corners) await page.mouse.click(x, y);
  await page.keyboard.press('Enter');
  expected.area(corners.map(picture));
  await save(page);
  await expectStored('bolts-0001', 'good', expected);

  await page.reload();
  await rows(page).filter({ hasText: 'good' }).waitFor();
  await page.keyboard.press('Shift+M');
  const further = [screen(0.2, 0.7), screen(0.8, 0.7)];
  await drag(page, further);
  expected.stroke(further.map(picture));
  await save(page);
  await expectStored('bolts-0001', 'good', expected);
  await finished(visit);
});

test('by keys alone: a stroke, a stamp, an area, growing, holes and boxes', async () => {
  const visit = await signIn(stage, 'editor');
  const { page } = visit;
  await openImage(page, 'bolts-0002');
  const press = async (key: string, times = 1) => {
    for (let count = 0; count < times; count += 1) await page.keyboard.press(key);
  };
  await press('2');
  await press('Shift+M');
  // The cursor begins in the middle of the picture.
  const at = { x: 320.5, y: 240.5 };
  await press('Enter');
  await press('Shift+ArrowRight', 6);
  await press('ArrowDown', 3);
  await press('Enter');
  const way = [at, { x: 380.5, y: 240.5 }, { x: 380.5, y: 243.5 }];
  const expected = new Expected(SMALL).stroke(way);
  await press('Shift+ArrowUp', 6);
  await press('Space');
  expected.stroke([{ x: 380.5, y: 183.5 }]);
  await press('Shift+Y');
  await press('Space');
  await press('Shift+ArrowLeft', 12);
  await press('Space');
  await press('Shift+ArrowDown', 5);
  await press('Space');
  await press('Enter');
  expected.area([
    { x: 380.5, y: 183.5 },
    { x: 260.5, y: 183.5 },
    { x: 260.5, y: 233.5 },
  ]);
  await save(page);
  await expectStored('bolts-0002', 'missing_thread', expected);
  await press('Shift+X');
  // The stroke, and the stamp with the area.
  // Below them, the mask itself.
  await rows(page).nth(2).waitFor();
  await press('Control+ArrowUp');
  await press('Control+ArrowDown', 2);
  for (const label of ['Mask shrunk', 'Mask shrunk', 'Mask grown', '2 boxes from the mask']) {
    await press('Control+z');
    await page.getByText(`Undone: ${label}`).waitFor();
  }
  await save(page);
  await expectStored('bolts-0002', 'missing_thread', expected);
  await finished(visit);
});

describe('touch and pen', () => {
  const touch = async (cdp: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: Point[]) =>
    void (await cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    }));
  const pen = async (cdp: CDPSession, points: readonly Point[]) => {
    const [first, last] = [points[0] as Point, points.at(-1) as Point];
    const common = { button: 'left', pointerType: 'pen', clickCount: 1 } as const;
    await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...common, ...first, buttons: 1 });
    for (const [at, point] of points.slice(1).entries()) {
      const force = (at + 1) / points.length;
      await cdp.send('Input.dispatchMouseEvent', {
        type: 'mouseMoved',
        ...common,
        ...point,
        buttons: 1,
        force,
      });
    }
    await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...common, ...last, buttons: 0 });
  };

  test('a finger paints, two zoom and paint nothing; once a pen was seen, the palm paints nothing, nor does pressure count', async () => {
    const visit = await signIn(stage, 'editor', { hasTouch: true });
    const { page, context } = visit;
    await openImage(page, 'bolts-0003');
    const cdp = await context.newCDPSession(page);
    const { screen, picture } = await places(page, SMALL);
    await page
      .getByRole('toolbar')
      .getByRole('radio', { name: 'Brush' })
      .or(page.getByRole('button', { name: 'Brush' }))
      .first()
      .tap();
    const way = [screen(0.3, 0.4), screen(0.4, 0.5), screen(0.5, 0.45)];
    await touch(cdp, 'touchStart', way[0]!);
    for (const point of way.slice(1)) await touch(cdp, 'touchMove', point);
    await touch(cdp, 'touchEnd');
    const expected = new Expected(SMALL).stroke(way.map(picture));
    const [left, right] = [screen(0.4, 0.7), screen(0.6, 0.7)];
    await touch(cdp, 'touchStart', left);
    await touch(cdp, 'touchStart', left, right);
    await touch(cdp, 'touchMove', { ...left, x: left.x - 40 }, { ...right, x: right.x + 40 });
    await touch(cdp, 'touchEnd');
    await page.keyboard.press('Shift+F');
    const line = [screen(0.5, 0.3), screen(0.55, 0.5), screen(0.6, 0.6)];
    await pen(cdp, line);
    expected.stroke(line.map(picture));
    await touch(cdp, 'touchStart', screen(0.2, 0.8));
    await touch(cdp, 'touchMove', screen(0.3, 0.8));
    await touch(cdp, 'touchEnd');
    await save(page);
    await expectStored('bolts-0003', 'good', expected);
    await finished(visit);
  });
});

test('a tab that closes without a connection loses no mask: it is offered again, and saved', async () => {
  const { page, context } = await signIn(stage, 'editor');
  await openImage(page, 'bolts-0005');
  const { screen, picture } = await places(page, SMALL);
  const strokes = [
    [screen(0.4, 0.7), screen(0.5, 0.7)],
    [screen(0.3, 0.4), screen(0.5, 0.5)],
    [screen(0.6, 0.4), screen(0.6, 0.6)],
  ] as const;
  await page.keyboard.press('Shift+M');
  // What is kept rests on the mask that is stored.
  await drag(page, strokes[0]);
  await save(page);
  await context.setOffline(true);
  await page.getByText('You are offline.').waitFor();
  for (const stroke of strokes.slice(1)) await drag(page, stroke);
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await openImage(again, 'bolts-0005');
  const dialog = again.getByRole('dialog', { name: 'You have changes that were never saved' });
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await again.locator('[data-state=saved]').waitFor();
  const expected = new Expected(SMALL);
  for (const stroke of strokes) expected.stroke(stroke.map(picture));
  await eventually(() => expectStored('bolts-0005', 'good', expected));
  await again.reload();
  await rows(again).filter({ hasText: 'good' }).waitFor();
  expect(await dialog.count()).toBe(0);
  await context.close();
});
