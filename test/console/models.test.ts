/**
 * Contract 14 in the console: what models say is sent, compared with versions, judged by people, and deleted.
 * @covers Contract 14 runs in the console: list, figures, a file of predictions, images, two people at once, axe
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../support/factory.ts';
import { inspectPages } from './inspect.ts';
import { ask, ellipses, imagesOf, makeRun, movedBoxes, wrongAtEach } from './model-runs.ts';
import { paintedAt } from './seen-picture.ts';
import { type ConsoleStage, openConsole, signIn } from './stage.ts';
import { judgeTogether } from './two-judges.ts';

const TAGS = ['normal', 'defective'] as const;

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openConsole();
  for (const dataset of ['castings', 'parts'])
    await ask(stage, 'POST', `${dataset}/version`, { test: 40, validation: 20, group: 'image' });
  await makeRun(stage, 'castings', 'Monday', wrongAtEach(3, TAGS), 1);
  await makeRun(stage, 'castings', 'Tuesday', wrongAtEach(9, TAGS));
  await makeRun(stage, 'parts', 'Boxes', movedBoxes, 1);
  await ask(stage, 'POST', 'parts/run', { name: 'Paused', source: 'detect' });
});
afterAll(() => stage?.close());

test('the list has the figure of each model on the chosen set, and opens its page with the same set', async () => {
  const { page, flaws, context } = await signIn(stage, 'owner', {}, '/datasets/castings/models');
  const { report } = await ask<{ report: { accuracy: number } }>(stage, 'POST', 'castings/run/1/evaluate', {
    ...{ version: 1, set: 'TRAIN' },
  });
  const share = `${Math.round(1000 * report.accuracy) / 10}%`;
  await page.goto(`${stage.address}/datasets/castings/models?set=TRAIN`);
  const line = page.locator('[data-run="1"]');
  await line.locator('strong', { hasText: share }).waitFor();
  expect(await page.locator('[data-run]').first().getAttribute('data-run')).toBe('2');
  await page
    .getByRole('figure')
    .getByRole('link', { name: `Monday: ${share}` })
    .click();
  await page.waitForURL('**/models/1?version=1&set=TRAIN');
  await page.locator('[data-figure=accuracy] strong', { hasText: share }).waitFor();
  await page.getByText(/It was trained on \d+ images of this set/).waitFor();
  const point = page.getByRole('link', { name: /^Images with scores from 60%/ });
  await expect(point.getAttribute('href')).resolves.toMatch(/models\/1\/images\?order=score&minScore=0.6/);
  await page.getByRole('button', { name: /Images in/ }).click();
  await page.getByRole('option', { name: /^Test/ }).click();
  await page.waitForURL('**/models/1?version=1&set=TEST');
  await page.locator('[data-figure=accuracy]').waitFor();
  expect(await page.getByText(/It was trained on/).count()).toBe(0);
  expect(flaws).toEqual([]);
  await context.close();
});

test('the threshold of an inspection is chosen by how many bad parts may slip through', async () => {
  const { page, flaws, context } = await signIn(stage, 'owner', {}, '/datasets/castings/models/1?set=TEST');
  await page.getByText(/Bad: defective\. \d+ bad parts? and \d+ good ones? were compared/).waitFor();
  await page.getByRole('button', { name: /At most/ }).click();
  await page.getByRole('option', { name: '20%' }).click();
  await page.getByRole('button', { name: 'Choose threshold' }).click();
  await page.getByText(/A part is called bad from a score of/).waitFor();
  await page.getByText(/To show 20% with 95 % confidence, \d+ more parts? without an error/).waitFor();
  const { point } = await ask<{ point: object }>(stage, 'GET', 'castings/run/1');
  expect(point).toMatchObject({ version: 1, set: 'TEST', escapes: 0.2 });
  expect(flaws).toEqual([]);
  await context.close();
});

