/** All images that a filter shows, loaded or not, are selected, changed and taken back as one. */
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeOn } from '../support/axe.ts';
import { eventually } from '../support/factory.ts';
import { scrollTo } from './long-page.ts';
import { type Many, writeMany } from './many-images.ts';
import { type ConsoleStage, signIn } from './stage.ts';

const MANY: Many = { dataset: 'lot', images: process.env.LONG === '1' ? 3617 : 717, groups: 3 };
const ALL = MANY.images.toLocaleString('en-US');
/** Milliseconds in which all are changed. */
const WITHIN = 120_000;

const toolbar = (page: Page, count: string) => page.getByRole('toolbar', { name: `${count} selected` });
const notice = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).waitFor({ timeout: WITHIN });

export async function changeAllShown(stage: ConsoleStage): Promise<void> {
  const { firestore } = stage;
  await writeMany(firestore, MANY);
  const dataset = firestore.doc(`dataset/${MANY.dataset}`);
  const images = firestore.collection('image').where('dataset', '==', dataset);
  const counted = async (field: string, value: unknown) =>
    (await images.where(field, '==', value).count().get()).data().count;
  const ofTag = (tag: string) => counted('tag', dataset.collection('tag').doc(tag));
  const third = await ofTag('worn');
  const address = `/datasets/${MANY.dataset}?set=TRAIN`;
  const { page, context, flaws } = await signIn(stage, 'editor', {}, address);
  await page.locator('[role=option] img').first().waitFor();

  // What is selected is what the toolbar says: one, and then all, which are not all loaded.
  await page.locator('[role=option]').first().click();
  const selectAll = toolbar(page, '1').getByRole('button', { name: `Select all ${ALL}` });
  await selectAll.waitFor();
  expect((await axeOn(page).analyze()).violations).toEqual([]);
  await selectAll.click();
  await toolbar(page, ALL).waitFor();
  expect(await page.locator('[role=option][aria-selected=true]').count()).toBeGreaterThan(10);
  expect(await page.locator('[role=option][aria-selected=false]').count()).toBe(0);
  expect((await axeOn(page).analyze()).violations).toEqual([]);

  // From the first to the last, of which most were never loaded.
  await page.locator('[role=option]').first().click();
  await scrollTo(page, 1_000_000);
  const last = page.locator(`[data-image="${MANY.dataset}-000000"]`);
  await last.click({ modifiers: ['Shift'], timeout: WITHIN });
  await toolbar(page, ALL).waitFor({ timeout: WITHIN });
  await page.keyboard.press('1');
  await notice(page, `${ALL} images: good`);
  await eventually(async () => expect(await ofTag('good')).toBe(MANY.images), WITHIN);
  await scrollTo(page, 0);
  await page.locator('[role=option][aria-label$=", good"] img').first().waitFor();
  await page.keyboard.press('Control+z');
  await eventually(async () => expect(await ofTag('worn')).toBe(third), WITHIN);
  await page.locator('[role=option][aria-label$=", bent"] img').first().waitFor();
  await page.keyboard.press('Escape');
  await toolbar(page, ALL).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+a');
  await toolbar(page, ALL).waitFor();

  // One has come since, and is not among them.
  const later = { ...(await firestore.doc(`image/${MANY.dataset}-000001`).get()).data(), date: Date.now() };
  await firestore.doc(`image/${MANY.dataset}-later`).set(later);
  await page.keyboard.press('3');
  await notice(page, `${ALL} images: bent`);
  expect([await ofTag('bent'), await ofTag('worn')]).toEqual([MANY.images, 1]);
  await page.locator('[role=option][aria-label$=", bent"]').first().waitFor();
  await page.keyboard.press('Control+z');
  await eventually(async () => expect(await ofTag('worn')).toBe(third + 1), WITHIN);
  await page.locator('[role=option][aria-label$=", good"]').first().waitFor();

  // A tab that ends in the middle: what it has begun is done once the page is open again.
  await page.keyboard.press('Control+a');
  const more = (MANY.images + 1).toLocaleString('en-US');
  await toolbar(page, more).waitFor();
  await stage.between.functions.set('hang');
  await page.keyboard.press('1');
  await page.getByRole('progressbar', { name: `Changing 0 of ${more}` }).waitFor();
  await page.close();
  await stage.between.functions.set('pass');
  const next = await context.newPage();
  await next.goto(`${stage.address}${address}`);
  await notice(next, `${more} images: good`);
  expect(await ofTag('good')).toBe(MANY.images + 1);

  // None is left in the filter, and all come back.
  await next.locator('[role=option]').first().waitFor();
  await next.getByRole('listbox').focus();
  await next.keyboard.press('Control+a');
  await toolbar(next, more).getByRole('button', { name: 'Set' }).click();
  await next.getByRole('menuitem', { name: 'Test' }).click();
  await notice(next, `${more} images moved to Test`);
  await next.getByText('No images match').first().waitFor();
  await next.getByRole('button', { name: 'Undo' }).click();
  await next.locator('[role=option] img').first().waitFor({ timeout: WITHIN });
  expect(await counted('set', 'TRAIN')).toBe(MANY.images + 1);
  expect(flaws).toEqual([]);
  await context.close();
}

