/**
 * Contract 11 in the console: versions are made, compared and downloaded, and an archive comes back as a dataset.
 * @covers Contract 11, 12: versions and archives in the console
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FieldValue } from '@google-cloud/firestore';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { readYoloTree } from '../readers/yolo.ts';
import { eventually } from '../support/factory.ts';
import { readZip } from '../support/read-zip.ts';
import { writeZip } from '../support/write-zip.ts';
import { inspectPages } from './inspect.ts';
import { type ConsoleStage, openConsole, signIn, type Visit } from './stage.ts';

const PICTURES = join(import.meta.dirname, '../../emulator-data/storage_export/blobs');

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openConsole();
});
afterAll(() => stage?.close());

const open = (page: Page, path: string) => page.goto(`${stage.address}${path}`);

/** Makes a version on its page, after the preview has been shown. @returns what the preview says of all images */
async function makeVersion(page: Page, path: string, name: string): Promise<string[]> {
  await open(page, path);
  const row = page.getByRole('row', { name: 'All images' });
  await row.waitFor();
  await page.waitForFunction(() => !document.querySelector('main table')?.className.includes('faded'));
  const preview = await row.getByRole('cell').allTextContents();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create version' }).click();
  await page.waitForURL('**/versions');
  await page.locator('li[data-state=ready]').filter({ hasText: name }).waitFor();
  return preview;
}

/** Gives all images that a filter shows a class, by the keys of the grid. */
async function relabel(page: Page, filter: string, tag: string): Promise<void> {
  await open(page, `/datasets/bolts?${filter}`);
  const tiles = page.locator('[role=option][data-image]');
  await tiles.first().waitFor();
  let total = 0;
  await eventually(async () => {
    total = Number(await tiles.first().getAttribute('aria-setsize'));
    expect(await tiles.count()).toBe(total);
  });
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('toolbar', { name: `${total} selected` });
  await bar.waitFor();
  const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await bar.getByRole('button', { name: 'Class', exact: true }).click();
  await page.getByRole('menuitem', { name: tag, exact: true }).click();
  expect((await answered).status()).toBe(200);
}

/** @param label what the page shows while the file is over it */
async function drop(page: Page, archive: Buffer, name: string, label: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ text, file }) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], file, { type: 'application/zip' }));
      return data;
    },
    { text: archive.toString('base64'), file: name },
  );
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer });
  await page.getByText(label).waitFor();
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
}

/** Sets, classes, names and bytes: all that a tree of folders can hold of a version. */
/** Without what names the images by their ids, which an import makes anew. */
const contentOf = (files: ReadonlyMap<string, Buffer>): string[] =>
  [...files]
    .filter(([path]) => !path.endsWith('/') && path !== 'index.csv')
    .map(([path, bytes]) => `${path} ${createHash('sha256').update(bytes).digest('hex')}`)
    .sort();

const exported = async (path: string): Promise<Map<string, Buffer>> => {
  const answer = await fetch(`${stage.baseUrl}/dataset/${path}/export?format=yolo`);
  return readZip(Buffer.from(await answer.arrayBuffer()));
};

/** Class by image, of the images that a version takes. */
async function classes(): Promise<Map<string, string | null>> {
  const answer = await fetch(`${stage.baseUrl}/dataset/bolts/images?limit=200`);
  const { images } = (await answer.json()) as { images: { id: string; set: string; tag: string | null }[] };
  return new Map(images.filter(({ set }) => set !== 'REVIEW').map(({ id, tag }) => [id, tag]));
}

