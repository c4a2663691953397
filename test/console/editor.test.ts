/**
 * The editor in a real browser against the real stack: what is drawn is what is stored, for hands, keys and two people.
 * @covers Contract 9, 12: the editor: view, handles, hits, undo, merge; labelling from nothing by pointer and by touch, csv, COCO, YOLO, ZIP and crops to half a pixel, boxes corrected within review, two people in one image, a closed tab (without a connection, the picture in its place), memory after many large pictures, by keys, touch, axe
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Size } from '../../web/src/pages/editor/model/geometry.ts';
import { axeOn } from '../support/axe.ts';
import { eventually } from '../support/factory.ts';
import { LONG_TEST } from '../support/limits.ts';
import {
  Desk,
  listed,
  meanOverlap,
  pixelsOf,
  type StoredImage,
  setBoxes,
  stored,
  uploadPicture,
} from './editor-desk.ts';
import { compareExports, type Drawn } from './editor-exports.ts';
import { fingers, labelAgain, MOUSE_AND_KEYS, swipe, touchBy } from './editor-labelling.ts';
import { countPictures, openByKey, openPictures, uploadLarge } from './editor-pace.ts';
import { heapOf } from './long-page.ts';
import { paintedAt } from './seen-picture.ts';
import { type ConsoleStage, openConsole, signIn } from './stage.ts';

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openConsole();
});
afterAll(() => stage?.close());

/** A picture of its own for a test: images are told apart by their content. */
const upload = async (name: string, size: Size, orientation = 1) =>
  uploadPicture(stage, name, await grainy(size, orientation));

/** A JPEG that is upright by its EXIF orientation. */
function grainy(size: Size, orientation: number): Promise<Buffer> {
  // Orientations from 5 on lie on their side: the stored picture is the other way round.
  const isTurned = orientation >= 5;
  const width = isTurned ? size.height : size.width;
  const height = isTurned ? size.width : size.height;
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 20 };
  return sharp({ create: { width, height, channels: 3, background: '#777', noise } })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
}

/** By keys and pointer, and by touch: the same steps, so that few of each do for every change. */
const [POINTED, TOUCHED] = process.env.LONG ? [20, 20] : [3, 3];
const isLabelled = ({ tags }: StoredImage): boolean => tags.length > 0;

test(
  `${POINTED} pictures are labelled from scratch by keys and pointer, one after the other (20 with LONG=1)`,
  async () => {
    const truth = (await listed(stage)).filter(isLabelled).slice(0, POINTED);
    expect(truth).toHaveLength(POINTED);
    const { page, flaws, context } = await signIn(stage, 'editor');
    await labelAgain(stage, new Desk(stage, page), truth, MOUSE_AND_KEYS);
    expect(flaws).toEqual([]);
    await context.close();
  },
  LONG_TEST,
);

const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true };

test(
  `${TOUCHED} pictures are labelled from scratch by fingers alone (20 with LONG=1)`,
  async () => {
    const truth = (await listed(stage)).filter(isLabelled).slice(-TOUCHED);
    expect(truth).toHaveLength(TOUCHED);
    const { page, flaws, context } = await signIn(stage, 'editor', TABLET);
    const hand = fingers(touchBy(await context.newCDPSession(page)));
    await labelAgain(stage, new Desk(stage, page), truth, hand);
    expect(flaws).toEqual([]);
    await context.close();
  },
  LONG_TEST,
);

/** Scales by orientation of EXIF: a half turn, quarter turns to both sides, a mirrored one. */
const VIEWS: readonly (readonly [orientation: number, scale: number])[] = process.env.LONG
  ? [1, 2, 3, 4, 5, 6, 7, 8].flatMap((each) => [0.1, 1, 8, 16].map((scale) => [each, scale] as const))
  : [
      [3, 0.1],
      [6, 8],
      [7, 1],
      [8, 16],
    ];

