/** From nothing to a training file, by a person in the browser and a camera that is a shell script (Contract 12). */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually, picture } from '../support/factory.ts';
import { published, recount } from './recount.ts';
import { type ConsoleStage, goTo, signIn } from './stage.ts';

const CAMERA = resolve(import.meta.dirname, '../../examples/camera.sh');
const FRAMES = 50;

const idIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';
const total = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: /image/ }).first();
const shownTotal = async (page: Page): Promise<number> =>
  Number.parseInt((await total(page).textContent()) ?? '', 10) || 0;

async function make(page: Page, verb: string, name: string, more: () => Promise<void> = async () => {}) {
  await goTo(page, '/');
  await page.getByRole('button', { name: verb }).click();
  const dialog = page.getByRole('dialog', { name: verb });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await more();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function pictures(folder: string): Promise<string> {
  for (let number = 0; number < FRAMES; number += 1) {
    const file = join(folder, `frame-${String(number).padStart(2, '0')}.jpg`);
    await writeFile(file, await picture(number));
    await utimes(file, 1_790_000_000 + number, 1_790_000_000 + number);
  }
  return folder;
}

/** Dataset, classes, monitor, key, 50 frames that appear while they come, all labelled by keys, the file. */
export async function goFromNothing(stage: ConsoleStage): Promise<void> {
  const { page, flaws, context } = await signIn(stage, 'owner');
  const folder = await mkdtemp(join(tmpdir(), 'sightline-nothing-'));
  await make(page, 'New dataset', 'Gears', async () => {
    await page.getByLabel('Classes').fill('good\nworn');
  });
  await page.waitForURL('**/datasets/*');
  const dataset = idIn(page);
  await page.getByText('No images', { exact: true }).waitFor();

  await make(page, 'New monitor', 'Press 3', async () => {
    await page.getByRole('button', { name: /Frames go to/ }).click();
    await page.getByRole('option', { name: 'Gears' }).click();
  });
  await page.waitForURL('**/monitors/*');
  const monitor = idIn(page);
  await page.getByRole('button', { name: 'New key' }).click();
  const key = await page.getByRole('dialog').locator('pre').first().textContent();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  await goTo(page, `/datasets/${dataset}`);
  await page.getByText('No images', { exact: true }).waitFor();
  const sent = promisify(execFile)(
    'sh',
    [CAMERA, '-m', monitor, '-u', stage.baseUrl, await pictures(folder)],
    {
      env: { ...process.env, SIGHTLINE_KEY: key ?? '' },
    },
  );
  const seen = new Set<number>();
  let isOver = false;
  void sent.finally(() => {
    isOver = true;
  });
  for (; !isOver; await sleep(50)) seen.add(await shownTotal(page));
  expect((await sent).stdout).toContain(`sent ${FRAMES}, accepted ${FRAMES}`);
  await eventually(async () => expect(await shownTotal(page)).toBe(FRAMES));
  // Not all at once at the end.
  expect([...seen].filter((count) => count > 0 && count < FRAMES).length).toBeGreaterThanOrEqual(1);
  await page.waitForFunction(() => document.querySelectorAll('[role=option] img').length >= 10);

  // One step is first: nothing is in review yet.
  await page.getByRole('link', { name: `Label ${FRAMES}` }).click();
  const given: Record<string, string> = {};
  for (let number = 0; number < FRAMES; number += 1) {
    const image = (await page.locator('figure[data-image]').getAttribute('data-image')) ?? '';
    given[image] = number % 3 === 0 ? '2' : '1';
    await page.keyboard.press(given[image]);
    await page.waitForFunction((last) => document.querySelector('figure')?.dataset.image !== last, image);
  }
  await page.getByRole('heading', { name: `${FRAMES} labelled` }).waitFor();
  expect(Object.keys(given).length).toBe(FRAMES);
  // The page says so once the last key is pressed; the last decisions may still be on their way.
  const isDone = async () => {
    const counted = await recount(stage.firestore, dataset);
    expect([counted.images, counted.unlabelled]).toEqual([FRAMES, 0]);
    expect(await published(stage.firestore, dataset)).toEqual(counted);
  };
  await eventually(isDone);

  await page.getByRole('link', { name: 'Back to the dataset' }).click();
  const counted = await recount(stage.firestore, dataset);
  const worn = Object.values(given).filter((each) => each === '2').length;
  expect(Object.values(counted.tags).toSorted((a, b) => a - b)).toEqual([worn, FRAMES - worn]);
  await page.getByRole('button', { name: new RegExp(`worn.*${worn}`) }).waitFor();
  await page.getByRole('button', { name: new RegExp(`good.*${FRAMES - worn}`) }).waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Training file' }).click();
  const rows = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\n');
  expect(rows.length).toBe(FRAMES);
  const labels = rows.map((row) => row.split(',').at(-1));
  expect(labels.filter((label) => label === 'worn').length).toBe(worn);
  expect(flaws).toEqual([]);
  await context.close();
  await rm(folder, { recursive: true });
}
