/**
 * A picture is shown in the same way on every page: zoomed by wheel, fingers and keys, with what people and models say of it.
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { eventually } from '../support/factory.ts';
import { touchBy } from './editor-labelling.ts';
import { inspectPages } from './inspect.ts';
import { ask, makeRun, movedBoxes } from './model-runs.ts';
import { paintedAt, placeOf, shareUnder, zoomOf } from './seen-picture.ts';
import { type ConsoleStage, goTo, openConsole, signIn } from './stage.ts';

/** Images of the sample that are normal there. */
const RELABELLED = ['castings-0001', 'castings-0002', 'castings-0004'];

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openConsole();
  await makeRun(stage, 'parts', 'Boxes', movedBoxes);
  const version = { test: 40, validation: 20, group: 'image' };
  await ask(stage, 'POST', 'castings/version', version);
  const changes = RELABELLED.map((image) => ({ image, tag: 'defective' }));
  await ask(stage, 'PATCH', 'castings/images', { changes });
  await ask(stage, 'POST', 'castings/version', version);
});
afterAll(() => stage?.close());

/** A page with one image, and its address. */
const DESKS: readonly (readonly [string, string])[] = [
  ['review', '/datasets/parts/review?labelled=true'],
  ['what a model says', '/datasets/parts/models/1/images?order=score&view=one'],
  ['what differs between versions', '/datasets/castings/versions/1/diff/2?image=castings-0002'],
];

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

async function visit(path: string, options = {}) {
  const found = await signIn(stage, 'editor', options, path);
  const figure = found.page.locator('figure[data-whole=true]');
  await figure.waitFor();
  const room = await figure.boundingBox();
  if (!room) throw new Error('no figure is shown');
  const at = (x: number, y: number) => ({ x: room.x + x * room.width, y: room.y + y * room.height });
  return { ...found, figure, at };
}

const near = ({ x, y }: { x: number; y: number }) => ({ x: expect.closeTo(x, 2), y: expect.closeTo(y, 2) });

test.each(DESKS)('%s: the wheel zooms, and what is under the cursor stays there', async (_, path) => {
  const { page, figure, at, flaws, context } = await visit(path);
  expect(await zoomOf(figure)).toBeCloseTo(1, 2);
  const cursor = at(0.3, 0.4);
  const under = await shareUnder(figure, cursor);
  await page.mouse.move(cursor.x, cursor.y);
  await page.mouse.wheel(0, -400);
  await eventually(async () => expect(await zoomOf(figure)).toBeGreaterThan(1.5));
  expect(await shareUnder(figure, cursor)).toEqual(near(under));
  // The button of a menu moves nothing.
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(cursor.x + 60, cursor.y);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await shareUnder(figure, cursor)).toEqual(near(under));
  await page.mouse.up({ button: 'right' });
  await page.mouse.wheel(0, 2_000);
  await page.mouse.wheel(0, 2_000);
  await eventually(async () => expect(await zoomOf(figure)).toBeCloseTo(1, 2));
  expect(flaws).toEqual([]);
  await context.close();
});

test.each(DESKS)('%s: keys zoom to the middle, move the picture, and show it whole', async (_, path) => {
  const { page, figure, at, flaws, context } = await visit(path);
  const middle = at(0.5, 0.5);
  const under = await shareUnder(figure, middle);
  for (const _ of [1, 2, 3]) await page.keyboard.press('+');
  await eventually(async () => expect(await zoomOf(figure)).toBeGreaterThan(1.5));
  expect(await shareUnder(figure, middle)).toEqual(near(under));
  const before = await placeOf(figure);
  await page.keyboard.press('Shift+ArrowRight');
  await eventually(async () => expect((await placeOf(figure)).x).toBeLessThan(before.x - 20));
  await page.keyboard.press('0');
  await eventually(async () => expect(await zoomOf(figure)).toBeCloseTo(1, 2));
  expect(flaws).toEqual([]);
  await context.close();
});

test.each([
  ['smaller than whole', 1440, 900],
  ['larger than whole', 390, 844],
])('Shift+O shows each pixel as one, %s', async (_, width, height) => {
  const { page, figure, at, flaws, context } = await visit(DESKS[0]![1], { viewport: { width, height } });
  const whole = await placeOf(figure);
  const shown = async () => (await placeOf(figure)).width;
  expect(whole.width).not.toBeCloseTo(640, 0);
  await page.keyboard.press('Shift+O');
  await eventually(async () => expect(await shown()).toBeCloseTo(640, 0));
  expect(await shareUnder(figure, at(0.5, 0.5))).toEqual(near({ x: 0.5, y: 0.5 }));
  // Smaller than that is only the whole picture.
  for (const _ of [1, 2]) await page.keyboard.press('-');
  const least = Math.min(640, whole.width);
  await eventually(async () => expect(await shown()).toBeCloseTo(least, 0));
  await page.keyboard.press('0');
  await eventually(async () => expect(await placeOf(figure)).toEqual(whole));
  expect(flaws).toEqual([]);
  await context.close();
});

