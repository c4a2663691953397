/**
 * The grid of a dataset as an instrument: days, order, tile size, sessions and scattered images.
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/factory.ts';
import { type ConsoleStage, openConsole, signIn } from './stage.ts';

interface Listed {
  id: string;
  name: string;
  date: number;
  tag: string | null;
  session: string;
  monitor: string | null;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

let stage: ConsoleStage;
/** Of `bolts`, newest first. */
let images: Listed[];
beforeAll(async () => {
  stage = await openConsole();
  const answer = await fetch(`${stage.baseUrl}/dataset/bolts/images?limit=200`);
  images = ((await answer.json()) as { images: Listed[] }).images;
});
afterAll(() => stage?.close());

const open = async (path = '') => {
  const visit = await signIn(stage, 'editor', { timezoneId: 'Europe/Berlin' }, `/datasets/bolts${path}`);
  await visit.page.waitForSelector('[role=option] img');
  return visit;
};
const total = (page: Page, count: number) =>
  page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${count} images?$`) })
    .waitFor();
const tileOf = (page: Page, at: number) => page.locator(`[role=option][aria-posinset="${at}"][data-image]`);
const imageAt = (page: Page, at: number) => tileOf(page, at).getAttribute('data-image');
const pick = async (page: Page, filter: string, choice: string | RegExp) => {
  await page.getByRole('button', { name: new RegExp(`${filter}$`) }).click();
  await page.getByRole('option', { name: choice }).last().click();
};

test("a day's rusty ones of a camera are three choices, one takes each back, and the address keeps them", async () => {
  const { page, flaws, context } = await open();
  const day = (at: number) => new Date(at).toLocaleDateString('sv', { timeZone: 'Europe/Berlin' });
  const newest = images.find(({ tag, monitor }) => tag === 'rusty' && monitor === 'line-1') as Listed;
  const wanted = images.filter(
    (each) => each.tag === 'rusty' && each.monitor === 'line-1' && day(each.date) === day(newest.date),
  );
  const inWords = new Intl.DateTimeFormat('en', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'Europe/Berlin',
  });
  await pick(page, 'Day', inWords.format(newest.date));
  await total(page, images.filter((each) => day(each.date) === day(newest.date)).length);
  await pick(page, 'Class', 'rusty');
  await pick(page, 'Monitors', /Line 1/);
  await total(page, wanted.length);
  const kept = page.url();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await total(page, images.length);
  await page.goto(kept);
  await total(page, wanted.length);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await total(page, images.length);

  // A range, by its ends.
  const oldest = images.at(-1) as Listed;
  await pick(page, 'Day', 'Other days …');
  await page.getByLabel('From', { exact: true }).fill(day(oldest.date));
  await page.getByLabel('To', { exact: true }).fill(day(oldest.date));
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const ofDay = images.filter((each) => day(each.date) === day(oldest.date));
  await total(page, ofDay.length);
  // The editor stays within the filter: the newest of that day has none before it.
  await page.locator(`[role=option][data-image="${ofDay[0]?.id}"]`).dblclick();
  await page.locator(`[data-image="${ofDay[0]?.id}"][data-whole=true]`).waitFor();
  await page.getByRole('button', { name: 'Previous image' }).click();
  await page.getByText('There are no more images.').waitFor();
  expect(page.url()).toContain(`/images/${ofDay[0]?.id}?`);
  expect(flaws).toEqual([]);
  await context.close();
});

test('several classes are ticked by keys alone, or added with Ctrl, and one click chooses one', async () => {
  const { page, flaws, context } = await open();
  const both = images.filter(({ tag }) => tag === 'rusty' || tag === 'missing_thread');
  await page.getByRole('button', { name: /Class$/ }).focus();
  for (const key of ['Enter', 'End', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('dialog', { name: 'Class' }).waitFor();
  for (const name of ['rusty', 'missing_thread'])
    await page.getByRole('checkbox', { name, exact: true }).press('Space');
  await page.keyboard.press('Enter');
  await total(page, both.length);
  expect(new URL(page.url()).search).toBe('?tag=missing_thread&tag=rusty');
  const row = (name: string) => page.getByRole('complementary').getByRole('button', { name: `${name}, ` });
  await row('good').click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('button', { name: '3 classes Class' }).waitFor();
  await row('good').click();
  await page.getByRole('button', { name: 'good Class', exact: true }).waitFor();
  await total(page, images.filter(({ tag }) => tag === 'good').length);
  expect(flaws).toEqual([]);
  await context.close();
});

test('the oldest first: a range has all in between, and the editor goes the same way', async () => {
  const { page, flaws, context } = await open();
  await pick(page, 'Order', 'Oldest first');
  await page.waitForURL('**/bolts?order=oldest');
  const turned = images.toReversed().map(({ id }) => id);
  await page.locator(`[role=option][aria-posinset="1"][data-image="${turned[0]}"]`).waitFor();
  expect([await imageAt(page, 2), await imageAt(page, 9)]).toEqual([turned[1], turned[8]]);
  await tileOf(page, 2).click();
  await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await tileOf(page, images.length).click({ modifiers: ['Shift'] });
  await page
    .getByRole('toolbar')
    .getByText(`${images.length - 1} selected`)
    .waitFor();
  await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, 0));
  await tileOf(page, 2).dblclick();
  await page.waitForURL(`**/images/${turned[1]}?order=oldest`);
  await page.locator(`[data-image="${turned[1]}"][data-whole=true]`).waitFor();
  await page.getByRole('button', { name: 'Next image' }).click();
  await page.waitForURL(`**/images/${turned[2]}?order=oldest`);
  expect(flaws).toEqual([]);
  await context.close();
});

test('tiles get larger by a key and stay so; a session is selected as a whole, and scattered images by keys', async () => {
  const { page, flaws, context } = await open();
  const width = async () => Math.round((await tileOf(page, 1).boundingBox())?.width ?? 0);
  const usual = await width();
  await page.keyboard.press('+');
  await page.waitForFunction(
    (before) => (document.querySelector('[role=option]')?.clientWidth ?? 0) > 1.3 * before,
    usual,
  );
  await page.reload();
  await page.waitForSelector('[role=option] img');
  expect(await width()).toBeGreaterThan(1.3 * usual);
  await page.keyboard.press('-');
  await page.waitForFunction(
    (before) => document.querySelector('[role=option]')?.clientWidth === before,
    usual,
  );

  const { session } = images[0] as Listed;
  const ofSession = images.filter((each) => each.session === session).length;
  const selected = (count: number) => page.getByRole('toolbar').getByText(`${count} selected`).waitFor();
  await page.getByRole('listbox').getByText('Select', { exact: true }).first().click();
  await selected(ofSession);
  await page.keyboard.press('Escape');
  await tileOf(page, 1).click();
  await page.keyboard.press('Shift+A');
  await selected(ofSession);
  await page.keyboard.press('Escape');

  await tileOf(page, 1).click();
  for (const key of ['Control+ArrowRight', 'Control+ArrowRight', 'Space', 'Control+ArrowDown', 'Space'])
    await page.keyboard.press(key);
  await selected(3);
  expect(await tileOf(page, 1).getAttribute('aria-selected')).toBe('true');
  expect(await tileOf(page, 2).getAttribute('aria-selected')).toBe('false');
  expect(await tileOf(page, 3).getAttribute('aria-selected')).toBe('true');
  expect(flaws).toEqual([]);
  await context.close();
});

test('a mouse that is dragged selects what its rectangle touches, with Ctrl beside what is selected', async () => {
  const { page, flaws, context } = await open();
  const selected = (count: number) => page.getByRole('toolbar').getByText(`${count} selected`).waitFor();
  const middleOf = async (at: number) => {
    const { x, y, width, height } = (await tileOf(page, at).boundingBox()) as Box;
    return [x + width / 2, y + height / 2] as const;
  };
  // Places of a row, as the grid has them.
  const [, firstY] = await middleOf(1);
  let columns = 1;
  while ((await middleOf(columns + 1))[1] === firstY) columns += 1;
  const drag = async (from: number, to: number) => {
    await page.mouse.move(...(await middleOf(from)));
    await page.mouse.down();
    await page.mouse.move(...(await middleOf(to)), { steps: 4 });
    await page.mouse.up();
  };
  await drag(2, columns + 3);
  await selected(4);
  for (const at of [2, 3, columns + 2, columns + 3])
    expect(await tileOf(page, at).getAttribute('aria-selected')).toBe('true');
  await page.keyboard.down('Control');
  await drag(2 * columns + 1, 2 * columns + 2);
  await page.keyboard.up('Control');
  await selected(6);
  await tileOf(page, 1).click();
  await selected(1);

  // At the edge, the grid scrolls below the mouse.
  const { x, y, height } = (await page.getByRole('listbox').boundingBox()) as Box;
  await page.mouse.move(...(await middleOf(1)));
  await page.mouse.down();
  await page.mouse.move(x + 400, y + height - 4, { steps: 4 });
  await page.waitForFunction(() => {
    const list = document.querySelector('[role=listbox]');
    return list && list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
  });
  await page.mouse.up();
  const count = Number.parseInt((await page.getByRole('toolbar').textContent()) ?? '', 10);
  expect(count).toBeGreaterThan(images.length / 4);
  expect(flaws).toEqual([]);
  await context.close();
});

test('a file is found by how its name begins, and opened', async () => {
  const { page, flaws, context } = await open();
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox', { name: 'File name' });
  await field.fill('bolts-001');
  const found = page.getByRole('dialog').getByRole('row');
  const names = images.map(({ name }) => name).filter((name) => name.startsWith('bolts-001'));
  await found.nth(names.length - 1).waitFor();
  expect((await found.allTextContents()).map((each) => each.slice(0, 14))).toEqual(names.toSorted());
  await field.fill('BOLTS');
  await page.getByText('No matches.').waitFor();
  await field.fill(names[1] ?? '');
  await found.filter({ hasText: names[1] ?? '' }).waitFor();
  await expect(found.count()).resolves.toBe(1);
  await field.press('Enter');
  const image = images.find(({ name }) => name === names[1]);
  await page.waitForURL(`**/images/${image?.id}`);
  await page.goBack();
  await page.waitForURL('**/datasets/bolts');
  expect(flaws).toEqual([]);
  await context.close();
});

test('on a phone, the day of a session is not cut off', async () => {
  const phone = { viewport: { width: 390, height: 844 }, locale: 'de-DE', hasTouch: true, isMobile: true };
  const { page, context } = await signIn(stage, 'viewer', phone, '/datasets/bolts');
  const day = page
    .locator('h3')
    .filter({ hasText: /^\d\d\.\d\d\.\d{4}, / })
    .first();
  await day.waitFor();
  // Not even by a part of a pixel, which costs letters.
  const cut = await day.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().width - element.getBoundingClientRect().width;
  });
  expect(cut).toBeLessThan(0.01);
  await context.close();
});

test('that the service is away covers no button for what is selected', async () => {
  const { page, context } = await open();
  await stage.between.functions.set('refused');
  await tileOf(page, 1).click();
  await page.keyboard.press('1');
  await page.getByRole('status').filter({ hasText: 'not responding' }).waitFor();
  // Pressed as a person would: not through what lies over it.
  const button = page.getByRole('toolbar').getByRole('button', { name: 'Class' });
  const box = (await button.boundingBox()) as Box;
  const hit = await page.evaluate(
    ([x, y]) => {
      const rects = [...document.querySelectorAll('[role=status]')].map((each) =>
        each.getBoundingClientRect(),
      );
      return rects.some(({ left, right, top, bottom }) => left < x && x < right && top < y && y < bottom);
    },
    [box.x + box.width / 2, box.y + box.height / 2] as const,
  );
  expect(hit).toBe(false);
  await page.keyboard.press('z');
  await stage.between.functions.set('pass');
  await context.close();
});

test('a bar of a chart is a link: with Ctrl or the middle button it opens beside the page, else on it', async () => {
  const { page, flaws, context } = await signIn(stage, 'viewer', {}, '/datasets/bolts');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Charts' }).click();
  const bar = page.getByRole('dialog').getByRole('link', { name: /^rusty: / });
  // Asked of the browser: some tabs that open in the background are never told to a test as pages.
  const browser = await stage.browser.newBrowserCDPSession();
  const tab = async () =>
    (await browser.send('Target.getTargets')).targetInfos.find(({ url }) =>
      url.endsWith('/datasets/bolts?tag=rusty'),
    );
  for (const how of [{ modifiers: ['Control' as const] }, { button: 'middle' as const }]) {
    await bar.click(how);
    await eventually(async () => expect(await tab()).toMatchObject({ type: 'page' }));
    await browser.send('Target.closeTarget', { targetId: (await tab())?.targetId ?? '' });
    await eventually(async () => expect(await tab()).toBeUndefined());
  }
  expect(new URL(page.url()).search).toBe('');
  await bar.click();
  await page.waitForURL('**/datasets/bolts?tag=rusty');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(flaws).toEqual([]);
  await context.close();
});
