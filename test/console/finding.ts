/** Images that are found by what they look like, judged by people. */
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { eventually } from '../support/factory.ts';
import { STEP } from '../support/limits.ts';
import { ask } from './model-runs.ts';
import { type ConsoleStage, goTo, signIn } from './stage.ts';

interface Found {
  image: string;
  copies: string[];
  instead: string;
}

const found = async (stage: ConsoleStage, query: string): Promise<Found[]> =>
  (await ask<{ images: Found[] }>(stage, 'GET', `bolts/find?${query}`)).images;

const tilesOf = (page: Page) => page.locator('[role=row][data-image]');

const shownIn = (page: Page): Promise<(string | null)[]> =>
  tilesOf(page).evaluateAll((all) => all.map((each) => each.getAttribute('data-image')));

/** Nothing is found before the pictures were looked at: a viewer reads so, an owner has it done. */
export async function switchOn(stage: ConsoleStage, dataset: string): Promise<void> {
  const path = `/datasets/${dataset}/find`;
  const viewer = await signIn(stage, 'viewer', {}, path);
  await viewer.page.getByText('An editor of this dataset can have them looked at').waitFor();
  expect(await viewer.page.getByRole('button', { name: 'Look at the pictures' }).count()).toBe(0);
  const { page, flaws, context } = await signIn(stage, 'owner', {}, path);
  await page.getByRole('button', { name: 'Look at the pictures' }).click();
  await page.getByRole('radio', { name: 'Most unusual' }).waitFor({ timeout: STEP });
  await page.getByText('Outliers', { exact: true }).click();
  await page.waitForURL('**/find?kind=outliers');
  // The viewer's page follows.
  await viewer.page.getByRole('radio', { name: 'Outliers' }).waitFor();
  expect([...flaws, ...viewer.flaws]).toEqual([]);
  await Promise.all([context.close(), viewer.context.close()]);
}

/** One key keeps a label, one takes the other class; Z goes back. */
export async function judgeDoubts(stage: ConsoleStage): Promise<void> {
  const { images: some } = await ask<{ images: { id: string }[] }>(
    stage,
    'GET',
    'bolts/images?tag=good&set=TRAIN&limit=2',
  );
  const changes = some.map(({ id }) => ({ image: id, tag: 'rusty' }));
  await ask(stage, 'PATCH', 'bolts/images', { changes });
  const { page, flaws, context } = await signIn(stage, 'owner', {}, '/datasets/bolts');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Find', exact: true }).click();
  const [first, second] = (await found(stage, 'kind=wrong')) as [Found, Found];
  await tilesOf(page).first().click();
  const front = (id: string) => page.locator(`figure[data-image="${id}"]`).waitFor();
  const record = async (id: string) => (await stage.firestore.doc(`image/${id}`).get()).data()!;
  await front(first.image);
  const before = await record(second.image);
  await page.keyboard.press('Enter');
  await front(second.image);
  await eventually(async () =>
    expect((await record(first.image)).review).toMatchObject({ decision: 'accept' }),
  );
  await page.keyboard.press('a');
  await eventually(async () => expect((await record(second.image)).tag.id).toBe(second.instead));
  await page.keyboard.press('z');
  await front(second.image);
  await eventually(async () => expect((await record(second.image)).tag.id).toBe(before.tag.id));
  await page.keyboard.press('a');
  await eventually(async () => expect((await record(second.image)).tag.id).toBe(second.instead));
  await page.keyboard.press('Escape');
  // Both keep their places until something is looked for again.
  const tile = page.locator(`[data-image="${second.image}"]`);
  await tile.getByText(second.instead, { exact: true }).waitFor();
  expect((await shownIn(page)).slice(0, 2)).toEqual([first.image, second.image]);
  await page.getByRole('button', { name: 'Find again' }).click();
  await tile.waitFor({ state: 'detached' });
  // What somebody has kept is not asked about again, unless they take that back.
  await page.locator(`[data-image="${first.image}"]`).waitFor({ state: 'detached' });
  expect((await found(stage, 'kind=wrong')).map(({ image }) => image)).not.toContain(first.image);
  for (const _ of ['the other class', 'the label that was kept']) await page.keyboard.press('z');
  await eventually(async () =>
    expect((await found(stage, 'kind=wrong')).map(({ image }) => image)).toContain(first.image),
  );
  expect(flaws).toEqual([]);
  await context.close();
}