test('two models are compared on what both have seen, by the address', async () => {
  const { page, flaws, context } = await signIn(stage, 'viewer', {}, '/datasets/castings/models/2?set=TRAIN');
  await page.getByRole('button', { name: /The other model/ }).click();
  await page.getByRole('option', { name: 'Monday' }).click();
  await page.waitForURL('**/models/2?set=TRAIN&with=1');
  const { figures } = await ask<{
    figures: { figure: string; difference: number; interval: [number, number] }[];
  }>(stage, 'GET', 'castings/run/1/compare/2?version=1&set=TRAIN');
  const [accuracy] = figures.filter(({ figure }) => figure === 'accuracy');
  // Wrong about each ninth image instead of each third.
  expect(accuracy!.difference).toBeGreaterThan(0);
  const verdict = accuracy!.interval[0] > 0 ? 'better' : 'unclear';
  await page.locator(`[data-verdict=${verdict}]`).waitFor();
  await page
    .getByRole('row', {
      name: new RegExp(`^Accuracy \\d.*\\+${Math.round(1000 * accuracy!.difference) / 10}%`),
    })
    .waitFor();
  await page.getByRole('link', { name: 'Images where Tuesday agrees better' }).click();
  await page.waitForURL('**/models/1/images?against=2');
  const tiles = page.locator('[data-image]');
  await tiles.first().waitFor();
  const shown = await tiles.evaluateAll((all) => all.map((each) => each.getAttribute('data-image')));
  // Of those in which Monday is wrong, Tuesday is right unless it is a ninth one.
  const places = (await imagesOf(stage, 'castings')).flatMap(({ id, tag }, at) =>
    tag && at % 3 === 0 && at % 9 > 0 ? [id] : [],
  );
  expect(shown.toSorted()).toEqual(places.toSorted());
  expect(flaws).toEqual([]);
  await context.close();
});

