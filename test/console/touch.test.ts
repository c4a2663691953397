/**
 * The console by fingers: many corrections at once, the choice among many classes, the picture near, a phone on its side.
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/factory.ts';
import { Desk, listed, pixelsOf } from './editor-desk.ts';
import { touchBy } from './editor-labelling.ts';
import { placeOf, zoomOf } from './seen-picture.ts';
import { type ConsoleStage, goTo, openConsole, signIn } from './stage.ts';

const CLASSES = 40;
const nameOf = (at: number) => `kind ${at}`;

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openConsole();
  const headers = { 'content-type': 'application/json' };
  for (let at = 1; at <= CLASSES; at += 1) {
    const body = JSON.stringify({ name: nameOf(at) });
    const answer = await fetch(`${stage.baseUrl}/dataset/bolts/tag`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  }
});
afterAll(() => stage?.close());

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

/** A visit by fingers, which counts taps. */
async function visit(path: string, options = {}) {
  const found = await signIn(stage, 'editor', { ...PHONE, ...options }, path);
  const touch = touchBy(await found.context.newCDPSession(found.page));
  const taps = { count: 0 };
  const tap = async (on: Locator) => {
    taps.count += 1;
    await on.tap();
  };
  const hold = async (on: Locator) => {
    taps.count += 1;
    const { x, y, width, height } = (await on.boundingBox()) as {
      x: number;
      y: number;
      width: number;
      height: number;
    };
    await touch('touchStart', { x: x + width / 2, y: y + height / 2 });
    await setTimeout(700);
    await touch('touchEnd');
  };
  return { ...found, touch, taps, tap, hold };
}

/** A tile by its place, in view. */
async function tileAt(page: Page, at: number): Promise<Locator> {
  const tile = page.locator(`[role=option][aria-posinset="${at}"][data-image]`);
  // Only tiles near the view exist.
  while (!(await tile.isVisible())) {
    await page.getByRole('listbox').evaluate((list, wanted) => {
      const first = Number(list.querySelector('[role=option]')?.getAttribute('aria-posinset'));
      list.scrollBy(0, ((first > wanted ? -1 : 1) * list.clientHeight) / 2);
    }, at);
    await setTimeout(100);
  }
  await tile.evaluate((each) => each.scrollIntoView({ block: 'center' }));
  return tile;
}

const count = (page: Page, images: number) =>
  page.getByRole('toolbar').getByText(`${images} selected`).waitFor();

test('30 scattered images of 40 classes are corrected by 32 taps; the class comes first the next time', async () => {
  const { page, flaws, context, taps, tap, hold } = await visit('/datasets/bolts');
  await page.waitForSelector('[role=option] img');
  const images: string[] = [];
  for (let at = 1; at < 60; at += 2) {
    const tile = await tileAt(page, at);
    images.push((await tile.getAttribute('data-image')) ?? '');
    await (at === 1 ? hold(tile) : tap(tile));
    await count(page, images.length);
  }
  const choose = page.getByRole('toolbar').getByRole('button', { name: 'Class', exact: true });
  await tap(choose);
  // The keyboard of the screen would cover the list.
  expect(await page.getByRole('searchbox').evaluate((field) => field === document.activeElement)).toBe(false);
  await tap(page.getByRole('menuitem', { name: nameOf(37) }));
  expect(images).toHaveLength(30);
  expect(taps.count).toBeLessThanOrEqual(33);
  await eventually(async () => {
    const now = await listed(stage, 'bolts');
    const { docs } = await stage.firestore
      .collection('dataset/bolts/tag')
      .where('name', '==', nameOf(37))
      .get();
    const given = now.filter((each) => (each as unknown as { tag: string }).tag === docs[0]?.id);
    expect(given.map(({ id }) => id).toSorted()).toEqual(images.toSorted());
  });
  await tap(choose);
  expect(await page.getByRole('menuitem').first().textContent()).toBe(nameOf(37));
  await page.getByRole('searchbox').fill('kind 12');
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['kind 12']);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // A finger's Shift.
  await tap(page.getByRole('button', { name: 'Clear selection' }));
  await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, 0));
  await hold(await tileAt(page, 2));
  await hold(await tileAt(page, 7));
  await count(page, 6);
  await tap(await tileAt(page, 4));
  await count(page, 5);
  expect(flaws).toEqual([]);
  await context.close();
});

