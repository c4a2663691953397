/** Pictures that are dropped on the page of a dataset. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually, picture } from '../support/factory.ts';
import { type Dropped, drop, dropPaths } from './drop.ts';
import { kill } from './kill.ts';
import { type ConsoleStage, goTo, signIn } from './stage.ts';

const banner = (page: Page, words: RegExp) => page.getByRole('status').filter({ hasText: words });
const trayOf = (page: Page) => page.getByRole('region', { name: 'Upload images' });
const jpeg = async (number: number): Promise<Dropped> => ({
  name: `dropped-${number}.jpg`,
  type: 'image/jpeg',
  bytes: [...(await picture(number))],
});

/** Names of the images that were uploaded by hand. */
async function uploaded(stage: ConsoleStage): Promise<string[]> {
  const { docs } = await stage.firestore
    .collection('image')
    .where('session', '>=', 'line-1.upload-')
    .where('session', '<', 'line-1.upload.')
    .get();
  return docs.map((record) => String(record.get('name'))).toSorted();
}

export async function dropPictures(stage: ConsoleStage): Promise<void> {
  const { page, context } = await signIn(stage, 'editor', {}, '/datasets/bolts');
  await page.waitForSelector('[role=option] img');
  const odd = { name: 'odd.jpg', type: 'image/jpeg', bytes: [1, 2, 3] };
  await drop(page, [await jpeg(1), odd, { name: 'film.mp4', type: 'video/mp4', bytes: [0] }]);
  const tray = trayOf(page);
  await tray.getByText('1 of 3 uploaded').waitFor();
  await tray.getByText('odd.jpg has a format that cannot be read').waitFor();
  await tray.getByText('film.mp4 is not a JPEG, PNG or WebP').waitFor();
  await page.getByRole('status').filter({ hasText: '60 images' }).waitFor();

  await tray.getByRole('button', { name: 'Close' }).click();
  await drop(page, [await jpeg(1)]);
  await tray.getByText('dropped-1.jpg was already uploaded').waitFor();

  await context.setOffline(true);
  await banner(page, /You are offline/).waitFor();
  await drop(page, [await jpeg(2), await jpeg(3)]);
  await tray.getByText('No connection').waitFor();
  expect(await page.locator('[role=option] img').count()).toBeGreaterThan(0);
  await context.setOffline(false);
  await tray.getByText('2 of 3 uploaded').waitFor();
  await banner(page, /You are offline/).waitFor({ state: 'detached' });
  // By the button, without a mouse that drags.
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload images' }).press('Enter');
  await (await chooser).setFiles([{ name: 'chosen.jpg', mimeType: 'image/jpeg', buffer: await picture(4) }]);
  await tray.getByText('3 of 4 uploaded').waitFor();
  const names = ['chosen.jpg', 'dropped-1.jpg', 'dropped-2.jpg', 'dropped-3.jpg'];
  await eventually(async () => expect(await uploaded(stage)).toEqual(names));
  // The editor may make no monitor: a camera has to do, whose page says who it was, and shows none of it as its latest frame.
  await goTo(page, '/monitors/line-1');
  await page
    .getByText(/uploaded by editor/)
    .first()
    .waitFor();
  await goTo(page, '/datasets/bolts');
  // A folder, with all that is in it.
  const folder = await stage.folder();
  await mkdir(join(folder, 'line/left'), { recursive: true });
  for (const [number, path] of ['line/5.jpg', 'line/left/6.jpg', 'line/.hidden.jpg'].entries())
    await writeFile(join(folder, path), await picture(5 + number));
  await dropPaths(page, [join(folder, 'line')]);
  await tray.getByText('5 of 6 uploaded').waitFor();
  await eventually(async () => expect(await uploaded(stage)).toEqual(['5.jpg', '6.jpg', ...names]));
  await tray.getByRole('link', { name: 'Show these 5' }).click();
  await page.getByRole('status').filter({ hasText: '5 images' }).waitFor();
  await context.close();
}

/** A picture waits in each tab that is killed, and in a second one beside the first of them. */
export async function killWhileUploading(stage: ConsoleStage, kills: number): Promise<void> {
  const before = await uploaded(stage);
  const { page: first, context } = await signIn(stage, 'editor');
  await first.close();
  let isAway = true;
  let sent = 0;
  let kept = 0;
  await context.route(/\/monitor\/line-1\/image\?/, (route) => {
    if (isAway) return route.abort('connectionrefused');
    sent += 1;
    return route.fallback();
  });
  const dropOne = async (number: number): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${stage.address}/datasets/bolts`);
    await page.waitForSelector('[role=option] img');
    await drop(page, [await jpeg(100 + number)]);
    kept += 1;
    await eventually(async () => expect(await page.evaluate(countKept)).toBe(kept));
    return page;
  };
  for (let count = 1; count <= kills; count += 1) {
    const page = await dropOne(count);
    if (count === 1) await kill(await dropOne(0));
    await kill(page);
  }
  const page = await context.newPage();
  await page.goto(`${stage.address}/datasets/bolts`);
  await trayOf(page).getByText(`0 of ${kills} uploaded`).waitFor();
  await signOut(page);
  const question = page.getByRole('dialog', { name: 'Sign out' });
  await question.getByText(`${kills} images are kept, not yet uploaded. Sent when`).waitFor();
  await question.getByRole('button', { name: 'Sign out' }).click();
  isAway = false;
  // On any page, but only in the name of the same person.
  const person = (name: string) => page.getByRole('button', { name, exact: true });
  await person('owner').waitFor();
  await page.goto(stage.address);
  await person('owner').click();
  await page.getByRole('link', { name: /Bolts/ }).first().waitFor();
  await page.waitForTimeout(2_000);
  expect(sent).toBe(0);
  await signOut(page);
  await person('editor').click();
  const names = Array.from({ length: kills + 1 }, (_, number) => `dropped-${100 + number}.jpg`);
  await eventually(async () => expect(await uploaded(stage)).toEqual([...before, ...names].toSorted()));
  expect(sent).toBe(names.length);
  await eventually(async () => expect(await page.evaluate(countKept)).toBe(0));
  await context.close();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** Number of files that this browser keeps. */
async function countKept(): Promise<number> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  const counts = names
    .filter((name) => name.startsWith('sightline-uploads/'))
    .map(
      (name) =>
        new Promise<number>((resolve) => {
          indexedDB.open(name).onsuccess = ({ target }) => {
            const database = (target as IDBOpenDBRequest).result;
            database.transaction('records').objectStore('records').count().onsuccess = (counted) =>
              resolve((counted.target as IDBRequest<number>).result);
          };
        }),
    );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
