/** A first dataset by somebody who has none: each step leads to the next (Contract 12). */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { picture } from '../support/factory.ts';
import { setClaims } from '../support/people.ts';
import { type ConsoleStage, signIn, type Visit } from './stage.ts';

const IMAGES = 3;

/** @param look called at each step, with its name */
export async function makeFirstDataset(
  stage: ConsoleStage,
  options: Parameters<typeof signIn>[2] = {},
  look: (visit: Visit, step: string) => Promise<void> = async () => {},
): Promise<void> {
  await setClaims({ port: stage.ports.auth }, 'demo-sightline', 'stranger', { creator: true });
  const visit = await signIn(stage, 'stranger', options);
  const { page, flaws, context } = visit;
  const types = page.getByRole('radiogroup', { name: 'What should be seen in the images?' });
  await types.waitFor();
  expect(
    await page
      .getByRole('main')
      .getByText(/monitor/i)
      .count(),
  ).toBe(0);
  await look(visit, 'home');
  await types.getByText('Anomaly detection').click();
  const dialog = page.getByRole('dialog', { name: 'New dataset' });
  await dialog.getByRole('radio', { name: 'Anomaly detection', checked: true }).waitFor();
  await dialog.getByText('Classification').click();
  await dialog.getByLabel('Name').fill('Rings');
  await dialog.getByLabel('Classes').fill('good\nworn');
  await look(visit, 'new');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText('No images', { exact: true }).waitFor();
  await look(visit, 'empty');

  const folder = await stage.folder();
  const files = Array.from({ length: IMAGES }, (_, number) => join(folder, `ring-${number}.jpg`));
  for (const [number, file] of files.entries()) await writeFile(file, await picture(7_000 + number));
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose images' }).click();
  await (await chooser).setFiles(files);
  const next = page.getByRole('link', { name: `Label ${IMAGES}` });
  await next.waitFor();
  await look(visit, 'uploaded');
  await next.click();
  for (let number = 0; number < IMAGES; number += 1) {
    const image = await page.locator('figure[data-image]').getAttribute('data-image');
    await page.keyboard.press(number === 0 ? '2' : '1');
    await page.waitForFunction((last) => document.querySelector('figure')?.dataset.image !== last, image);
  }
  await page.getByRole('link', { name: 'Create a version' }).click();
  await page.getByLabel('Name', { exact: true }).fill('first');
  await page.getByRole('button', { name: 'Create version' }).click();
  await page.getByRole('link', { name: /^Version 1/ }).click();
  await page.getByText('yolo classify train').waitFor();
  await look(visit, 'version');
  expect(flaws).toEqual([]);
  await context.close();
}
