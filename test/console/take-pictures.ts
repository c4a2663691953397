/** `node test/console/take-pictures.ts`: takes the pictures of the console in docs/ and of the README, with the sample data. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { sendSampleRuns } from '../../emulators/sample/send-runs.ts';
import { writeZip } from '../support/write-zip.ts';
import { makeRun, movedBoxes } from './model-runs.ts';
import { openConsole, signIn } from './stage.ts';

const FOLDER = resolve(import.meta.dirname, '../../docs/pictures');
const SIZE = { width: 1280, height: 800 };
/** Milliseconds in which all pictures of a dataset are looked at. */
const LOOK = 300_000;

interface Picture {
  name: string;
  path: string;
  theme: 'light' | 'dark';
  /** An element that exists when the page is complete. */
  until: string;
  /** What is done on the page before. */
  act?: (page: Page) => Promise<void>;
}

const SAMPLE = resolve(import.meta.dirname, '../../emulator-data');
const IMPORTED = join(SAMPLE, 'storage_export/blobs');

/** Sends a change of the bolts. */
const send = (path: string, method: string, body: object) =>
  fetch(`${stage.baseUrl}/dataset/bolts${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function label(filter: string, tagOf: (image: string) => string | null): Promise<void> {
  const listed = await fetch(`${stage.baseUrl}/dataset/bolts/images?${filter}`);
  const { images } = (await listed.json()) as { images: { id: string }[] };
  await send('/images', 'PATCH', { changes: images.map(({ id }) => ({ image: id, tag: tagOf(id) })) });
}

/** Two versions of the bolts, between which images got another class and others came. */
async function makeVersions(): Promise<void> {
  await send('/version', 'POST', { name: 'First training' });
  await label('tag=good&limit=9', () => 'rusty');
  await send('/version', 'POST', { name: 'Rust looked at again', test: 20, validation: 20, group: 'image' });
}

/** Most bolts lose their class, and all are looked at. */
async function lookAtAll(page: Page): Promise<void> {
  await label('labelled=true&set=TRAIN&limit=80', () => null);
  await page.getByRole('button', { name: 'Begin' }).click();
}

/** Some of the bolts have a wrong class. @param truth by image */
async function findWrong(page: Page, truth: ReadonlyMap<string, string | null>): Promise<void> {
  const wrong = new Map<string | null | undefined, string>([
    ['good', 'rusty'],
    ['rusty', 'good'],
  ]);
  const tagOf = (image: string) => truth.get(image) ?? null;
  await label('limit=200', (image) => {
    const tag = tagOf(image);
    return /[37]$/.test(image) ? (wrong.get(tag) ?? tag) : tag;
  });
  await page.reload();
  const begin = page.getByRole('button', { name: 'Look at the pictures' });
  await begin.or(page.locator('[data-image]').first()).waitFor();
  if (await begin.isVisible()) await begin.click();
}

async function beginCheck(page: Page): Promise<void> {
  await page.getByRole('button', { name: /sure to/ }).click();
  await page.getByRole('option', { name: 'Any degree' }).click();
  await page.getByRole('button', { name: /^Suggest, and show/ }).click();
}

async function chooseArchive(page: Page): Promise<void> {
  const numbers = ['0001', '0002', '0003', '0004', '0005', '0006'];
  const files = numbers.map(async (number, index) => ({
    path: `${index < 4 ? 'train' : 'test'}/${index % 2 === 0 ? 'good' : 'scratched'}/${number}.jpg`,
    bytes: await readFile(join(IMPORTED, `bolts-${number}.jpg`)),
  }));
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose archive' }).click();
  const buffer = writeZip(await Promise.all(files));
  await (await choosing).setFiles({ name: 'line-2-november.zip', mimeType: 'application/zip', buffer });
}

/** With the tool in hand, its sizes and the masks of each class stand beside the picture. */
async function takeBrush(page: Page): Promise<void> {
  await page.waitForSelector('[data-whole=true]');
  await page.keyboard.press('Shift+M');
}

/** A model says what it sees on the belt. */
async function predictParts(page: Page): Promise<void> {
  await makeRun(stage, 'parts', 'Monday', movedBoxes);
  await page.reload();
}

const PICTURES: readonly Picture[] = [
  { name: 'console-home', path: '/', theme: 'light', until: 'main a[href^="/datasets/"] img' },
  { name: 'console-dataset', path: '/datasets/bolts', theme: 'light', until: '[role=option] img' },
  { name: 'console-dataset-dark', path: '/datasets/bolts', theme: 'dark', until: '[role=option] img' },
  {
    name: 'console-review',
    path: '/datasets/bolts/review?labelled=true',
    theme: 'dark',
    until: 'figure[data-whole=true] img',
  },
  {
    name: 'console-editor',
    path: '/datasets/parts/images/parts-0022',
    theme: 'light',
    until: '[data-whole=true]',
  },
  {
    name: 'console-editor-dark',
    path: '/datasets/surface/images/surface-0037',
    theme: 'dark',
    until: '[data-whole=true]',
    act: takeBrush,
  },
  { name: 'console-monitors', path: '/monitors', theme: 'dark', until: 'main img' },
  { name: 'console-monitor', path: '/monitors/line-1', theme: 'light', until: 'main ol li' },
  { name: 'console-new-version', path: '/datasets/bolts/versions/new', theme: 'light', until: 'main table' },
  {
    name: 'console-version-diff',
    path: '/datasets/bolts/versions/2/diff/3',
    theme: 'dark',
    until: '[role=row] img',
  },
  {
    name: 'console-import',
    path: '/datasets/bolts/import',
    theme: 'light',
    until: '[data-import=checked]',
    act: chooseArchive,
  },
  {
    name: 'console-people',
    path: '/datasets/bolts/people',
    theme: 'light',
    until: 'main:not(:has([aria-busy=true])) ul[aria-busy=false] li',
    async act(page) {
      await send('/members/night.shift%40example.org', 'PUT', { role: 'viewer' });
      await page.reload();
    },
  },
  {
    name: 'console-models',
    path: '/datasets/bolts/models?version=1',
    theme: 'light',
    until: '[data-run] strong',
  },
  {
    name: 'console-model',
    path: '/datasets/bolts/models/2?version=1',
    theme: 'dark',
    until: '[data-figure=accuracy]',
  },
  {
    name: 'console-predictions',
    path: '/datasets/parts/images/parts-0025?run=1',
    theme: 'light',
    until: 'li [data-pointed]',
    act: predictParts,
  },
  // These come last: the bolts have other labels after them.
  {
    name: 'console-rest',
    path: '/datasets/bolts/rest',
    theme: 'light',
    until: 'main table',
    act: lookAtAll,
  },
  {
    name: 'console-check',
    path: '/datasets/bolts/rest',
    theme: 'light',
    until: 'figure[data-image] img',
    act: beginCheck,
  },
  {
    name: 'console-find',
    path: '/datasets/bolts/find',
    theme: 'light',
    until: '[data-image] img',
    act: (page) => findWrong(page, truth),
  },
];

const stage = await openConsole();
const listed = await fetch(`${stage.baseUrl}/dataset/bolts/images?limit=200`);
const { images: bolts } = (await listed.json()) as { images: { id: string; tag: string | null }[] };
const truth = new Map(bolts.map(({ id, tag }) => [id, tag]));
await sendSampleRuns(stage.address, SAMPLE);
await makeVersions();
// Only these, where some are named.
const named = process.argv.slice(2);
for (const { name, path, theme, until, act } of PICTURES) {
  if (named.length > 0 && !named.includes(name)) continue;
  const { page, context } = await signIn(stage, 'owner', { viewport: SIZE, colorScheme: theme });
  await page.goto(`${stage.address}${path}`);
  await act?.(page);
  await page.waitForSelector(until, { timeout: LOOK });
  // Thumbnails are decoded asynchronously, and no event tells when all are done.
  await page.waitForTimeout(1500);
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(join(FOLDER, `${name}.webp`));
  await context.close();
}
await stage.close();
await makeTour();

/** The README's moving picture, of pictures that exist by then. */
async function makeTour(): Promise<void> {
  const names = ['monitor', 'dataset', 'review', 'new-version', 'model', 'find'];
  const pages = await Promise.all(
    names.map((name) =>
      sharp(join(FOLDER, `console-${name}.webp`))
        .resize(960)
        .png()
        .toBuffer(),
    ),
  );
  await sharp(pages, { join: { animated: true } })
    .webp({ quality: 70, loop: 0, delay: pages.map(() => 2_500) })
    .toFile(join(FOLDER, 'console-tour.webp'));
}