test('a file is checked before anything is made, its labels are mapped, and it becomes a model that can be deleted by name', async () => {
  const { page, flaws, context } = await signIn(stage, 'owner', {}, '/datasets/bolts/models');
  await page.getByText('No model has said anything yet').waitFor();
  await page.getByRole('link', { name: 'Send predictions' }).click();
  const [first, second] = await imagesOf(stage, 'bolts');
  const lines = [first!.id, second!.id, 'unknown'].map((image, at) =>
    JSON.stringify({ image, predictions: [{ tag: at === 0 ? 'good' : 'fine', score: 0.9 }] }),
  );
  const path = join(await stage.folder(), 'tuesday.ndjson');
  await writeFile(path, `${lines.join('\n')}\n`);
  await page.locator('input[type=file]').setInputFiles(path);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  expect(await name.inputValue()).toBe('tuesday');
  await name.fill('Second shift');
  await page.getByRole('button', { name: 'Send and check' }).click();
  await page.locator('[data-run=checked]').waitFor();
  await page.getByText('1 entry has no image here, and is left out').waitFor();
  await page.getByRole('button', { name: /Class for fine/ }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Add this model' }).click();
  await page.waitForURL('**/datasets/bolts/models/1');
  await page.getByText('2 images · 2 predictions').waitFor();
  await page.getByText('There is no version yet').waitFor();

  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('Second shift');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/datasets/bolts/models');
  await eventually(async () =>
    expect((await ask<{ runs: object[] }>(stage, 'GET', 'bolts/run')).runs).toEqual([]),
  );
  expect(flaws).toEqual([]);
  await context.close();
});

test('a cell of the confusion opens its images; one key keeps the label, one takes the prediction, and Z undoes it', async () => {
  const { page, flaws, context } = await signIn(stage, 'owner', {}, '/datasets/castings/models/1');
  await page.goto(`${stage.address}/datasets/castings/models/1?set=TRAIN`);
  await page.getByRole('link', { name: /^normal, predicted defective: / }).click();
  await page.waitForURL('**/models/1/images?order=score&class=normal&predicted=defective');
  const tiles = page.locator('[data-image]');
  await tiles.first().waitFor();
  const { images } = await ask<{ images: { id: string; predictions: { tag: string }[] }[] }>(
    stage,
    'GET',
    'castings/run/1/images?order=score&class=normal&predicted=defective',
  );
  const ids = await tiles.evaluateAll((all) => all.map((each) => each.getAttribute('data-image')));
  expect(ids).toEqual(images.map(({ id }) => id));

  const record = async (id: string) => (await stage.firestore.doc(`image/${id}`).get()).data()!;
  const [first, second] = images as { id: string }[] as [{ id: string }, { id: string }];
  await tiles.first().click();
  const front = (id: string) => page.locator(`figure[data-image="${id}"]`).waitFor();
  await front(first.id);
  await page.keyboard.press('Enter');
  await front(second.id);
  await eventually(async () => expect(await record(first.id)).toMatchObject({ checked: true }));
  expect((await record(first.id)).tag.id).toBe('normal');
  await page.keyboard.press('a');
  await eventually(async () => expect((await record(second.id)).tag.id).toBe('defective'));
  await page.keyboard.press('z');
  await front(second.id);
  await eventually(async () => expect((await record(second.id)).tag.id).toBe('normal'));
  expect(flaws).toEqual([]);
  await context.close();
});

test('two people judge one run at the same time: no image twice, and none is left out', () =>
  judgeTogether(stage, 1));

test('masks that a model predicts lie over the picture, with their class and score', async () => {
  const number = await makeRun(stage, 'parts', 'Masks', ellipses);
  const { page, flaws, context } = await signIn(
    stage,
    'viewer',
    {},
    `/datasets/parts/models/${number}/images?order=score`,
  );
  const tile = page.locator('[data-image]').filter({ has: page.locator('svg path[fill]') });
  await tile.first().locator('svg path[fill]').first().waitFor({ state: 'attached' });
  const image = await tile.first().getAttribute('data-image');
  const { tags } = (await imagesOf(stage, 'parts')).find(({ id }) => id === image)!;
  await tile.first().click();
  const shown = page.locator(`figure[data-image="${image}"]`);
  await shown.locator('img').waitFor();
  const middles = tags.map(({ x, y, w, h }) => ({ x: x + w / 2, y: y + h / 2 }));
  const corners = tags.map(({ x, y, w, h }) => ({ x: x + 0.1 * w, y: y + 0.1 * h }));
  await eventually(async () => expect(await paintedAt(shown, middles)).toEqual(tags.map(() => true)));
  expect(await paintedAt(shown, corners)).toEqual(tags.map(() => false));
  await expect(page.locator('dd').getByText('75%').count()).resolves.toBe(tags.length);
  expect(flaws).toEqual([]);
  await context.close();
});

test('the first images of an order are sent to review', async () => {
  const { page, flaws, context } = await signIn(stage, 'owner');
  await page.goto(`${stage.address}/datasets/parts/models/1/images?order=missed`);
  await page.locator('[data-image]').first().waitFor();
  await page.getByRole('button', { name: 'Send to review' }).click();
  await page.getByRole('menuitem', { name: 'The first 10', exact: true }).click();
  await page.getByText('10 images sent to review').waitFor();
  const { images } = await ask<{ images: object[] }>(stage, 'GET', 'parts/images?set=REVIEW&limit=50');
  expect(images.length).toBeGreaterThanOrEqual(10);
  expect(flaws).toEqual([]);
  await context.close();
});

test('the detector runs over all images; what was paused goes on, and ends at its figures', async () => {
  const { page, flaws, context } = await signIn(stage, 'owner', {}, '/datasets/castings/models');
  await page.getByRole('link', { name: 'Send predictions' }).waitFor();
  // Cloud Vision finds no classes.
  expect(await page.getByRole('button', { name: 'Run the detector' }).count()).toBe(0);
  await page.goto(`${stage.address}/datasets/parts/models`);
  await page.getByRole('button', { name: 'Run the detector' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('What it finds');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForURL('**/parts/models/*');
  await page.getByRole('heading', { name: 'What it finds Ready' }).waitFor();
  const number = Number(page.url().split('/').at(-1));
  const { counts } = await ask<{ counts: { images: number } }>(stage, 'GET', `parts/run/${number}`);
  expect(counts.images).toBe((await imagesOf(stage, 'parts')).length);
  // One that nobody goes on with.
  const begun = { name: 'Left', source: 'detect' };
  const left = await ask<{ number: number }>(stage, 'POST', 'parts/run', begun);
  await page.goto(`${stage.address}/datasets/parts/models/${left.number}`);
  await page.getByRole('heading', { name: 'Left Detector is not done' }).waitFor();
  await page.getByText('0 images so far').waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'Left Ready' }).waitFor();
  expect(flaws).toEqual([]);
  await context.close();
});

test('a viewer sees figures, and nothing that would be refused', async () => {
  const { page, flaws, context } = await signIn(stage, 'viewer', {}, '/datasets/castings/models');
  await page.goto(`${stage.address}/datasets/castings/models`);
  await page.locator('[data-run="1"] strong').waitFor();
  expect(await page.getByRole('link', { name: 'Send predictions' }).count()).toBe(0);
  await page.goto(`${stage.address}/datasets/castings/models/1`);
  await page.locator('[data-figure]').waitFor();
  expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  expect(flaws).toEqual([]);
  await context.close();
});

inspectPages(() => [
  stage,
  {
    // Not after another address of the same page: the visit waits for a page that replaces it.
    '/datasets/parts/models/1/images?order=score&view=one': 'figure[data-whole=true]',
    '/datasets/castings/models': '[data-run="1"] strong',
    '/datasets/bolts/models': 'main pre',
    '/datasets/castings/models/new': 'main button',
    '/datasets/castings/models/2?set=VALIDATION&with=1': '[data-verdict]',
    '/datasets/parts/models/1?set=TRAIN': '[data-figure]',
    '/datasets/parts/models/2': '[role=progressbar]',
    '/datasets/parts/models/1/images?order=score': '[data-image] img',
  },
]);
