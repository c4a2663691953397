/**
 * Contract 14 in the console: what models say is sent, compared with versions, and deleted.
 * @covers Contract 14 runs in the console: list, figures, a file of predictions, axe
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../support/factory.ts';
import { ask, imagesOf, makeRun, movedBoxes, wrongAtEach } from './model-runs.ts';
import { type ConsoleStage, inspectPages, openConsole, signIn } from './stage.ts';

const TAGS = ['normal', 'defective'] as const;

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openConsole();
  for (const dataset of ['castings', 'parts'])
    await ask(stage, 'POST', `${dataset}/version`, { test: 40, validation: 20, group: 'image' });
  await makeRun(stage, 'castings', 'Monday', wrongAtEach(3, TAGS), 1);
  await makeRun(stage, 'castings', 'Tuesday', wrongAtEach(9, TAGS));
  await makeRun(stage, 'parts', 'Boxes', movedBoxes, 1);
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
  await page.getByRole('button', { name: /Images in/ }).click();
  await page.getByRole('option', { name: /^Test/ }).click();
  await page.waitForURL('**/models/1?version=1&set=TEST');
  await page.locator('[data-figure=accuracy]').waitFor();
  expect(await page.getByText(/It was trained on/).count()).toBe(0);
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

test.each([
  ['light', 'en-US', 1440],
  ['dark', 'de-DE', 390],
] as const)('pages in %s, %s, %i pixels wide: axe finds nothing', async (...look) => {
  const pages = {
    '/datasets/castings/models': '[data-run="1"] strong',
    '/datasets/bolts/models': 'main pre',
    '/datasets/castings/models/new': 'main button',
    '/datasets/castings/models/2?set=VALIDATION': '[data-figure]',
    '/datasets/parts/models/1?set=TRAIN': '[data-figure]',
  };
  await inspectPages(stage, pages, look);
});