const SAMPLE = join(import.meta.dirname, '../../emulator-data/storage_export/blobs');

/** The same bolt twice more, a little cropped. @returns their ids */
async function sendCopies(stage: ConsoleStage, of: string): Promise<string[]> {
  const ids: string[] = [];
  for (const edge of [6, 10]) {
    const part = { left: edge, top: edge, width: 640 - 2 * edge, height: 480 - 2 * edge };
    const body = await sharp(join(SAMPLE, `${of}.jpg`))
      .extract(part)
      .jpeg()
      .toBuffer();
    const headers = { 'content-type': 'image/jpeg' };
    const url = `${stage.baseUrl}/monitor/line-1/image?name=copy-${edge}.jpg&dataset=bolts`;
    const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
    ids.push(((await answer.json()) as { data: { id: string } }).data.id);
  }
  await ask(stage, 'POST', 'bolts/suggest/vectors');
  return ids;
}

/** One of a group is kept by keys, and the others come back. */
export async function keepOne(stage: ConsoleStage): Promise<void> {
  const OLDEST = 'bolts-0003';
  const copies = await sendCopies(stage, OLDEST);
  const { page, flaws, context } = await signIn(stage, 'owner');
  await goTo(page, '/datasets/bolts/find?kind=duplicates');
  const group = page.getByRole('radiogroup', { name: 'Which of 3 near copies to keep' });
  await group.waitFor();
  const chosen = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value);
  await page.keyboard.press('ArrowDown');
  // What a person has labelled is proposed.
  expect(await chosen()).toBe(OLDEST);
  await page.keyboard.press('ArrowRight');
  const kept = await chosen();
  expect(copies).toContain(kept);
  const there = async () => {
    const all = await Promise.all([OLDEST, ...copies].map((id) => stage.firestore.doc(`image/${id}`).get()));
    return all.filter(({ exists }) => exists).map(({ id }) => id);
  };
  await page.keyboard.press('Enter');
  await group.waitFor({ state: 'detached' });
  await eventually(async () => expect(await there()).toEqual([kept]));
  // The next group has the focus, so that Enter goes on.
  expect(await page.evaluate(() => document.activeElement?.closest('[data-group]') !== null)).toBe(true);
  await page.keyboard.press('z');
  await group.waitFor();
  await eventually(async () => expect((await there()).sort()).toEqual([OLDEST, ...copies].sort()));
  await page.locator('[data-group]').first().getByRole('button', { name: 'Keep one' }).click();
  await group.waitFor({ state: 'detached' });
  await eventually(async () => expect(await there()).toEqual([kept]));
  expect(flaws).toEqual([]);
  await context.close();
}

/** Pressed or by key, one of a group is shown large: there the keys of the groups act on it, and Escape is back at its tile. */
export async function showLarge(stage: ConsoleStage): Promise<void> {
  const OLDEST = 'bolts-0005';
  const copies = await sendCopies(stage, OLDEST);
  const all = [OLDEST, ...copies];
  const { page, flaws, context } = await signIn(stage, 'owner');
  await goTo(page, '/datasets/bolts/find?kind=duplicates');
  const front = (id: string) => page.locator(`figure[data-image="${id}"][data-whole=true]`).waitFor();
  const shown = () => page.locator('figure').getAttribute('data-image');
  const group = page.locator('[data-group]', { has: page.locator(`[data-image="${OLDEST}"]`) });
  await group.locator(`[data-image="${copies[0]}"] img`).click();
  await front(copies[0]!);
  await page.waitForURL(`**/find?kind=duplicates&image=${copies[0]}`);
  await page.keyboard.press('ArrowRight');
  await front(copies[1]!);
  await page.keyboard.press('Escape');
  const radio = page.locator(`label[data-image="${copies[1]}"] input`);
  await page.waitForFunction((id) => (document.activeElement as HTMLInputElement).value === id, copies[1]);
  expect(await radio.isChecked()).toBe(true);
  await page.keyboard.press('Space');
  await front(copies[1]!);
  // The other groups, and back to this one.
  await page.keyboard.press('ArrowDown');
  await page.locator(`figure:not([data-image="${copies[1]}"])`).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(
    (ids) => ids.includes(document.querySelector('figure')?.dataset.image ?? ''),
    all,
  );
  await page.locator(`nav button[aria-label="copy-10.jpg"]`).click();
  await front(copies[1]!);
  const there = async () => {
    const records = await Promise.all(all.map((id) => stage.firestore.doc(`image/${id}`).get()));
    return records.filter(({ exists }) => exists).map(({ id }) => id);
  };
  await page.keyboard.press('Enter');
  await eventually(async () => expect(await there()).toEqual([copies[1]]));
  // Another group follows.
  expect(all).not.toContain(await shown());
  await page.keyboard.press('z');
  await eventually(async () => expect((await there()).sort()).toEqual(all.toSorted()));
  await page.keyboard.press('Escape');
  await group.waitFor();
  expect(flaws).toEqual([]);
  await context.close();
}

