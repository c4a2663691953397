/** The same work by keys alone, by fingers alone, and without anything that moves. */
import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/factory.ts';
import { type ConsoleStage, goTo, signIn } from './stage.ts';

/** Tab stops that a page may have before what is looked for. */
const STOPS = 80;

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`the keyboard does not reach ${wanted}`);
}

const recordOf = async ({ firestore }: ConsoleStage, id: string) =>
  (await firestore.doc(`image/${id}`).get()).data();

/** From the door to a labelled image and a camera that is started, without a mouse. */
export async function workByKeys(stage: ConsoleStage): Promise<void> {
  const context = await stage.browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(stage.address);
  const editor = page.getByRole('button', { name: 'editor', exact: true });
  await editor.waitFor();
  await tabTo(page, editor);
  await page.keyboard.press('Enter');
  await page.locator('main a[href="/datasets/castings"]').waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('Castings');
  await page.getByRole('dialog').getByRole('menuitem', { name: 'Castings' }).first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/datasets/castings');
  await page.waitForSelector('[role=option] img');
  await tabTo(page, page.getByRole('listbox'));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const chosen = page.locator('[role=option][aria-selected=true]');
  const image = (await chosen.getAttribute('data-image')) ?? '';
  const before = (await recordOf(stage, image))?.tag?.id;
  const [key, after] = before === 'normal' ? ['2', 'defective'] : ['1', 'normal'];
  await page.keyboard.press(key);
  await eventually(async () => expect(await recordOf(stage, image)).toMatchObject({ tag: { id: after } }));
  await page.keyboard.press('Control+z');
  await eventually(async () => expect((await recordOf(stage, image))?.tag?.id).toBe(before));

  // What the keys of a page are is said by a key; the focus comes back from where it was.
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('defective').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'listbox');

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('sorting');
  await page
    .getByRole('menuitem', { name: /sorting/i })
    .first()
    .waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/monitors/line-2');
  for (const [verb, next] of [
    ['Start', 'Stop'],
    ['Stop', 'Start'],
  ] as const) {
    const button = page.getByRole('button', { name: verb, exact: true });
    await button.waitFor();
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: next, exact: true }).waitFor();
  }
  await context.close();
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Smallest side of what a finger must hit, in pixels (console.md). */
const FINGER = 44;

/** A class given in the grid and in the review, on a phone. */
export async function workByTouch(stage: ConsoleStage): Promise<void> {
  const { page, flaws, context } = await signIn(stage, 'editor', PHONE);
  await page.locator('main a[href="/datasets/castings"]').tap();
  await page.waitForSelector('[role=option] img');
  const tile = page.locator('[role=option]').nth(1);
  const image = (await tile.getAttribute('data-image')) ?? '';
  await tile.tap();
  await page.getByRole('toolbar').getByRole('button', { name: 'Class', exact: true }).tap();
  const item = page.getByRole('menuitem').first();
  const tag = String(await item.textContent());
  await item.tap();
  await eventually(async () => expect(await recordOf(stage, image)).toMatchObject({ tag: { id: tag } }));

  // What has no button on the page is in the command menu.
  await page.getByRole('button', { name: 'Search' }).tap();
  await page.getByRole('menuitem', { name: /^Select all/ }).tap();
  await page
    .getByRole('toolbar')
    .getByText(/^\d{2} selected$/)
    .waitFor();

  await goTo(page, '/datasets/castings/review?labelled=true');
  await page.waitForSelector('figure[data-whole=true]');
  const front = () => page.locator('figure[data-image]').getAttribute('data-image');
  const first = (await front()) ?? '';
  await page.getByRole('button', { name: /^Accept/ }).tap();
  await page.waitForFunction((last) => document.querySelector('figure')?.dataset.image !== last, first);
  await eventually(async () =>
    expect(await recordOf(stage, first)).toMatchObject({ review: { decision: 'accept' } }),
  );
  const small = await page.evaluate((least) => {
    const controls = [...document.querySelectorAll('main button')];
    const sizes = controls.map((each) => [each.textContent, each.getBoundingClientRect()] as const);
    return sizes.filter(([, { width, height }]) => width > 0 && height < least).map(([text]) => text);
  }, FINGER);
  expect(small).toEqual([]);
  expect(flaws).toEqual([]);
  await context.close();
}

/** Nothing moves or fades for who has asked for less motion. */
export async function lookWithoutMotion(
  stage: ConsoleStage,
  pages: Readonly<Record<string, string>>,
): Promise<void> {
  const { page, context } = await signIn(stage, 'owner', { reducedMotion: 'reduce' });
  const moving: string[] = [];
  for (const [path, whole] of Object.entries(pages)) {
    await goTo(page, path);
    await page.waitForSelector(whole);
    if (path === '/') await page.getByRole('button', { name: 'New dataset' }).click();
    moving.push(...(await page.evaluate(movingIn)).map((each) => `${path} ${each}`));
  }
  expect(moving).toEqual([]);
  await context.close();
}

/** Everything with a transition or an animation that takes time. */
function movingIn(): string[] {
  const takesTime = (times: string) => times.split(',').some((time) => Number.parseFloat(time) > 0);
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
    const moves = takesTime(transitionDuration) || (animationName !== 'none' && takesTime(animationDuration));
    return moves ? [`${element.tagName} ${element.className}`] : [];
  });
}
