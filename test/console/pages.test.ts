/**
 * Pages of the console as the sample people see them, checked by axe and with the keyboard.
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 * @covers Contract 12: each key of the console is listed, does what its command does, and is never the only way
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { lookWithoutMotion, workByKeys, workByTouch } from './hands.ts';
import { inspectPages, LOOKS } from './inspect.ts';
import { compareOutlines } from './outlines.ts';
import { type ConsoleStage, goTo, openConsole, signIn, type Visit } from './stage.ts';

const PICTURE = join(import.meta.dirname, '../../emulator-data/storage_export/blobs/bolts-0001.jpg');

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openConsole();
});
afterAll(() => stage?.close());

/** A page's address, and an element that exists when it is complete; "Loading…" is a heading too. */
const PAGES: Readonly<Record<string, string>> = {
  '/': 'main h3',
  '/datasets/bolts': '[role=option] img',
  '/datasets/bolts/review': 'figure img, main h2:not([role=status] h2)',
  '/monitors': 'main h2:not([role=status] h2)',
  '/monitors/line-1': 'main dl',
};

/** Signs somebody in at a page, and waits until it is complete. */
async function open(person: string, path: string): Promise<Visit> {
  const visit = await signIn(stage, person, {}, path);
  await visit.page.waitForSelector(PAGES[path] as string);
  return visit;
}

test('home shows every dataset with its pictures, and every monitor', async () => {
  const { page, flaws, context } = await signIn(stage, 'owner');
  await page.waitForSelector('main a[href="/datasets/bolts"] img');
  expect(await page.locator('main a[href^="/datasets/"]').count()).toBe(4);
  expect(await page.locator('main a[href^="/monitors/"]').count()).toBe(2);
  await page.locator('main a[href="/datasets/bolts"]').click();
  await page.waitForURL('**/datasets/bolts');
  expect(flaws).toEqual([]);
  await context.close();
});

test('a person without a role sees no records and no controls, and gets no errors', async () => {
  const { page, flaws, context } = await signIn(stage, 'stranger');
  await page.getByText('No datasets yet').waitFor();
  expect(await page.getByRole('button', { name: 'New dataset' }).count()).toBe(0);
  await goTo(page, '/datasets/bolts');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect(await page.title()).toBe('Page not found · Sightline');
  expect(flaws).toEqual([]);
  await context.close();
});

test('a dataset: a class shows its images alone, the address says so, and back goes back', async () => {
  const { page, flaws, context } = await open('viewer', '/datasets/bolts');
  const status = page.getByRole('status').filter({ hasText: 'images' });
  expect(await status.textContent()).toBe('59 images');
  await page.getByRole('option').first().click();
  await page.getByRole('toolbar').waitFor();
  await page.getByRole('button', { name: /^rusty/ }).click();
  await page.waitForURL('**/datasets/bolts?tag=rusty');
  await page
    .getByRole('status')
    .filter({ hasText: /^15 images$/ })
    .waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[role=option][data-image]')].every((tile) =>
      tile.getAttribute('aria-label')?.endsWith('rusty'),
    ),
  );
  // Keys act on what is selected: nothing is that is not shown.
  expect(await page.getByRole('toolbar').count()).toBe(0);
  await page.goBack();
  await status.filter({ hasText: '59 images' }).waitFor();
  expect(await page.getByRole('link', { name: /^(Review|Label) \d+$/ }).count()).toBe(0);
  expect(flaws).toEqual([]);
  await context.close();
});