test('a version, half of the images relabelled, another version, their difference, its file, and a dataset from the file', async () => {
  const { page, flaws, context }: Visit = await signIn(stage, 'admin', { acceptDownloads: true });
  await open(page, '/datasets/bolts/versions');
  await page.getByText('No versions yet').waitFor();
  const preview = await makeVersion(page, '/datasets/bolts/versions/new', 'first');
  await page.getByRole('link', { name: /^Version 1/ }).click();
  const whole = page.getByRole('row', { name: 'All images' });
  await whole.waitFor();
  const made = await whole.getByRole('cell').allTextContents();
  expect(made).toEqual(preview);

  const before = await classes();
  await relabel(page, 'tag=good', 'rusty');
  await relabel(page, 'tag=unclassified', 'good');
  if ([...before.values()].includes(null)) await relabel(page, 'labelled=false', 'good');
  await makeVersion(page, '/datasets/bolts/versions/new?test=20&validation=20&group=image', 'relabelled');
  await page.getByRole('link', { name: 'From version 1 to 2' }).click();
  const after = await classes();
  const changed = [...before].filter(([image, tag]) => after.get(image) !== tag);
  expect(changed.length).toBeGreaterThan(25);
  await page.getByRole('radio', { name: `${changed.length} Relabelled` }).waitFor();
  const rows = page.getByRole('grid', { name: 'Relabelled' }).getByRole('row');
  expect(await rows.count()).toBe(changed.length);
  expect(await rows.locator('img').count()).toBe(changed.length);
  const toRusty = changed.filter(([image]) => after.get(image) === 'rusty');
  expect(await rows.filter({ hasText: 'good→rusty' }).count()).toBe(toRusty.length);

  await open(page, '/datasets/bolts/versions/2');
  await page.getByText('Contains everything in this version').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Bolts-v2-yolo.zip');
  const archive = await readFile(await download.path());
  await page.getByText('bolts-v2-yolo.zip was saved').waitFor();
  const files = await readZip(archive);
  expect(readYoloTree(files)).toHaveLength(57);

  await open(page, '/');
  await page.getByRole('button', { name: 'New dataset' }).click();
  await page.getByLabel('Name').fill('Bolts again');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.waitForURL('**/datasets/*');
  const dataset = page.url().split('/').at(-1);
  await page.getByText('No images', { exact: true }).waitFor();
  await drop(page, archive, 'Bolts-v2-yolo.zip', 'or a ZIP to import it');
  await page.waitForURL('**/import**');
  await page.locator('[data-import=checked]').waitFor();
  for (const name of ['good', 'missing_thread', 'rusty'])
    await page
      .getByRole('button', { name: `Class for ${name}` })
      .filter({ hasText: 'New class' })
      .waitFor();
  await page.getByRole('button', { name: 'Import 57 images' }).click();
  await page.locator('[data-import=done]').waitFor();
  await page.getByText('57 of 57 images').first().waitFor();
  await makeVersion(page, `/datasets/${dataset}/versions/new`, 'from the file');
  expect(contentOf(await exported(`${dataset}/version/1`))).toEqual(contentOf(files));
  expect(flaws).toEqual([]);
  await context.close();
});

describe('an archive of 20 MB', () => {
  const RANGE = /^bytes (\d+)-(\d+)\/(\d+)$/;

  test('whose connection is cut at half goes on where it was, and a label goes where somebody says', async () => {
    const { page, context } = await signIn(stage, 'editor');
    const picture = await readFile(join(PICTURES, 'bolts-0001.jpg'));
    const filler = Buffer.alloc(20_000_000);
    for (let at = 0; at < filler.length; at += 4096) filler.writeUInt32LE(at, at);
    const bytes = writeZip([
      { path: 'fine/a.jpg', bytes: Buffer.concat([picture, Buffer.from('a')]) },
      { path: 'odd/b.jpg', bytes: Buffer.concat([picture, Buffer.from('b')]) },
      { path: 'recording.bin', bytes: filler },
    ]);
    const path = join(await stage.folder(), 'fine-and-odd.zip');
    await writeFile(path, bytes);
    const pieces: { from: number; to: number }[] = [];
    page.on('request', (request: Request) => {
      const [, from, to] = RANGE.exec(request.headers()['content-range'] ?? '') ?? [];
      if (from) pieces.push({ from: Number(from), to: Number(to) });
      // The second piece crosses the middle.
      if (Number(from) > 0 && pieces.length === 2) void context.setOffline(true);
    });
    await open(page, '/datasets/bolts/import');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose archive' }).click();
    await (await choosing).setFiles(path);
    await page.getByText('No connection. The upload will continue from here.').waitFor();
    await drop(page, Buffer.from('another'), 'second.zip', 'Another import is still running');
    await page.getByText('second.zip was not imported').waitFor();
    await context.setOffline(false);
    await page.locator('[data-import=checked]').waitFor();
    expect(pieces[0]?.from).toBe(0);
    expect(pieces.slice(1).every(({ from }) => from > 0)).toBe(true);
    expect(pieces.at(-1)?.to).toBe(bytes.length - 1);

    await page.getByRole('button', { name: 'Class for fine' }).click();
    await page.getByRole('option', { name: 'good', exact: true }).click();
    await page.getByRole('button', { name: 'Class for odd' }).click();
    await page.getByRole('option', { name: 'Leave out' }).click();
    await page.getByRole('button', { name: 'Import 2 images' }).click();
    await page.locator('[data-import=done]').waitFor();
    const listed = await fetch(`${stage.baseUrl}/dataset/bolts/images?limit=2`);
    const { images } = (await listed.json()) as { images: { name: string; tag: string | null }[] };
    expect(images.map(({ name, tag }) => [name, tag]).sort()).toEqual([
      ['a.jpg', 'good'],
      ['b.jpg', null],
    ]);

    // A link to an earlier import shows it, also while another archive was looked at.
    await page.getByRole('button', { name: 'Choose another archive' }).click();
    const again = page.waitForEvent('filechooser');
    const small = writeZip([{ path: 'fine/a.jpg', bytes: picture }]);
    await page.getByRole('button', { name: 'Choose archive' }).click();
    await (await again).setFiles({ name: 'again.zip', mimeType: 'application/zip', buffer: small });
    await page.locator('[data-import=checked]').waitFor();
    await page.getByRole('link', { name: 'fine-and-odd.zip' }).click();
    await page.locator('[data-import=done]').waitFor();
    await page.getByRole('link', { name: 'again.zip' }).click();
    await page.locator('[data-import=checked]').waitFor();
    // While an archive waits for a decision, another one can be dropped.
    await drop(page, small, 'dropped.zip', 'Drop a ZIP here');
    await page.locator('a[aria-current=true]', { hasText: 'dropped.zip' }).waitFor();
    await page.locator('[data-import=checked]').waitFor();
    await context.close();
  });
});