/** Who changes nothing has all that is shown as an archive. Its images have no files here, so that nothing comes of it. */
export async function downloadAllShown(stage: ConsoleStage): Promise<void> {
  const { page, context } = await signIn(stage, 'viewer', {}, `/datasets/${MANY.dataset}`);
  await page.locator('[role=option] img').first().click();
  await page.keyboard.press('Control+a');
  // One has come since.
  const all = MANY.images + 1;
  const bar = toolbar(page, all.toLocaleString('en-US'));
  const asked = page.waitForRequest(/downloadZip/, { timeout: WITHIN });
  await bar.getByRole('button', { name: 'Download' }).click();
  const { images } = (await asked).postDataJSON();
  expect([images.length, new Set(images).size]).toEqual([all, all]);
  await page.getByText('That did not work').first().waitFor();
  await context.close();
}

/** All that is in the trash is selected, also what is not loaded: restored in one step, and deleted for good. */
export async function emptyTrash(stage: ConsoleStage): Promise<void> {
  const all = (MANY.images + 1).toLocaleString('en-US');
  const dataset = stage.firestore.doc(`dataset/${MANY.dataset}`);
  const left = async () => (await dataset.collection('trash').count().get()).data().count;
  const { page, context, flaws } = await signIn(stage, 'editor', {}, `/datasets/${MANY.dataset}`);
  await page.locator('[role=option] img').first().click();
  await page.keyboard.press('Control+a');
  await toolbar(page, all).waitFor();
  await page.keyboard.press('x');
  await notice(page, `${all} images moved to the trash`);
  await page.getByText('No images', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Trash' }).click();
  const tiles = page.getByRole('grid').getByRole('row');
  await tiles.first().waitFor();
  expect(await tiles.count()).toBeLessThan(MANY.images);
  await page.keyboard.press('Control+a');
  await toolbar(page, all).waitFor();
  await page.keyboard.press('r');
  await notice(page, `${all} images restored`);
  expect(await left()).toBe(0);
  await page.getByText('The trash is empty').waitFor();
  await page.keyboard.press('z');
  await eventually(async () => expect(await left()).toBe(MANY.images + 1), WITHIN);
  await tiles.first().focus();
  await page.keyboard.press('Control+a');
  await toolbar(page, all).getByRole('button', { name: 'Delete for good' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: `${all} images` });
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await notice(page, `${all} images deleted for good`);
  expect(await left()).toBe(0);
  await page.getByText('The trash is empty').waitFor();
  expect(flaws).toEqual([]);
  await context.close();
}
