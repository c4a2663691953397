/**
 * Contract 14 in the editor: what a model predicts in the open image, taken one by one or all above a score.
 * @covers Contract 14 predictions in the editor: dashed from a score on, taken by mouse and fingers, undone, saved as a person's, boxes and classes, axe
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { eventually } from '../support/factory.ts';
import { rleOf } from '../support/rle-of.ts';
import { Desk, type StoredImage, setBoxes, stored, uploadPicture } from './editor-desk.ts';
import { touchBy } from './editor-labelling.ts';
import { inspectPages } from './inspect.ts';
import { ask, imagesOf, makeRun } from './model-runs.ts';
import { type ConsoleStage, openConsole, signIn } from './stage.ts';

const SIZE = { width: 600, height: 400 };
const TAG = 'bolt';

type Box = readonly [x: number, y: number, w: number, h: number];

/** In shares of the image, the surest first. The second one is what a person has drawn. */
const BOXES: readonly { score: number; box: Box }[] = [
  { score: 0.9, box: [0.1, 0.1, 0.2, 0.2] },
  { score: 0.8, box: [0.6, 0.1, 0.2, 0.2] },
  { score: 0.6, box: [0.6, 0.6, 0.2, 0.2] },
  { score: 0.3, box: [0.2, 0.6, 0.1, 0.1] },
];
const DRAWN = { type: 'rect', tag: TAG, x: 0.61, y: 0.1, w: 0.19, h: 0.2, labeled: 'manual' };

let stage: ConsoleStage;
let boxes: number;
let masks: number;
let pictures: StoredImage[];

beforeAll(async () => {
  stage = await openConsole();
  pictures = await Promise.all(
    ['mouse', 'fingers', 'masks'].map(async (name, at) => {
      const create = { ...SIZE, channels: 3 as const, background: { r: 90, g: 90 + at, b: 96 } };
      return uploadPicture(stage, `predicted-${name}`, await sharp({ create }).jpeg().toBuffer());
    }),
  );
  const own = new Set(pictures.map(({ id }) => id));
  for (const { id } of pictures.slice(0, 2)) await setBoxes(stage, id, [DRAWN]);
  boxes = await makeRun(stage, 'parts', 'Boxes', ({ id }) =>
    own.has(id) ? BOXES.map(({ score, box }) => ({ tag: TAG, score, box: [...box] })) : [],
  );
  masks = await makeRun(stage, 'parts', 'Masks', ({ id }) =>
    own.has(id) ? BOXES.map(({ score, box }) => ({ tag: TAG, score, rle: maskOf(box) })) : [],
  );
});
afterAll(() => stage?.close());

const isIn = ([x, y, w, h]: Box, column: number, row: number): boolean =>
  column >= x * SIZE.width &&
  column < (x + w) * SIZE.width &&
  row >= y * SIZE.height &&
  row < (y + h) * SIZE.height;

const maskOf = (box: Box) => rleOf((x, y) => isIn(box, x, y), SIZE);

const panel = (page: Page) => page.getByRole('region', { name: 'Predictions' });
const offers = (page: Page) => panel(page).getByRole('button', { name: /^Accept bolt/ });
const middle = ([x, y, w, h]: Box) => ({ x: (x + w / 2) * SIZE.width, y: (y + h / 2) * SIZE.height });
const open = async (desk: Desk, image: StoredImage, run: number) => {
  await desk.page.goto(`${stage.address}/datasets/parts/images/${image.id}?run=${run}`);
  await desk.arrive(image);
  await offers(desk.page).first().waitFor();
};
const rows = (page: Page) => page.getByRole('grid', { name: 'Annotations' }).getByRole('row');
const count = async (page: Page, listed: number) => {
  await eventually(async () => expect(await rows(page).count()).toBe(listed));
};
/** What is stored, as a person's. */
const expectBoxes = async (image: StoredImage, ...expected: Box[]) => {
  const { tags } = await stored(stage, image.id);
  const close = (share: number) => expect.closeTo(share, 4);
  expect(tags).toEqual(
    expected.map(([x, y, w, h]) => ({
      ...{ type: 'rect', tag: TAG, labeled: 'manual', x: close(x), y: close(y), w: close(w), h: close(h) },
    })),
  );
};
const OLD: Box = [DRAWN.x, DRAWN.y, DRAWN.w, DRAWN.h];
const [FIRST, THERE, THIRD, FAINT] = BOXES.map(({ box }) => box) as [Box, Box, Box, Box];