test('in review, one of 40 classes takes two taps; two fingers zoom the picture alone, one moves it', async () => {
  const { page, flaws, context, tap, touch } = await visit('/datasets/bolts/review?labelled=true');
  const figure = page.locator('figure[data-whole=true]');
  await figure.waitFor();
  const { x, y, width, height } = (await figure.boundingBox()) as {
    x: number;
    y: number;
    width: number;
    height: number;
  };
  const beside = (by: number, down = 0) =>
    [-by, by].map((each) => ({ x: x + width / 2 + each, y: y + height / 2 + down }));
  const [start, end] = [beside(30), beside(90)];
  await touch('touchStart', ...start);
  await touch('touchMove', ...end);
  await touch('touchEnd');
  await eventually(async () => expect(await zoomOf(figure)).toBeCloseTo(3, 1));
  const before = await placeOf(figure);
  const [[from], [to]] = [beside(0), beside(0, 40)];
  await touch('touchStart', from!);
  await touch('touchMove', to!);
  await touch('touchEnd');
  await eventually(async () => expect((await placeOf(figure)).y - before.y).toBeCloseTo(40, 0));
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  const image = (await figure.getAttribute('data-image')) ?? '';
  await tap(page.getByRole('region', { name: 'Class' }).getByRole('button', { name: 'Class', exact: true }));
  await tap(page.getByRole('menuitem', { name: nameOf(40) }));
  await page.waitForFunction((last) => document.querySelector('figure')?.dataset.image !== last, image);
  await eventually(async () =>
    expect((await stage.firestore.doc(`image/${image}`).get()).get('review.decision')).toBe('accept'),
  );
  // The next one is shown as a whole.
  await figure.waitFor();
  expect(await zoomOf(figure)).toBe(1);
  expect(flaws).toEqual([]);
  await context.close();
});

test('in the editor, a box is deleted by a button, and what has only keys is in the command menu', async () => {
  const image = (await listed(stage)).find(({ tags }) => tags.length > 1);
  if (!image) throw new Error('no image with boxes');
  const { page, flaws, context, tap, touch } = await visit('/');
  const desk = new Desk(stage, page);
  await desk.open(image);
  const [box] = pixelsOf(image).toSorted((a, b) => b.w * b.h - a.w * a.h);
  if (!box) throw new Error('no box');
  const remove = page.getByRole('button', { name: 'Remove', exact: true });
  expect(await remove.isDisabled()).toBe(true);
  await touch('touchStart', desk.at({ x: box.x + 2, y: box.y + box.h / 2 }));
  await touch('touchEnd');
  await tap(page.getByRole('button', { name: 'Search' }));
  await tap(page.getByRole('menuitem', { name: 'Duplicate' }));
  const boxes = async () => (await listed(stage)).find(({ id }) => id === image.id)?.tags.length;
  await eventually(async () => expect(await boxes()).toBe(image.tags.length + 1));
  await tap(remove);
  await eventually(async () => expect(await boxes()).toBe(image.tags.length));
  expect(await remove.isDisabled()).toBe(true);
  expect(flaws).toEqual([]);
  await context.close();
});

test.each([
  [844, 390],
  [667, 375],
])(
  'on a phone on its side, %i by %i, the picture of the review has 85 %% of the height',
  async (width, height) => {
    const { page, context } = await visit('/datasets/bolts/review?labelled=true', {
      viewport: { width, height },
    });
    const figure = page.locator('figure[data-whole=true]');
    await figure.waitFor();
    expect((await figure.boundingBox())?.height).toBeGreaterThanOrEqual(0.85 * height);
    const accept = await page.getByRole('button', { name: /^Skip|^Accept/ }).boundingBox();
    expect((accept?.y ?? height) + (accept?.height ?? 0)).toBeLessThanOrEqual(height);
    await goTo(page, '/datasets/bolts');
    await page.waitForSelector('[role=option] img');
    await context.close();
  },
);

test.each([
  [844, 390],
  [667, 375],
])(
  'on a phone on its side, %i by %i, the editor has 85 %% of the height, and a 4:3 picture too',
  async (width, height) => {
    const image = (await listed(stage)).find(({ tags }) => tags.length > 1);
    if (!image) throw new Error('no image with boxes');
    const { page, context } = await visit('/', { viewport: { width, height } });
    const desk = new Desk(stage, page);
    await desk.open(image);
    const canvas = await desk.canvas.boundingBox();
    expect(canvas?.height).toBeGreaterThanOrEqual(0.85 * height);
    const top = desk.at({ x: 0, y: 0 }).y;
    const bottom = desk.at({ x: image.width, y: image.height }).y;
    const isTall = (canvas?.width ?? 0) / (canvas?.height ?? 1) > 4 / 3;
    if (isTall) expect(bottom - top).toBeGreaterThanOrEqual(0.85 * height);
    await context.close();
  },
);

test.each([
  [844, 390],
  [667, 375],
  [390, 844],
])(
  'on a phone of %i by %i, an image is accepted in the editor of the review without scrolling',
  async (width, height) => {
    const { page, flaws, context, tap } = await visit('/datasets/parts/review?labelled=true', {
      viewport: { width, height },
    });
    await page.locator('figure[data-whole=true]').waitFor();
    await tap(page.getByRole('button', { name: 'Open in the editor' }));
    await page.waitForSelector('[data-whole=true] canvas');
    const accept = page.getByRole('button', { name: /^Accept/ });
    await accept.waitFor();
    const { bottom, isHit } = await accept.evaluate((button) => {
      const { x, y, width, height, bottom } = button.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height - 2);
      return { bottom, isHit: button.contains(hit) };
    });
    expect(bottom).toBeLessThanOrEqual(height);
    expect(isHit).toBe(true);
    if (width > height) {
      const canvas = await page.getByRole('application').boundingBox();
      expect(canvas?.height).toBeGreaterThanOrEqual(0.85 * height);
    }
    expect(flaws).toEqual([]);
    await context.close();
  },
);
