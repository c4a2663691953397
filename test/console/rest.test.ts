/**
 * Contract 15 in the console: from some labels to all of them, and images found by what they look like.
 * @covers Contract 15 label the rest in the console: begin, check by keys, accept, take back, refused, axe
 * @covers Contract 15 find in the console: switched on, wrong labels by keys, near copies, outliers, similar images, axe
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/factory.ts';
import { TEST } from '../support/limits.ts';
import { judgeDoubts, judgeOutliers, keepOne, openSimilar, showLarge, switchOn } from './finding.ts';
import { inspectPages } from './inspect.ts';
import { ask } from './model-runs.ts';
import { type ConsoleStage, openConsole, signIn } from './stage.ts';

const LOOK = 2 * TEST;
const REST = '/datasets/bolts/rest';

interface Listed {
  id: string;
  tag: string | null;
  set: string;
  checked: boolean;
}

let stage: ConsoleStage;
/** Classes that people gave to images that are unlabelled now. */
let truth: ReadonlyMap<string, string>;
beforeAll(async () => {
  stage = await openConsole();
  const labelled = (await listed()).filter(
    ({ tag, set }) => tag !== null && set !== 'TEST' && set !== 'REVIEW',
  );
  // A quarter of each class stays.
  const some = labelled.filter((_, at) => at % 4 > 0);
  truth = new Map(some.map(({ id, tag }) => [id, tag as string]));
  const changes = some.map(({ id }) => ({ image: id, tag: null }));
  await ask(stage, 'PATCH', 'bolts/images', { changes });
});
afterAll(() => stage?.close());

const listed = async () => (await ask<{ images: Listed[] }>(stage, 'GET', 'bolts/images?limit=200')).images;
const unlabelled = async () => (await listed()).filter(({ tag }) => tag === null).length;

/** Chooses the least demanding of what the page offers, and begins a check. @returns how many images it has */
async function begin(page: Page): Promise<number> {
  await page.getByRole('button', { name: /right at least/ }).click();
  await page.getByRole('option', { name: '90', exact: true }).click();
  await page.getByRole('button', { name: /sure to/ }).click();
  await page.getByRole('option', { name: 'Any degree' }).click();
  await page.getByRole('button', { name: 'Suggest, and show what to check' }).click();
  const progress = await page.getByText(/^0 of \d+ checked$/).textContent();
  return Number(/of (\d+)/.exec(progress ?? '')?.[1]);
}

/** Judges all images of the check. @param say returns the key to press */
async function judgeAll(page: Page, say: (image: string, suggested: string) => string): Promise<number> {
  for (let count = 0; ; count += 1) {
    const figure = page.locator('figure[data-image]');
    await figure.or(page.getByRole('heading', { name: /^You agree with/ })).waitFor();
    if ((await figure.count()) === 0) return count;
    const image = (await figure.getAttribute('data-image')) ?? '';
    const suggested = await page.locator('main aside dd').first().textContent();
    await page.keyboard.press(say(image, suggested ?? ''));
    await page.waitForFunction(
      (last) => document.querySelector<HTMLElement>('figure[data-image]')?.dataset.image !== last,
      image,
    );
  }
}

test(
  'a dataset gets its classes by a check, which says what it has shown, and what is accepted is taken back',
  async () => {
    const { page, flaws, context } = await signIn(stage, 'owner', {}, '/datasets/bolts');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Label the rest' }).click();
    await page.getByRole('button', { name: 'Begin' }).click();
    // Over a hundred pictures are looked at, by a processor that other tests use too.
    await page.getByText(/would have been recognized/).waitFor({ timeout: LOOK });
    const before = await unlabelled();
    // The sample dataset is so small that all must be checked, as the page says.
    const sampled = await begin(page);
    await page.getByText(`All ${sampled} must be checked`).waitFor();
    expect(await judgeAll(page, () => 'Enter')).toBe(sampled);
    // What was said outlives the tab.
    await page.reload();
    await page.getByRole('heading', { name: `You agree with ${sampled} of ${sampled}` }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /images have their class now$/ }).waitFor();
    const figures = page.getByRole('table', { name: 'What the check has shown' });
    await figures.getByRole('row', { name: /^good \d+% \d+ \d+$/ }).waitFor();
    expect(await unlabelled()).toBe(before - sampled);
    // Once the page is left, whoever may edit finds it in the list.
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Labelled at once before' }).waitFor();
    await page.getByRole('button', { name: 'Take all back' }).click();
    await page.getByText(/^taken back: \d+ unlabelled again/).waitFor();
    // What the person has said himself stays.
    await eventually(async () => expect(await unlabelled()).toBe(before - sampled));
    expect(flaws).toEqual([]);
    await context.close();
  },
  LOOK + TEST,
);

test('too few right ones: nothing is labelled but what the person has said', async () => {
  const changes = [...truth.keys()].map((image) => ({ image, tag: null }));
  await ask(stage, 'PATCH', 'bolts/images', { changes });
  const before = await unlabelled();
  const { page, flaws, context } = await signIn(stage, 'owner', {}, REST);
  const sampled = await begin(page);
  const given: string[] = [];
  const say = (image: string, suggested: string) => {
    if (suggested === 'good') return 'x';
    given.push(image);
    return '1';
  };
  expect(await judgeAll(page, say)).toBe(sampled);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Not sure enough' }).waitFor();
  await eventually(async () => expect(await unlabelled()).toBe(before - given.length));
  const tags = new Map((await listed()).map(({ id, tag }) => [id, tag]));
  expect(given.map((image) => tags.get(image))).toEqual(given.map(() => 'good'));
  expect(flaws.filter((flaw) => !flaw.startsWith('409'))).toEqual([]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(/would have been recognized/).waitFor();
  await context.close();
});

describe('images that need a look', () => {
  beforeAll(async () => {
    const changes = [...truth].map(([image, tag]) => ({ image, tag }));
    await ask(stage, 'PATCH', 'bolts/images', { changes });
    await ask(stage, 'PATCH', 'bolts', { suggest: 'builtin' });
    await ask(stage, 'POST', 'bolts/suggest/vectors');
  });

  test('pictures are looked at first, if an editor says so', () => switchOn(stage, 'castings'), LOOK);

  test('labels that the others deny are kept or changed by keys, and changed back', () => judgeDoubts(stage));

  test('one of near copies is kept, and the others come back', () => keepOne(stage));

  test('one of near copies is shown large, and kept there', () => showLarge(stage));

  test('what looks like an image is found from its viewer', () => openSimilar(stage));

  test('outliers go to the trash, and come back', () => judgeOutliers(stage));
});

inspectPages(() => [
  stage,
  {
    [REST]: 'main table',
    '/datasets/bolts/find?kind=duplicates': '[data-image] img',
    '/datasets/castings/find?kind=unusual': '[data-image] img',
    // Not after another address of the same page: the visit waits for a page that replaces it.
    '/datasets/bolts/find': '[data-image] img',
    '/datasets/castings/find?like=castings-0001': '[role=row] img',
    '/datasets/parts/find': 'main h2',
  },
]);
