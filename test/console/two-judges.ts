/** Two people who judge the images of one run at the same time. */
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/factory.ts';
import { TEST } from '../support/limits.ts';
import { ask } from './model-runs.ts';
import { claimant } from './review-of-100.ts';
import { type ConsoleStage, signIn } from './stage.ts';

const front = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.querySelector('figure')?.dataset.image ?? null);

/** Keeps labels until nothing is left. As in the review, a key is pressed once the image in front is claimed. */
async function keepAll(stage: ConsoleStage, uid: string, page: Page): Promise<string[]> {
  const kept: string[] = [];
  const end = Date.now() + TEST;
  while (Date.now() < end && !(await page.getByText('No more images').isVisible())) {
    const image = await front(page);
    if (image === null || (await claimant(stage, 'castings', image)) !== uid) continue;
    await page.keyboard.press('Enter');
    await page.waitForFunction((last) => document.querySelector('figure')?.dataset.image !== last, image);
    kept.push(image);
  }
  return kept;
}

/** @param number of a run of castings */
export async function judgeTogether(stage: ConsoleStage, number: number): Promise<void> {
  const query = 'order=score&class=normal';
  const { images: all } = await ask<{ images: { id: string; revision: number; confirmed?: true }[] }>(
    stage,
    'GET',
    `castings/run/${number}/images?${query}&limit=200`,
  );
  const images = all.filter(({ confirmed }) => !confirmed);
  const path = `/datasets/castings/models/${number}/images?${query}`;
  const editor = await signIn(stage, 'editor', {}, `${path}&view=one`);
  await eventually(async () => expect(await claimant(stage, 'castings', images[0]!.id)).toBe('editor'));
  const owner = await signIn(stage, 'owner', {}, path);
  // Who opens a tile gets its image, although somebody else is looking at it.
  const tile = (id: string) => owner.page.locator(`[role=row][data-image="${id}"]`);
  await tile(images[0]!.id).click();
  await owner.page.locator(`figure[data-image="${images[0]!.id}"]`).waitFor();
  await owner.page.getByRole('button', { name: 'Show tiles' }).click();
  await owner.page.getByRole('button', { name: 'One at a time' }).click();
  await eventually(async () =>
    expect(images.slice(1).map(({ id }) => id)).toContain(await front(owner.page)),
  );
  const kept = await Promise.all([
    keepAll(stage, 'editor', editor.page),
    keepAll(stage, 'owner', owner.page),
  ]);
  expect(kept.flat().toSorted()).toEqual(images.map(({ id }) => id).toSorted());
  expect(Math.min(...kept.map(({ length }) => length))).toBeGreaterThan(3);
  await eventually(async () => {
    for (const { id, revision } of images) {
      const record = (await stage.firestore.doc(`image/${id}`).get()).data();
      expect(record).toMatchObject({ checked: true, revision: revision + 1 });
    }
  });
  // Later, too; but who opens a tile gets its image.
  await owner.page.goto(`${stage.address}${path}&view=one`);
  await owner.page.getByText('No more images').waitFor();
  await owner.page.getByRole('button', { name: 'Show tiles' }).first().click();
  await tile(images[1]!.id).click();
  await owner.page.locator(`figure[data-image="${images[1]!.id}"]`).waitFor();
  for (const { flaws, context } of [editor, owner]) {
    expect(flaws).toEqual([]);
    await context.close();
  }
}