test('a viewer compares and downloads, and sees no making; a number without a version is said', async () => {
  const { page, flaws, context } = await signIn(stage, 'viewer');
  await open(page, '/datasets/bolts/versions');
  await page.locator('li[data-version="2"]').waitFor();
  for (const name of ['New version', 'Create version'])
    expect(await page.getByRole('link', { name }).or(page.getByRole('button', { name })).count()).toBe(0);
  await page.getByRole('link', { name: /^Version 1/ }).click();
  await page.getByRole('button', { name: 'Download', exact: true }).waitFor();
  await page.getByText('COCO', { exact: true }).click();
  await page.getByText('42 classes of whole images are not in it.').waitFor();
  expect(page.url()).toContain('format=coco');
  await open(page, '/datasets/bolts/versions/99');
  await page.getByText('Version not found').waitFor();
  for (const path of ['versions/new', 'import']) {
    await open(page, `/datasets/bolts/${path}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  }
  expect(flaws).toEqual([]);
  await context.close();
});

test('jobs: what runs is seen on each page of the dataset, is cancelled on its own, and its end is said elsewhere', async () => {
  const job = (number: number, more: object) =>
    stage.firestore.doc(`dataset/parts/job/${number}`).set({
      ...{
        number,
        kind: 'version',
        input: { version: number },
        by: 'owner',
        createdAt: new Date(Date.now() - 60_000),
      },
      ...{
        state: 'running',
        place: 'sent',
        done: 40,
        total: 100,
        startedAt: new Date(),
        endedAt: null,
        ...more,
      },
    });
  const { page, flaws, context } = await signIn(stage, 'owner', {}, '/datasets/parts/versions');
  await Promise.all([job(901, {}), job(902, { by: 'editor', state: 'queued', place: 'waiting' })]);
  await page.getByRole('link', { name: '2 jobs running' }).click();
  const line = (number: number) => page.locator(`li[data-job="${number}"]`);
  await line(901).getByText('40 of 100 images').waitFor();
  await line(902).getByRole('button', { name: 'Cancel job' }).click();
  await line(902).getByText('Cancelled').waitFor();
  expect((await stage.firestore.doc('dataset/parts/job/902').get()).get('state')).toBe('cancelled');
  await page.getByRole('link', { name: 'Monitors' }).click();
  await page.waitForURL('**/monitors');
  await stage.firestore
    .doc('dataset/parts/job/901')
    .update({ state: 'failed', reason: 'it took too long', endedAt: new Date(), place: FieldValue.delete() });
  await page.getByText('Version 901 failed: it took too long').waitFor();
  expect(flaws).toEqual([]);
  await context.close();
});

inspectPages(() => [
  stage,
  {
    '/datasets/parts/jobs': 'main ol',
    '/datasets/bolts/versions': 'li[data-version]',
    '/datasets/bolts/versions/new': 'main table',
    '/datasets/bolts/versions/2?format=coco': '[data-training-line]',
    '/datasets/bolts/versions/1/diff/2': '[role=row] img',
    '/datasets/bolts/import': 'main li[data-state]',
    '/datasets/parts/versions': 'main h2:not([role=status] h2)',
  },
]);