test.each(DESKS)('%s: two fingers zoom the picture alone, one moves it', async (_, path) => {
  const { page, figure, at, flaws, context } = await visit(path, PHONE);
  const touch = touchBy(await context.newCDPSession(page));
  const middle = at(0.5, 0.5);
  const under = await shareUnder(figure, middle);
  const beside = (by: number) => [-by, by].map((each) => ({ x: middle.x + each, y: middle.y }));
  await touch('touchStart', ...beside(30));
  await touch('touchMove', ...beside(90));
  await touch('touchEnd');
  await eventually(async () => expect(await zoomOf(figure)).toBeCloseTo(3, 1));
  expect(await shareUnder(figure, middle)).toEqual(near(under));
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  const before = await placeOf(figure);
  await touch('touchStart', middle);
  await touch('touchMove', { x: middle.x + 25, y: middle.y - 35 });
  await touch('touchEnd');
  await eventually(async () => {
    const { x, y } = await placeOf(figure);
    expect([x - before.x, y - before.y]).toEqual([expect.closeTo(25, 0), expect.closeTo(-35, 0)]);
  });
  expect(flaws).toEqual([]);
  await context.close();
});

test.each(DESKS)('%s: on a phone on its side, the picture has 85 %% of the height', async (_, path) => {
  const viewport = { width: 844, height: 390 };
  const { figure, page, context } = await visit(path, { ...PHONE, viewport });
  expect((await figure.boundingBox())?.height).toBeGreaterThanOrEqual(0.85 * viewport.height);
  // Nothing that can be pressed is cut off.
  const outside = await page.locator('main button').evaluateAll((all) =>
    all
      .filter((each) => {
        const { right, bottom, width } = each.getBoundingClientRect();
        return width > 0 && each.closest('section') === null && (right > innerWidth || bottom > innerHeight);
      })
      .map((each) => each.textContent),
  );
  expect(outside).toEqual([]);
  await context.close();
});

/** A painted place of the first mask of an image, 0 to 1, and one that no mask covers. */
async function maskedPlaces(image: string) {
  const { links } = await ask<{ links: Record<string, { masks: { url: string }[] }> }>(
    stage,
    'POST',
    'surface/links',
    { images: [image] },
  );
  const answer = await fetch(links[image]!.masks[0]!.url);
  const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const all = [...data.keys()].filter((at) => data[at] !== 0);
  const at = all[Math.floor(all.length / 2)] ?? 0;
  const share = { x: (at % info.width) / info.width, y: Math.floor(at / info.width) / info.height };
  return [share, { x: 0.99, y: 0.99 }];
}

test('review shows masks where they are, also zoomed, as it shows boxes', async () => {
  const { images } = await ask<{ images: { id: string; masks: object[] }[] }>(
    stage,
    'GET',
    'surface/images?limit=50',
  );
  const masked = images.find(({ masks }) => masks.length > 0);
  if (!masked) throw new Error('no image has a mask');
  const { page, figure, flaws, context } = await visit(
    `/datasets/surface/review?labelled=true&image=${masked.id}`,
  );
  const places = await maskedPlaces(masked.id);
  await page.locator(`figure[data-image="${masked.id}"] img`).waitFor();
  await eventually(async () => expect(await paintedAt(figure, places)).toEqual([true, false]));
  await page.keyboard.press('+');
  await eventually(async () => expect(await paintedAt(figure, places.slice(0, 1))).toEqual([true]));
  expect(flaws).toEqual([]);
  await context.close();
});

test('from the differences of two versions, an image opens with its labels in both, and keys go on', async () => {
  const { page, flaws, context } = await signIn(
    stage,
    'viewer',
    {},
    '/datasets/castings/versions/1/diff/2?change=relabelled',
  );
  const front = (id: string) => page.locator(`figure[data-image="${id}"]`).waitFor();
  const rows = page.getByRole('grid', { name: 'Relabelled' }).getByRole('row');
  await rows.first().waitFor();
  const ids = await rows.evaluateAll((all) => all.map((each) => each.getAttribute('data-key') ?? ''));
  expect(ids.toSorted()).toEqual(RELABELLED);
  await rows.first().click();
  await front(ids[0]!);
  await page.waitForURL(`**/diff/2?change=relabelled&image=${ids[0]}`);
  const labels = await page.locator('aside dl').last().innerText();
  expect(labels.split(/\s*\n\s*/)).toEqual(['Version 1', 'normal', 'Version 2', 'defective']);
  await page.keyboard.press('ArrowRight');
  await front(ids[1]!);
  await page.keyboard.press('Escape');
  await rows.first().waitFor();
  await page.goBack();
  await front(ids[1]!);
  expect(flaws).toEqual([]);
  await context.close();
});

