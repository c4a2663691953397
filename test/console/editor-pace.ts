/** How fast the editor follows hands on large pictures: measured by the page itself, each figure beside a reference. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Point, Size } from '../../web/src/pages/editor/model/geometry.ts';
import { type Desk, type StoredImage, setBoxes, stored, uploadPicture } from './editor-desk.ts';
import type { ConsoleStage } from './stage.ts';

/** 20 megapixels. */
export const LARGE: Size = { width: 5_472, height: 3_648 };

/** A picture of its own in `parts`: images are told apart by their content. @param boxes in rows, none on another */
export async function uploadLarge(
  stage: ConsoleStage,
  name: string,
  { size = LARGE, boxes = 0, hue = 0 } = {},
): Promise<StoredImage> {
  const { r, g, b } = { r: 70 + (hue % 90), g: 90, b: 110 + ((hue * 7) % 90) };
  const noise = { type: 'gaussian' as const, mean: 8, sigma: 6 };
  const grain = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer();
  const body = await sharp({ create: { ...size, channels: 3, background: { r, g, b } } })
    .composite([{ input: grain, tile: true, blend: 'add' }])
    .jpeg()
    .toBuffer();
  const image = await uploadPicture(stage, name, body);
  if (boxes === 0) return image;
  await setBoxes(stage, image.id, rowsOf(boxes));
  return stored(stage, image.id);
}

const CLASSES = ['bolt', 'nut', 'washer', 'gear', 'bracket'];

/** In columns of 40, each box in a cell of its own; the first cell lies in the upper left corner. */
function rowsOf(count: number): object[] {
  const [columns, rows] = [40, 25];
  const stride = Math.floor((columns * rows) / count);
  return Array.from({ length: count }, (_, at) => {
    const cell = at * stride;
    const x = (cell % columns) / columns;
    const y = Math.floor(cell / columns) / rows;
    const tag = CLASSES[at % CLASSES.length];
    return { type: 'rect', tag, x, y, w: 0.7 / columns, h: 0.7 / rows, labeled: 'manual' };
  });
}

interface Watching {
  frames: number[];
  longTasks: number[];
  stop: () => void;
}

/** Milliseconds between the frames while something is done, and those of tasks over 50 ms. */
export async function watch(
  page: Page,
  act: () => Promise<void>,
): Promise<{ frames: number[]; longTasks: number[] }> {
  await page.evaluate(() => {
    const watching: Watching = { frames: [], longTasks: [], stop: () => {} };
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watching.longTasks.push(duration);
    });
    observer.observe({ type: 'longtask' });
    let last = performance.now();
    let asked = requestAnimationFrame(function next(now) {
      watching.frames.push(now - last);
      last = now;
      asked = requestAnimationFrame(next);
    });
    watching.stop = () => {
      for (const { duration } of observer.takeRecords()) watching.longTasks.push(duration);
      observer.disconnect();
      cancelAnimationFrame(asked);
    };
    Object.assign(window, { watching });
  });
  await act();
  return page.evaluate(() => {
    const { watching } = window as unknown as { watching: Watching };
    watching.stop();
    return { frames: watching.frames.slice(1), longTasks: watching.longTasks };
  });
}

/** A way with the button held, in as many moves. */
export async function sweep(page: Page, from: Point, to: Point, moves: number): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: moves });
  await page.mouse.up();
}

/** A frame of each kind of work with boxes: the first box is dragged and put back, one is drawn and removed, many are selected. */
export async function workWithBoxes(desk: Desk, moves: number): Promise<Record<string, number[]>> {
  const { page } = desk;
  const { width, height } = LARGE;
  const first = desk.at({ x: (0.3 / 40) * width, y: (0.3 / 25) * height });
  const far = desk.at({ x: width * 0.5, y: height * 0.5 });
  const times: Record<string, number[]> = {};
  const measure = async (name: string, act: () => Promise<void>) => {
    times[name] = (await watch(page, act)).frames;
  };
  await page.keyboard.press('Escape');
  await measure('dragging', () => sweep(page, first, far, moves));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Shift+B');
  await measure('drawing', () => sweep(page, first, far, moves));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Shift+S');
  await measure('selecting', async () => {
    for (let count = 0; count < moves / 4; count += 1) {
      const cell = { x: (((count % 10) * 4 + 0.3) / 40) * width, y: (0.3 / 25) * height };
      const { x, y } = desk.at(cell);
      await page.mouse.click(x, y);
    }
  });
  await page.keyboard.press('Escape');
  return times;
}

export const STROKES = 50;

/** Strokes across the picture, the same each time. */
export async function strokes(desk: Desk, count = STROKES, moves = 12): Promise<void> {
  const { width, height } = LARGE;
  for (let at = 0; at < count; at += 1) {
    const down = 0.1 + (0.8 * at) / count;
    const from = desk.at({ x: width * 0.1, y: height * down });
    const to = desk.at({ x: width * 0.9, y: height * (1 - down) });
    await sweep(desk.page, from, to, moves);
  }
}

/** Every pixel is painted and stored, and the page opened again, so that nothing can be undone. */
export async function fillMask(desk: Desk, image: StoredImage): Promise<void> {
  const [right, bottom] = [image.width - 1, image.height - 1];
  await desk.page.keyboard.press('Shift+Y');
  for (const [x, y] of [
    [0, 0],
    [right, 0],
    [right, bottom],
    [0, bottom],
  ] as const) {
    const at = desk.at({ x, y });
    await desk.page.mouse.click(at.x, at.y);
  }
  await desk.page.keyboard.press('Enter');
  await desk.saved();
  await desk.open(image);
  // The mask, once it is read.
  await desk.page.getByRole('grid', { name: 'Annotations' }).getByRole('row').first().waitFor();
}

export async function undos(desk: Desk, count = STROKES): Promise<void> {
  for (let at = 0; at < count; at += 1) await desk.page.keyboard.press('Control+z');
}

/** Milliseconds from the key to the frame in which the image of that name stands there whole. */
export async function openByKey(page: Page, key: 'PageDown' | 'PageUp', image: string): Promise<number> {
  await page.evaluate((id) => {
    const opened = new Promise<number>((done) => {
      const look = (began: number) => {
        const isThere = document.querySelector(`[data-image="${id}"][data-whole=true]`) !== null;
        // What this frame has changed is painted before the next one.
        requestAnimationFrame(() => (isThere ? done(performance.now() - began) : look(began)));
      };
      window.addEventListener('keydown', () => look(performance.now()), { once: true, capture: true });
    });
    Object.assign(window, { opened });
  }, image);
  await page.keyboard.press(key);
  return page.evaluate(() => (window as unknown as { opened: Promise<number> }).opened);
}

/** Counts what the page decodes and does not close; has to be called before the page is loaded. */
export const countPictures = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const open = new Set<ImageBitmap>();
    const { close } = ImageBitmap.prototype;
    const make = window.createImageBitmap.bind(window) as (...given: unknown[]) => Promise<ImageBitmap>;
    ImageBitmap.prototype.close = function closeCounted() {
      open.delete(this);
      close.call(this);
    };
    const createImageBitmap = async (...given: unknown[]) => {
      const bitmap = await make(...given);
      open.add(bitmap);
      return bitmap;
    };
    Object.assign(window, { createImageBitmap, openPictures: open });
  });

export const openPictures = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { openPictures: Set<unknown> }).openPictures.size);