test(
  'csv, COCO, YOLO, ZIP and crops say what was drawn, at four zooms and orientations of EXIF (all with LONG=1)',
  async () => {
    const { page, flaws, context } = await signIn(stage, 'editor');
    const desk = new Desk(stage, page);
    const expected: Drawn[] = [];
    for (const [orientation, scale] of VIEWS) {
      const size = orientation % 2 === 0 ? { width: 900, height: 300 } : { width: 300, height: 900 };
      const picture = await grainy(size, orientation);
      const image = await uploadPicture(stage, `turned-${orientation}-${scale}`, picture);
      expect([image.width, image.height]).toEqual([size.width, size.height]);
      await desk.open(image);
      await desk.zoomTo(scale);
      await page.keyboard.press('Shift+B');
      // Beside the middle, so that a turned picture would show; as large as the zoom allows to point at.
      const corner = { x: size.width / 2 - 7, y: size.height / 2 - 11 };
      const from = desk.at(corner);
      const to = desk.at({
        x: corner.x + Math.min(20 / scale + 20, 130),
        y: corner.y + Math.min(12 / scale + 14, 120),
      });
      await desk.drag(from, to);
      await desk.saved();
      expected.push({ image, picture, from: desk.under(from), to: desk.under(to) });
    }
    await compareExports(stage, expected);
    expect(flaws).toEqual([]);
    await context.close();
  },
  LONG_TEST,
);

