import { expect } from '@jest/globals';
import type { Firestore } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { eventually } from '../support/factory.ts';
import { type ConsoleStage, goTo, signIn } from './stage.ts';

/** Lines and notices of the pages about people, jobs and settings. */
export const line = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
export const told = (page: Page, text: string) =>
  page.getByRole('alertdialog').filter({ hasText: text }).waitFor();

export async function choose(page: Page, select: string, option: string): Promise<void> {
  await page.getByRole('button', { name: select }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function add(page: Page, address: string, others: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(address);
  await dialog.getByText('Also in other datasets and monitors').click();
  for (const other of others) await dialog.getByText(other).click();
  await dialog.getByText(`Also in ${others.length} other`).waitFor();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** A person is invited once to many datasets and monitors. @param page the people of castings, as the owner sees them */
export async function addToSeveral(page: Page, firestore: Firestore): Promise<void> {
  /** By record. */
  const rolesOf = async (address: string): Promise<Record<string, string>> => {
    const { docs } = await firestore.collectionGroup('invitation').where('address', '==', address).get();
    return Object.fromEntries(docs.map((each) => [each.ref.parent.parent!.path, each.get('role')]));
  };
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await add(page, 'team@example.org', ['Bolts', 'Line 2']);
  await told(page, 'team@example.org is invited, in 3 datasets and monitors');
  const everywhere = {
    'dataset/castings': 'viewer',
    'dataset/bolts': 'viewer',
    'monitor/line-2': 'viewer',
  };
  expect(await rolesOf('team@example.org')).toEqual(everywhere);
  await page.getByRole('button', { name: 'Copy a link for team@example.org' }).click();
  await told(page, 'Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).pathname).toBe('/datasets/castings');
  await page.keyboard.press('Control+z');
  await eventually(async () => expect(await rolesOf('team@example.org')).toEqual({}));

  await add(page, 'second@example.org', ['Line 2']);
  await choose(page, 'Role of second@example.org', 'Editor');
  await goTo(page, '/datasets/bolts/people');
  await add(page, 'second@example.org', ['Castings']);
  await line(page, 'second@example.org').waitFor();
  const twice = { 'dataset/castings': 'editor', 'dataset/bolts': 'viewer', 'monitor/line-2': 'viewer' };
  expect(await rolesOf('second@example.org')).toEqual(twice);
  await page.keyboard.press('Control+z');
  await line(page, 'second@example.org').waitFor({ state: 'detached' });
  expect(await rolesOf('second@example.org')).toMatchObject({ 'dataset/castings': 'editor' });
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await eventually(async () => expect(await rolesOf('second@example.org')).toEqual({}));
}

/** A record that refuses somebody is named, and the others have them; taken back is all that was done. */
export async function addPastRefusals(stage: ConsoleStage): Promise<void> {
  const { page, context } = await signIn(stage, 'owner', {}, '/datasets/castings/people');
  const job = 'job@parts.iam.gserviceaccount.com';
  await add(page, job, ['Line 2', 'Bolts', 'Surface']);
  await told(page, 'Not added in Line 2, sorting station: Bad request: a service account can be');
  await line(page, job).waitFor();
  await goTo(page, '/datasets/bolts/people');
  await line(page, job).waitFor();
  // Somebody else takes over one of them.
  const surface = stage.firestore.doc('dataset/surface');
  const before = (await surface.get()).data() ?? {};
  await surface.update({ owner: 'somebody', members: {}, people: ['somebody'] });
  await page.keyboard.press('Control+z');
  await told(page, 'That did not work');
  await line(page, job).waitFor({ state: 'detached' });
  await goTo(page, '/datasets/castings/people');
  await page.getByText('owner (you)').waitFor();
  await line(page, job).waitFor({ state: 'detached' });
  await surface.set(before);
  await context.close();
}