/** Selected by keys, to the trash, and back. */
export async function judgeOutliers(stage: ConsoleStage): Promise<void> {
  const { page, flaws, context } = await signIn(stage, 'owner');
  await goTo(page, '/datasets/bolts/find?kind=outliers');
  await tilesOf(page).first().waitFor();
  const [first, second] = (await found(stage, 'kind=outliers')) as [Found, Found];
  expect((await shownIn(page)).slice(0, 2)).toEqual([first.image, second.image]);
  await tilesOf(page).first().focus();
  await page.keyboard.press('Space');
  await page.getByRole('toolbar', { name: '1 selected' }).waitFor();
  await page.keyboard.press('x');
  const exists = async () => (await stage.firestore.doc(`image/${first.image}`).get()).exists;
  await eventually(async () => expect(await exists()).toBe(false));
  expect((await shownIn(page))[0]).toBe(second.image);
  await page.keyboard.press('z');
  await eventually(async () => expect(await exists()).toBe(true));
  await page.locator(`[data-image="${first.image}"]`).waitFor();
  await tilesOf(page).first().click();
  await page.waitForURL(`**/datasets/bolts/images/${first.image}`);
  expect(flaws).toEqual([]);
  await context.close();
}

/** From the viewer, by key and by button, to what looks like its image, and to the viewer of that. */
export async function openSimilar(stage: ConsoleStage): Promise<void> {
  const { page, flaws, context } = await signIn(stage, 'viewer', {}, '/datasets/bolts/images/bolts-0019');
  await page.waitForSelector('[data-whole=true]');
  await page.keyboard.press('i');
  await page.waitForURL('**/datasets/bolts/find?like=bolts-0019');
  await tilesOf(page).first().waitFor();
  const { images } = await ask<{ images: Found[] }>(stage, 'GET', 'bolts/images/bolts-0019/similar?limit=5');
  expect((await shownIn(page)).slice(0, 5)).toEqual(images.map(({ image }) => image));
  await page.getByRole('link', { name: 'bolts-0019.jpg' }).waitFor();
  await tilesOf(page).first().click();
  await page.waitForURL(`**/datasets/bolts/images/${images[0]!.image}`);
  await page.waitForSelector('[data-whole=true]');
  await page.getByRole('button', { name: 'Similar images' }).click();
  await page.waitForURL(`**/datasets/bolts/find?like=${images[0]!.image}`);
  await page.getByText('Near copies', { exact: true }).click();
  await page.waitForURL('**/datasets/bolts/find?kind=duplicates');
  // From the dataset's page: of several selected images, that with the focus; by the key, or the button of the bar.
  await page.goto(`${stage.address}/datasets/bolts`);
  const loaded = page.locator('[role=option]:has(img)');
  await loaded.nth(1).waitFor();
  const [first, second] = await Promise.all([0, 1].map((at) => loaded.nth(at).getAttribute('data-image')));
  const tile = (id?: string | null) => page.locator(`[role=option][data-image="${id}"]:has(img)`);
  await tile(second).click();
  await tile(first).click({ modifiers: ['Control'] });
  await page.keyboard.press('i');
  await page.waitForURL(`**/datasets/bolts/find?like=${first}`);
  await tilesOf(page).first().waitFor();
  await page.goBack();
  await tile(second).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Similar images' }).click();
  await page.waitForURL(`**/datasets/bolts/find?like=${second}`);
  expect(flaws).toEqual([]);
  await context.close();
}