test('the wall: a session is started and stopped, and new frames are shown', async () => {
  const { page, flaws, context } = await open('editor', '/monitors');
  const tile = page.getByRole('listitem').filter({ hasText: 'Line 1' });
  await tile.getByRole('button', { name: 'Start' }).click();
  await tile.getByText('Started').waitFor();
  const body = await readFile(PICTURE);
  const headers = { 'content-type': 'image/jpeg' };
  const url = `${stage.baseUrl}/monitor/line-1/image?name=seen.jpg&dataset=bolts&date=${Date.now()}`;
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
  await tile.locator('img').waitFor();
  await tile.getByText('Running').waitFor();
  await tile.getByRole('button', { name: 'Stop' }).click();
  await tile.getByText('Stopped').waitFor();
  await goTo(page, '/monitors/line-1');
  await page.getByRole('region', { name: 'Last hour' }).getByText('1 frame', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Capture' }).click();
  const told = page.getByRole('region', { name: 'Tell the camera' }).getByRole('status');
  await told.getByText('Capture: asked', { exact: true }).waitFor();
  const commands = `${stage.baseUrl}/monitor/line-1/command`;
  const { data } = (await (await fetch(commands)).json()) as { data: { commands: { id: number }[] } };
  const say = (body: object) =>
    fetch(`${commands}/${data.commands[0]?.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await say({ state: 'taken' });
  await told.getByText('Capture: taken', { exact: true }).waitFor();
  await say({ state: 'done', message: 'image-1' });
  await told.getByText('Capture: done · image-1', { exact: true }).waitFor();
  expect(flaws).toEqual([]);
  await context.close();
});

test('who leaves the review is not brought back while the next page loads', async () => {
  const { page, flaws, context } = await signIn(stage, 'owner', {}, '/datasets/castings/review');
  let load = () => {};
  const held = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\/dataset-settings-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  // At once: an image that stays in front for some time is named by the address.
  await page.evaluate(async () => {
    while (!document.querySelector('figure[data-image]')) await new Promise(requestAnimationFrame);
    history.pushState(null, '', '/datasets/castings/settings');
  });
  await setTimeout(2_000);
  load();
  await page.getByLabel('Name').waitFor();
  expect(page.url()).toMatch(/castings\/settings$/);
  expect(flaws).toEqual([]);
  await context.close();
});

describe('review by keys', () => {
  const REVIEW = '/datasets/bolts/review?labelled=false';
  const listed = async (query: string): Promise<{ id: string; tag: string | null }[]> => {
    const answer = await fetch(`${stage.baseUrl}/dataset/bolts/images?limit=200&${query}`);
    return ((await answer.json()) as { images: { id: string; tag: string | null }[] }).images;
  };
  const front = async (page: Page): Promise<string> =>
    (await page.locator('figure[data-image]').getAttribute('data-image')) ?? '';
  const pressed = async (page: Page, key: string): Promise<void> => {
    const answered = page.waitForResponse((answer) => /\/images$|restore$/.test(answer.url()));
    await page.keyboard.press(key);
    expect((await answered).status()).toBe(200);
  };

  test('a key labels and goes on, X rejects, Z brings each back', async () => {
    const { page, flaws, context } = await signIn(stage, 'editor', {}, REVIEW);
    const before = await listed('labelled=false');
    await page.waitForSelector('figure[data-image]');
    const first = await front(page);
    expect(before[0]?.id).toBe(first);
    await pressed(page, '1');
    const second = await front(page);
    expect(second).toBe(before[1]?.id);
    // Otherwise its picture may be requested while it is moved to the trash.
    await page.waitForSelector('figure[data-whole=true]');
    await pressed(page, 'x');
    expect((await listed('tag=good')).find(({ id }) => id === first)?.tag).toBe('good');
    expect((await listed('')).some(({ id }) => id === second)).toBe(false);
    for (const id of [second, first]) {
      await pressed(page, 'z');
      await page.waitForSelector(`figure[data-image="${id}"]`);
    }
    expect((await listed('labelled=false')).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(flaws).toEqual([]);
    await context.close();
  });

  test('after a click, Enter accepts the image in front instead of pressing the same button again', async () => {
    const { page, flaws, context } = await signIn(stage, 'editor', {}, '/datasets/bolts/review?tag=good');
    const [first = '', second = '', , fourth = ''] = (await listed('tag=good')).map(({ id }) => id);
    const isInFront = (id: string) =>
      page.waitForSelector(`figure[data-image="${id}"][data-whole=true]`, { timeout: 20_000 });
    const isAccepted = async (id: string) =>
      (await stage.firestore.doc(`image/${id}`).get()).get('review.decision') === 'accept';
    await isInFront(first);
    const rejected = page.waitForResponse((answer) => answer.url().endsWith('/images'));
    await page.getByRole('button', { name: /^Reject/ }).click();
    await rejected;
    await isInFront(second);
    await pressed(page, 'Enter');
    expect(await isAccepted(second)).toBe(true);
    await page.locator('nav button[aria-current] + button').click();
    await isInFront(fourth);
    await pressed(page, 'Enter');
    expect(await isAccepted(fourth)).toBe(true);
    for (const id of [fourth, second]) {
      // An acceptance that changed no set leaves nothing to take back, so that no request follows.
      await page.keyboard.press('z');
      await page.waitForSelector(`figure[data-image="${id}"]`);
    }
    await pressed(page, 'z');
    await page.waitForSelector(`figure[data-image="${first}"]`);
    expect(flaws).toEqual([]);
    await context.close();
  });
});

test.each([1440, 390])('%i pixels wide: what stands in for a page is where the page will be', (width) =>
  compareOutlines(stage, width),
);

test('a class given, taken back, the keys shown and a camera started, by keys alone', () =>
  workByKeys(stage));

test('a class given and an image accepted on a phone, by fingers alone', () => workByTouch(stage));

test('who has asked for less motion sees none', () => lookWithoutMotion(stage, PAGES));

test('colors of the system show which page and class are chosen; paper shows the whole page', async () => {
  const { page, flaws, context } = await open('viewer', '/datasets/bolts');
  const backgroundOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await page.emulateMedia({ forcedColors: 'active' });
  const chosen = page.getByRole('button', { name: /^rusty, \d+ images, key \S$/ });
  await chosen.click();
  await page.locator('button[aria-pressed=true]').waitFor();
  for (const [marked, plain] of [
    ['nav a[aria-current=page]:not([aria-label=Sightline])', 'nav a:not([aria-current])'],
    ['aside button[aria-pressed=true]', 'aside button[aria-pressed=false]'],
  ] as const)
    expect(await backgroundOf(marked)).not.toBe(await backgroundOf(plain));
  await page.emulateMedia({ forcedColors: 'none', media: 'print' });
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'hidden' });
  expect(await page.locator('main').evaluate((main) => getComputedStyle(main).overflowY)).toBe('visible');
  expect(await page.locator('aside').evaluate((side) => side.clientHeight === side.scrollHeight)).toBe(true);
  expect(flaws).toEqual([]);
  await context.close();
});

inspectPages(() => [stage, PAGES], LOOKS);