test('by mouse: the slider hides, a click takes one, undo offers it again, and what is taken is stored as drawn by a person', async () => {
  const [image] = pictures as [StoredImage];
  const { page, flaws, context } = await signIn(stage, 'editor');
  const desk = new Desk(stage, page);
  await open(desk, image, boxes);
  await panel(page).getByText('3 of 4 shown').waitFor();
  const click = (at: { x: number; y: number }) => page.mouse.click(at.x, at.y);
  // Too faint to be shown, and what is there already: nothing is taken.
  await click(desk.at(middle(FAINT)));
  await click(desk.at(middle(THERE)));
  await count(page, 1);
  await click(desk.at(middle(FIRST)));
  await count(page, 2);
  await panel(page).getByText('2 of 3 shown').waitFor();
  await page.keyboard.press('z');
  await panel(page).getByText('3 of 4 shown').waitFor();
  await count(page, 1);
  await page.keyboard.press('Control+y');
  await count(page, 2);

  const track = await panel(page).getByRole('slider').locator('xpath=../../..').boundingBox();
  await page.mouse.click(track!.x + track!.width * 0.2, track!.y + track!.height / 2);
  await panel(page).getByText('3 of 3 shown').waitFor();
  await click(desk.at(middle(FAINT)));
  await count(page, 3);
  await desk.saved();
  await expectBoxes(image, OLD, FIRST, FAINT);

  // The score is kept.
  await page.reload();
  await panel(page).getByText('4 of 4 shown').waitFor();
  expect(flaws).toEqual([]);
  await context.close();
});

test('by a finger: a tap takes one, and another way is its row, after which the focus is at the next', async () => {
  const image = pictures[1]!;
  const { page, flaws, context } = await signIn(stage, 'editor', {
    viewport: { width: 1024, height: 768 },
    ...{ hasTouch: true, isMobile: true },
  });
  const desk = new Desk(stage, page);
  await open(desk, image, boxes);
  const touch = touchBy(await context.newCDPSession(page));
  const at = desk.at(middle(FIRST));
  await touch('touchStart', at);
  await touch('touchEnd');
  await count(page, 2);
  await offers(page).last().focus();
  await page.keyboard.press('Enter');
  await count(page, 3);
  await expect(
    offers(page)
      .first()
      .evaluate((own) => own === document.activeElement),
  ).resolves.toBe(true);
  await desk.saved();
  await expectBoxes(image, OLD, FIRST, THIRD);
  expect(flaws).toEqual([]);
  await context.close();
});

test('in a dataset of classes: the surest class by a key, another one by its row, each undone', async () => {
  const [first] = await imagesOf(stage, 'castings');
  const { id } = first!;
  await ask(stage, 'PATCH', 'castings/images', { changes: [{ image: id, tag: 'normal' }] });
  const run = await makeRun(stage, 'castings', 'Classes', () => [
    { tag: 'normal', score: 0.2 },
    { tag: 'defective', score: 0.8 },
  ]);
  const record = async () => (await stage.firestore.doc(`image/${id}`).get()).data()!;
  const { page, flaws, context } = await signIn(stage, 'editor');
  await page.goto(`${stage.address}/datasets/castings/images/${id}?run=${run}`);
  const label = page.getByRole('list', { name: 'Class', exact: true });
  const rows = panel(page).getByRole('button', { name: /^Accept/ });
  await rows.first().waitFor();
  await expect(rows.evaluateAll((all) => all.map((each) => each.ariaLabel))).resolves.toEqual([
    'Accept defective, 80 %',
    'Accept normal, 20 %, already here',
  ]);
  await page.keyboard.press('Shift+T');
  await label.getByText('defective').waitFor();
  await eventually(async () =>
    expect(await record()).toMatchObject({ tag: { id: 'defective' }, checked: true }),
  );
  await rows.last().click();
  await label.getByText('normal').waitFor();
  await eventually(async () => expect((await record()).tag.id).toBe('normal'));
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await label.getByText('defective').waitFor();
  await eventually(async () => expect((await record()).tag.id).toBe('defective'));
  expect(flaws).toEqual([]);
  await context.close();
});

test('a viewer sees predictions and the slider, and takes none; from the judging desk, E opens the editor with its run', async () => {
  const { page, flaws, context } = await signIn(stage, 'viewer');
  await page.goto(`${stage.address}/datasets/parts/images/${pictures[0]!.id}?run=${boxes}`);
  await panel(page).getByRole('slider').waitFor();
  await panel(page).getByText('90 %').waitFor();
  expect(
    await panel(page)
      .getByRole('button', { name: /Accept|Take/ })
      .count(),
  ).toBe(0);
  await context.close();
  const judging = await signIn(stage, 'editor');
  await judging.page.goto(`${stage.address}/datasets/parts/models/${boxes}/images?order=score&view=one`);
  await judging.page.locator('figure[data-whole=true]').waitFor();
  await judging.page.keyboard.press('e');
  await judging.page.waitForURL(`**/images/*?run=${boxes}`);
  await offers(judging.page).first().waitFor();
  expect([...flaws, ...judging.flaws]).toEqual([]);
  await judging.context.close();
});

inspectPages(() => {
  const [first, , last] = pictures as [StoredImage, StoredImage, StoredImage];
  return [
    stage,
    {
      [`/datasets/parts/images/${first.id}?run=${boxes}`]: 'li [data-pointed]',
      // Between them, because the visit waits for a page that replaces the one before.
      '/datasets/parts/models': '[data-run]',
      [`/datasets/parts/images/${last.id}?run=${masks}`]: 'li [data-pointed]',
    },
  ];
});
