/** What a page says and keeps when something behind it is away, and that it heals by itself. The servers are really away. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually, picture } from '../support/factory.ts';
import { type ConsoleStage, openConsole, signIn } from './stage.ts';

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openConsole();
}, 180_000);
afterAll(() => stage?.close());
afterEach(async () => {
  for (const server of Object.values(stage.between)) await server.set('pass');
});

const WITHIN = 120_000;
const banner = (page: Page, words: RegExp) => page.getByRole('status').filter({ hasText: words });
const front = async (page: Page) =>
  (await page.locator('figure[data-image]').getAttribute('data-image')) ?? '';
const recordOf = async (id: string) => (await stage.firestore.doc(`image/${id}`).get()).data();

test(
  'functions away: decisions wait, are counted in words, and are made when they answer',
  async () => {
    const { page, context } = await signIn(stage, 'editor');
    await page.goto(`${stage.address}/datasets/castings/review?labelled=true`);
    await page.waitForSelector('figure[data-whole=true]');
    await stage.between.functions.set('refused');
    const judged: string[] = [];
    for (const key of ['2', '2', '2']) {
      const image = await front(page);
      judged.push(image);
      await page.keyboard.press(key);
      await page.waitForFunction((last) => document.querySelector('figure')?.dataset.image !== last, image);
    }
    await banner(page, /not responding: 3 changes/).waitFor();
    await stage.between.functions.set('pass');
    await banner(page, /not responding/).waitFor({ state: 'detached' });
    for (const id of judged) expect(await recordOf(id)).toMatchObject({ tag: { id: 'defective' } });
    // The pictures that could not be read meanwhile come by themselves.
    await page.waitForSelector('figure[data-whole=true]');
    await context.close();
  },
  WITHIN,
);

test(
  'a picture that is missing is said to be, and the review goes on',
  async () => {
    const { page, context } = await signIn(stage, 'editor');
    const listed = await fetch(`${stage.baseUrl}/dataset/surface/images?labelled=true&limit=3`);
    const { images } = (await listed.json()) as { images: { id: string; uri: string }[] };
    const lost = images[1] as { id: string; uri: string };
    const [bucket = '', ...path] = lost.uri.replace('gs://', '').split('/');
    const object = `http://127.0.0.1:${stage.ports.storage}/storage/v1/b/${bucket}/o/${encodeURIComponent(path.join('/'))}`;
    expect((await fetch(object, { method: 'DELETE' })).status).toBe(204);
    await page.goto(`${stage.address}/datasets/surface/review?labelled=true`);
    await page.waitForSelector('figure[data-whole=true]');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector(`figure[data-image="${lost.id}"]`);
    await page.getByText('The picture cannot be read.').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('figure[data-whole=true]');
    expect(await front(page)).toBe(images[2]?.id);
    await context.close();
  },
  WITHIN,
);

interface Dropped {
  name: string;
  type: string;
  bytes: number[];
}

/** As by the mouse: the files come with the event. */
async function drop(page: Page, files: readonly Dropped[]): Promise<void> {
  await page.evaluate((all) => {
    const data = new DataTransfer();
    for (const { name, type, bytes } of all)
      data.items.add(new File([new Uint8Array(bytes)], name, { type, lastModified: 1_790_000_000_000 }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);
}

test(
  'dropped pictures: stored, refused with the reason, known, and kept while offline',
  async () => {
    const { page, context } = await signIn(stage, 'editor');
    await page.goto(`${stage.address}/datasets/bolts`);
    await page.waitForSelector('[role=option] img');
    const jpeg = async (number: number): Promise<Dropped> => ({
      name: `dropped-${number}.jpg`,
      type: 'image/jpeg',
      bytes: [...(await picture(number))],
    });
    const odd = { name: 'odd.jpg', type: 'image/jpeg', bytes: [1, 2, 3] };
    await drop(page, [await jpeg(1), odd, { name: 'film.mp4', type: 'video/mp4', bytes: [0] }]);
    const tray = page.getByRole('region', { name: 'Upload images' });
    await tray.getByText('1 of 3 uploaded').waitFor();
    await tray.getByText('odd.jpg Error: unsupported image format').waitFor();
    await tray.getByText('film.mp4 is not a JPEG, PNG or WebP').waitFor();
    await page.getByRole('status').filter({ hasText: '60 images' }).waitFor();

    await tray.getByRole('button', { name: 'Close' }).click();
    await drop(page, [await jpeg(1)]);
    await tray.getByText('dropped-1.jpg was uploaded before').waitFor();

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
    await (await chooser).setFiles([
      { name: 'chosen.jpg', mimeType: 'image/jpeg', buffer: await picture(4) },
    ]);
    await tray.getByText('3 of 4 uploaded').waitFor();
    await eventually(async () => {
      const { docs } = await stage.firestore
        .collection('image')
        .where('session', '>=', 'line-1.upload-')
        .where('session', '<', 'line-1.upload.')
        .get();
      expect(docs.map((record) => record.get('name')).toSorted()).toEqual([
        'chosen.jpg',
        'dropped-1.jpg',
        'dropped-2.jpg',
        'dropped-3.jpg',
      ]);
    });
    await context.close();
  },
  WITHIN,
);
