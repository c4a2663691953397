/**
 * A phone or a webcam is a camera by its browser: the QR code's link, pictures that outlive the tab, and what is said when one cannot.
 * @covers Contract 19 a browser as a camera: first picture, kept through killed tabs, exactly once, plain words for each refusal
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { eventually } from '../support/factory.ts';
import { LONG_TEST, SLOWNESS, STEP } from '../support/limits.ts';
import { type ConsoleStage, openConsole, signIn } from './stage.ts';

const isLong = process.env.LONG === '1';
const PICTURES = isLong ? 500 : 30;
const KILLS = isLong ? 5 : 2;

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-US' };

/** Milliseconds from a fresh stack to the first picture of a phone that is stored. */
const FIRST = 60_000 * SLOWNESS;

let stage: ConsoleStage;
let began: number;
beforeAll(async () => {
  began = Date.now();
  const browser = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  stage = await openConsole({ browser });
});
afterAll(() => stage?.close());

/** As the owner of a camera reads it from its page. */
async function linkOf(monitor: string): Promise<string> {
  const { context, page } = await signIn(stage, 'owner', {}, `/monitors/${monitor}`);
  await page.getByRole('button', { name: 'Use a phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use a phone' });
  const link = await readCode(dialog.getByRole('img', { name: 'QR code' }));
  expect(await dialog.getByRole('link').getAttribute('href')).toBe(link);
  await context.close();
  return link;
}

/** By a reader of another author than the code's. */
async function readCode(code: Locator): Promise<string> {
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ data, width: info.width, height: info.height });
}

const shutter = (page: Page) => page.getByRole('button', { name: 'Take a picture' });

async function openPhone(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await expectReady(page);
  return page;
}

const expectReady = (page: Page) =>
  eventually(async () => expect(await shutter(page).isEnabled()).toBe(true));

/** What the page says of its pictures. */
const countOf = async (page: Page, what: 'taken' | 'waiting'): Promise<number> =>
  Number(await page.locator('[data-taken]').getAttribute(`data-${what}`));

/** Images that came from the browser; each was taken at a time of its own. */
const stored = async (monitor: string): Promise<number> => {
  const { docs } = await stage.firestore
    .collection('image')
    .where('monitor', '==', stage.firestore.doc(`monitor/${monitor}`))
    .get();
  const images = docs.filter((each) => String(each.get('session') ?? '').includes('phone-'));
  expect(new Set(images.map((each) => each.get('date').valueOf())).size).toBe(images.length);
  return images.length;
};

test('the first picture is stored within a minute of a fresh stack', async () => {
  const context = await stage.browser.newContext(PHONE);
  await shutter(await openPhone(context, await linkOf('line-2'))).click();
  const left = Math.max(1, FIRST - (Date.now() - began));
  await eventually(async () => expect(await stored('line-2')).toBe(1), left);
  if (isLong) console.log(`The first picture was stored after ${Date.now() - began} ms.`);
  await context.close();
});

test(
  'the link of the code makes a phone a camera; its pictures outlive killed tabs and an outage, each once',
  async () => {
    const link = await linkOf('line-1');
    expect(new URL(link).search).toBe('');
    const context = await stage.browser.newContext(PHONE);
    let page = await openPhone(context, link);
    // The key is not in the address any more, and the browser knows which camera it is.
    expect(new URL(page.url()).hash).toBe('');
    let taken = 0;
    for (let kill = 0; kill <= KILLS; kill += 1) {
      // Every second tab has no service while it takes pictures.
      await stage.between.functions.set(kill % 2 === 0 ? 'pass' : 'refused');
      const wanted = Math.ceil(PICTURES / (KILLS + 1));
      while ((await countOf(page, 'taken')) < wanted) await shutter(page).click();
      taken += await countOf(page, 'taken');
      if (kill === KILLS) break;
      const dead = page;
      const session = await context.newCDPSession(dead);
      void session.send('Page.crash').catch(() => {});
      page = await openPhone(context, `${stage.address}/capture`);
      await dead.close();
    }
    await stage.between.functions.set('pass');
    await eventually(async () => expect(await countOf(page, 'waiting')).toBe(0), 2 * STEP);
    const images = await stored('line-1');
    // One more of each tab, which was kept after the page had been asked.
    expect(images).toBeGreaterThanOrEqual(taken);
    expect(images).toBeLessThanOrEqual(taken + KILLS + 1);
    await context.close();
  },
  LONG_TEST,
);

test('a key that has ended is said, and no picture is lost', async () => {
  const link = await linkOf('line-2');
  const context = await stage.browser.newContext(PHONE);
  const page = await openPhone(context, link);
  await page.evaluate(`(async () => {
    const request = indexedDB.open(${JSON.stringify('sightline-capture/demo-sightline')}, 1);
    const database = await new Promise((done) => (request.onsuccess = () => done(request.result)));
    database.transaction('records', 'readwrite').objectStore('records').put({ monitor: 'line-2', key: 'ended' }, 'camera');
  })()`);
  await page.reload();
  await expectReady(page);
  await shutter(page).click();
  await page.getByText('The key of this camera has ended').waitFor();
  expect(await countOf(page, 'waiting')).toBe(1);
  await context.close();
});

test.each([
  ['NotAllowedError', 'The camera is blocked'],
  ['NotFoundError', 'This device has no camera'],
])('%s is said in plain words', async (name, words) => {
  const context = await stage.browser.newContext(PHONE);
  await context.addInitScript(
    `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', ${JSON.stringify(name)}))`,
  );
  const page = await context.newPage();
  await page.goto(`${stage.address}/capture#monitor=line-1&key=x`);
  await page.getByRole('heading', { name: words }).waitFor();
  expect(await shutter(page).isDisabled()).toBe(true);
  await context.close();
});

test('a browser that was never a camera is told how it becomes one', async () => {
  const context = await stage.browser.newContext(PHONE);
  const page = await context.newPage();
  await page.goto(`${stage.address}/capture`);
  await page.getByRole('heading', { name: 'Which camera is this?' }).waitFor();
  await context.close();
});