test('by the keyboard alone: drawn, said, moved, resized, taken back, looked up', async () => {
  const image = await upload('keys', { width: 640, height: 480 });
  const { page, flaws, context } = await signIn(stage, 'editor');
  const desk = new Desk(stage, page);
  await desk.open(image);
  const spoken = page.locator('output[aria-live=polite]').first();
  await page.keyboard.press('Shift+B');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await spoken.filter({ hasText: 'bolt, box, 160 by 120 pixels at 240, 180' }).waitFor();
  for (const key of ['ArrowLeft', 'Shift+ArrowUp', 'Alt+ArrowRight', 'Alt+Shift+ArrowDown', '3'])
    await page.keyboard.press(key);
  await spoken.filter({ hasText: 'washer, box, 161 by 130 pixels at 239, 170' }).waitFor();
  await page.keyboard.press('Control+d');
  await page.keyboard.press('Control+a');
  await page.getByText('2 selected').waitFor();
  for (const _ of [1, 2]) await page.keyboard.press('Control+z');
  await spoken.filter({ hasText: 'bolt, box' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Use the last tool again').waitFor();
  await page.keyboard.press('Escape');
  await desk.saved();
  expect((await stored(stage, image.id)).tags).toHaveLength(1);
  expect(flaws).toEqual([]);
  await context.close();
});

test('two people in one image: the second save shows both sides, and nothing disappears', async () => {
  const image = await upload('both', { width: 640, height: 480 });
  const [one, two] = await Promise.all([signIn(stage, 'editor'), signIn(stage, 'owner')]);
  const first = new Desk(stage, one.page);
  const second = new Desk(stage, two.page);
  await Promise.all([first.open(image), second.open(image)]);
  await one.page.keyboard.press('Shift+B');
  await first.draw({ x: 50, y: 60, w: 100, h: 80 });
  await first.saved();
  await two.page.keyboard.press('Shift+B');
  await second.draw({ x: 400, y: 200, w: 120, h: 90 });
  await two.page.keyboard.press('Control+s');
  const dialog = two.page.getByRole('dialog', { name: 'Somebody else has changed this image' });
  await dialog.getByText('Theirs', { exact: true }).first().waitFor();
  expect((await stored(stage, image.id)).tags).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Save the choice' }).click();
  await two.page.locator('[data-state=saved]').waitFor();
  const boxes = pixelsOf(await stored(stage, image.id)).map(({ x, y }) => [Math.round(x), Math.round(y)]);
  expect(boxes.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
    [50, 60],
    [400, 200],
  ]);
  expect(one.flaws).toEqual([]);
  expect(two.flaws.filter((flaw) => !flaw.startsWith('409 POST'))).toEqual([]);
  await Promise.all([one.context.close(), two.context.close()]);
});

test('a tab that closes without a connection loses nothing: what was drawn is saved by the next', async () => {
  const image = await upload('kept', { width: 640, height: 480 });
  const { page, context } = await signIn(stage, 'editor');
  const desk = new Desk(stage, page);
  await desk.open(image);
  await context.setOffline(true);
  const before = await desk.canvas.boundingBox();
  await page.getByText('You are offline.').waitFor();
  expect(await desk.canvas.boundingBox()).toEqual(before);
  await page.keyboard.press('Shift+B');
  await desk.draw({ x: 100, y: 100, w: 200, h: 150 });
  await page.getByText('1 change is kept').waitFor();
  await page.close();
  await context.setOffline(false);
  const again = new Desk(stage, await context.newPage());
  await again.open(image);
  expect(await again.page.getByRole('dialog').count()).toBe(0);
  const [box] = pixelsOf(
    await eventually(async () => {
      const now = await stored(stage, image.id);
      expect(now.tags).toHaveLength(1);
      return now;
    }),
  );
  expect([box?.x, box?.y, box?.w, box?.h].map((each) => Math.round(each ?? 0))).toEqual([100, 100, 200, 150]);
  await context.close();
});

test('in review, boxes are corrected without leaving it, and its keys go on', async () => {
  const images: StoredImage[] = [];
  for (const name of ['last', 'third', 'second', 'first'])
    images.unshift(await upload(`review-${name}`, { width: 640, height: 480 }));
  const [first, second, third, last] = images as [StoredImage, StoredImage, StoredImage, StoredImage];
  await setBoxes(stage, third.id, [
    { type: 'rect', x: 0.2, y: 0.2, w: 0.2, h: 0.2, tag: 'bolt', labeled: 'inference' },
  ]);
  await review(images.map(({ id }) => id));
  const { page, flaws, context } = await signIn(stage, 'editor');
  const desk = new Desk(stage, page);
  await page.goto(`${stage.address}/datasets/parts/review`);
  const inReview = (image: StoredImage) => page.waitForSelector(`figure[data-image="${image.id}"]`);
  await inReview(first);
  await page.keyboard.press('e');
  await desk.arrive(first);
  await page.keyboard.press('Shift+B');
  await desk.draw({ x: 100, y: 100, w: 200, h: 150 });
  // Without a rest: what was drawn is saved, then accepted on the revision after it.
  await page.keyboard.press('Control+Enter');
  // Nobody has labelled the next one: it needs the editor too.
  await desk.arrive(second);
  await page.keyboard.press('Shift+B');
  await desk.draw({ x: 300, y: 200, w: 100, h: 100 });
  for (const _ of ['the tool', 'the selection', 'the editor']) await page.keyboard.press('Escape');
  await inReview(second);
  const corner = { x: 300 / second.width, y: 200 / second.height };
  const figure = page.locator('figure[data-image]');
  await eventually(async () => expect(await paintedAt(figure, [corner])).toEqual([true]));
  await page.keyboard.press('e');
  await desk.arrive(second);
  await page.keyboard.press('Control+Enter');
  await inReview(third);
  await page.keyboard.press('Enter');
  await inReview(last);
  expect(new URL(page.url()).pathname).toBe('/datasets/parts/review');
  await eventually(async () => {
    const now = await Promise.all(images.map(({ id }) => stored(stage, id)));
    expect(now.map(({ set, tags }) => [set, tags.length])).toEqual([
      ['PREDETERMINED', 1],
      ['PREDETERMINED', 1],
      ['PREDETERMINED', 1],
      ['REVIEW', 0],
    ]);
  });
  expect(flaws).toEqual([]);
  await context.close();
});

/** Puts images into the set REVIEW. */
async function review(images: readonly string[]): Promise<void> {
  const changes = images.map((image) => ({ image, decision: 'review' }));
  const headers = { 'content-type': 'application/json' };
  const url = `${stage.baseUrl}/dataset/parts/images`;
  const answer = await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ changes }) });
  expect(answer.status).toBe(200);
}