inspectPages(() => [
  stage,
  { '/datasets/castings/versions/1/diff/2?image=castings-0002': 'figure[data-whole=true]' },
]);

/** Moves the first images of a dataset to the trash. @returns their ids, those whose tiles come first first */
async function reject(dataset: string, limit: number): Promise<string[]> {
  const { images } = await ask<{ images: { id: string }[] }>(
    stage,
    'GET',
    `${dataset}/images?set=TRAIN&limit=${limit}`,
  );
  for (const { id } of images)
    await ask(stage, 'PATCH', `${dataset}/images`, { changes: [{ image: id, decision: 'reject' }] });
  return images.map(({ id }) => id).toReversed();
}

const trashOf = async (dataset: string): Promise<string[]> =>
  (await ask<{ images: { id: string }[] }>(stage, 'GET', `${dataset}/trash`)).images.map(({ id }) => id);

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-image'));

test('from the trash, an image opens as large as it goes: restored or deleted there, the next one follows', async () => {
  const ids = await reject('parts', 4);
  const { page, flaws, context } = await signIn(stage, 'editor', {}, '/datasets/parts/trash');
  const front = (id: string) => page.locator(`figure[data-image="${id}"] img`).waitFor();
  const [first, second, third, last] = ids as [string, string, string, string];
  await page.locator(`[role=row][data-image="${first}"]`).focus();
  await page.keyboard.press('Enter');
  await front(first);
  await page.waitForURL(`**/trash?image=${first}`);
  // Boxes are drawn; the original, which nobody gets, is not asked for.
  const canvas = page.locator('figure canvas');
  const isPainted = () =>
    canvas.evaluate((element) => {
      const { width, height } = element as HTMLCanvasElement;
      const pixels = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data;
      return pixels?.some((value) => value !== 0) ?? false;
    });
  await eventually(async () => expect(await isPainted()).toBe(true));
  expect(await page.locator('figure[data-whole=true]').count()).toBe(0);
  await page.keyboard.press('ArrowRight');
  await front(second);
  await page.keyboard.press('Escape');
  await eventually(async () => expect(await focused(page)).toBe(second));
  await page.locator(`[role=row][data-image="${second}"] img`).click();
  await front(second);
  await page.keyboard.press('r');
  await front(third);
  await eventually(async () => expect(await trashOf('parts')).toEqual([first, third, last]));
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
  await front(last);
  // Until it is answered, keys are the question's.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await trashOf('parts')).toEqual([first, last]);
  await page.keyboard.press('z');
  await eventually(async () => expect(await trashOf('parts')).toEqual([second, first, last]));
  await front(last);
  await page.goBack();
  await eventually(async () => expect(await focused(page)).toBe(last));
  expect(flaws).toEqual([]);
  await context.close();
});

test.each([
  [1440, 900],
  [844, 390],
])(
  '%i by %i: what cannot be read is said in the same way in the viewer and in the editor, and covers no pointer',
  async (width, height) => {
    const { page, context } = await signIn(stage, 'editor', { viewport: { width, height } });
    await context.route('**/getb64/**', (route) => route.fulfill({ status: 404, json: {} }));
    await context.route('**/dataset/parts/links', (route) => route.fulfill({ status: 404, json: {} }));
    const said = async (path: string) => {
      await goTo(page, path);
      const notice = page.getByRole('alert').filter({ hasText: 'The picture cannot be read.' });
      await notice.waitFor();
      const rooms = await Promise.all([
        notice.boundingBox(),
        page.locator('figure, [role=application]').boundingBox(),
      ]);
      const [above, below] = rooms.map((room) => room!);
      const isInside =
        above!.x >= below!.x && above!.x + above!.width <= below!.x + below!.width && above!.y > below!.y;
      const look = await notice.evaluate((element) => {
        const { backgroundColor, color, padding, borderRadius, pointerEvents } = getComputedStyle(element);
        return { backgroundColor, color, padding, borderRadius, pointerEvents };
      });
      return { ...look, isInside };
    };
    const viewer = await said('/datasets/parts/review?labelled=true');
    expect(viewer).toMatchObject({ pointerEvents: 'none', isInside: true });
    const { images } = await ask<{ images: { id: string }[] }>(stage, 'GET', 'parts/images?limit=1');
    expect(await said(`/datasets/parts/images/${images[0]!.id}`)).toEqual(viewer);
    await context.close();
  },
);