test('by fingers: one draws, two zoom', async () => {
  const image = await upload('fingers', { width: 640, height: 480 });
  const { page, flaws, context } = await signIn(stage, 'editor', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const desk = new Desk(stage, page);
  await desk.open(image);
  const touch = touchBy(await context.newCDPSession(page));
  await page.getByRole('button', { name: 'Box', exact: true }).tap();
  const truth = { x: 100, y: 100, w: 300, h: 240 };
  await swipe(touch, desk.at(truth), desk.at({ x: 400, y: 340 }));
  await page.getByText('bolt, box', { exact: false }).first().waitFor();
  const middle = desk.at({ x: 320, y: 240 });
  const beside = (by: number) => [
    { x: middle.x - by, y: middle.y },
    { x: middle.x + by, y: middle.y },
  ];
  await touch('touchStart', ...beside(30));
  await touch('touchMove', ...beside(60));
  await touch('touchEnd');
  const shown = page.getByRole('button', { name: /^[\d,.]+ %, 100 %/ });
  expect(Number.parseInt((await shown.textContent()) ?? '', 10)).toBeGreaterThan(desk.view.scale * 150);
  await page.locator('[data-state=saved]').waitFor();
  const drawn = pixelsOf(await stored(stage, image.id));
  expect(drawn).toHaveLength(1);
  expect(meanOverlap([{ ...truth, type: 'rect', tag: 'bolt', labeled: 'manual' }], drawn)).toBeGreaterThan(
    0.95,
  );
  expect(flaws).toEqual([]);
  await context.close();
});

/** Pictures of 20 megapixels, and how often one of them is opened. */
const [LARGE_PICTURES, OPENINGS] = process.env.LONG ? [20, 200] : [3, 9];
/** Part by which the heap may be larger in the end than once each picture was open. */
const GROWTH = 1.25;

test(
  `${OPENINGS} large pictures one after the other leave no more behind than the first ones (200 with LONG=1)`,
  async () => {
    const images: StoredImage[] = [];
    for (let at = 0; at < LARGE_PICTURES; at += 1)
      images.unshift(await uploadLarge(stage, `large-${at}`, { hue: at, boxes: 10 }));
    const { page, flaws, context } = await signIn(stage, 'editor');
    await countPictures(page);
    const cdp = await context.newCDPSession(page);
    await new Desk(stage, page).open(images[0] as StoredImage);
    let at = 0;
    let way = 1;
    const open = async (count: number) => {
      for (let opened = 0; opened < count; opened += 1) {
        if (images[at + way] === undefined) way = -way;
        at += way;
        await openByKey(page, way > 0 ? 'PageDown' : 'PageUp', (images[at] as StoredImage).id);
      }
      return { pictures: await openPictures(page), heap: await heapOf(cdp) };
    };
    const first = await open(LARGE_PICTURES - 1);
    const last = await open(OPENINGS - LARGE_PICTURES);
    expect(last.pictures).toBeLessThanOrEqual(first.pictures);
    expect(last.heap).toBeLessThanOrEqual(GROWTH * first.heap);
    expect(flaws).toEqual([]);
    await context.close();
  },
  LONG_TEST,
);

test('a viewer looks: no tool that draws, no key that changes', async () => {
  const [image] = (await listed(stage)).filter(({ tags }) => tags.length > 0) as [StoredImage];
  const { page, flaws, context } = await signIn(stage, 'viewer');
  const desk = new Desk(stage, page);
  await desk.open(image);
  expect(await page.getByRole('button', { name: 'Box' }).count()).toBe(0);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Shift+ArrowLeft');
  await page
    .getByText(/selected|bolt, box/)
    .first()
    .waitFor();
  expect((await stored(stage, image.id)).revision).toBe(image.revision);
  expect(flaws).toEqual([]);
  await context.close();
});

test.each([
  ['light', 'en-US', 1440],
  ['dark', 'de-DE', 1024],
  ['dark', 'en-US', 390],
] as const)('%s, %s, %i pixels wide: axe finds nothing', async (colorScheme, locale, width) => {
  const viewport = { width, height: width === 390 ? 844 : 900 };
  const { page, flaws, context } = await signIn(stage, 'editor', { colorScheme, locale, viewport });
  const desk = new Desk(stage, page);
  const [image] = (await listed(stage)).filter(({ tags }) => tags.length > 2) as [StoredImage];
  await desk.open(image);
  await page.keyboard.press('Control+a');
  const { violations } = await axeOn(page).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(overflow)).toBe(0);
  expect(flaws).toEqual([]);
  await context.close();
});
