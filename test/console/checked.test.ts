/**
 * Contract 9 and 11 in the console: "nothing here" in review and editor, its filter, and what a new version would hold.
 * @covers Contract 9 what a person has seen: `checked`, `empty`, taken back by machines, in lists and counters; bodies refuse unknown fields
 * @covers Contract 11 versions say what they hold: `inference`, `unchecked`, counts by set, notes
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/factory.ts';
import { inspectPages } from './inspect.ts';
import { type ConsoleStage, openConsole, signIn } from './stage.ts';

let stage: ConsoleStage;
/** The only image of the sample without boxes. */
let bare: string;

beforeAll(async () => {
  stage = await openConsole();
  const answer = await fetch(`${stage.baseUrl}/dataset/parts/images?labelled=false`);
  const { images } = (await answer.json()) as { images: { id: string }[] };
  expect(images).toHaveLength(1);
  bare = images[0]!.id;
});
afterAll(() => stage?.close());

const record = async () => (await stage.firestore.doc(`image/${bare}`).get()).data()!;
const isChecked = (expected: boolean) =>
  eventually(async () => expect((await record()).checked).toBe(expected));

async function openReview(page: Page): Promise<void> {
  await page.goto(`${stage.address}/datasets/parts/review?labelled=false`);
  await page.locator(`figure[data-image="${bare}"]`).waitFor();
}

test('Enter skips an image that nobody has labelled, N says that there is nothing in it, and Z takes that back', async () => {
  const { page, flaws, context } = await signIn(stage, 'owner');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postData() ?? ''));
  await openReview(page);
  await page.getByRole('button', { name: /^Skip/ }).waitFor();
  expect(await page.getByRole('button', { name: /^Accept/ }).count()).toBe(0);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '1 skipped' }).waitFor();
  expect([sent, (await record()).revision]).toEqual([[], undefined]);
  await openReview(page);
  await page.keyboard.press('n');
  await isChecked(true);
  expect(await record()).toMatchObject({ labelled: true, review: { decision: 'empty' } });
  await page.getByRole('heading', { name: '1 labelled' }).waitFor();
  await page.keyboard.press('z');
  await isChecked(false);
  await page.locator(`figure[data-image="${bare}"]`).waitFor();
  expect(flaws).toEqual([]);
  await context.close();
});

test('the editor says it while nothing is drawn, the filter finds it, and a new version counts it', async () => {
  const { page, flaws, context } = await signIn(stage, 'owner');
  await page.goto(`${stage.address}/datasets/parts/versions/new`);
  await page.getByText('Left out: ').filter({ hasText: '1 that nobody has labelled or checked' }).waitFor();
  await page.goto(`${stage.address}/datasets/parts/versions/new?unchecked=include`);
  await page.getByText('1 image that nobody has looked at: for a trainer, nothing is there.').waitFor();

  await page.goto(`${stage.address}/datasets/parts/images/${bare}`);
  await page.getByRole('button', { name: /^Nothing here/ }).click();
  await page.getByText('Looked at: nothing here').waitFor();
  await isChecked(true);

  await page.goto(`${stage.address}/datasets/parts?checked=true`);
  await page.getByRole('option', { name: `${bare}.jpg, Nothing here` }).waitFor();
  await page.goto(`${stage.address}/datasets/parts?checked=false`);
  await page.locator('[role=option][data-image]').first().waitFor();
  expect(await page.locator(`[data-image="${bare}"]`).count()).toBe(0);

  await page.goto(`${stage.address}/datasets/parts/versions/new`);
  const row = page.getByRole('row', { name: 'Nothing here' });
  await row.waitFor();
  expect(await row.getByRole('cell').last().textContent()).toBe('1');
  expect(await page.getByText('Left out: ').filter({ hasText: 'nobody' }).count()).toBe(0);
  expect(flaws).toEqual([]);
  await context.close();
});

test('what a model said is again what a model said when Z takes its acceptance back', async () => {
  const { page, flaws, context } = await signIn(stage, 'owner');
  const answer = await fetch(`${stage.baseUrl}/dataset/parts/images?labelled=true&limit=1`);
  const [image] = ((await answer.json()) as { images: { id: string; tags: object[] }[] }).images;
  const { id, tags } = image!;
  const sent = async (path: string, method: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const url = `${stage.baseUrl}${path}`;
    expect((await fetch(url, { method, headers, body: JSON.stringify(body) })).status).toBe(200);
  };
  const said = tags.map((each) => ({ ...each, labeled: 'inference' }));
  await sent('/monitor/updateTags', 'POST', { dataset: 'parts', imageID: id, tags: said });
  await sent('/dataset/parts/images', 'PATCH', { changes: [{ image: id, checked: false }] });
  const expectLabeled = (labeled: string, checked: boolean) =>
    eventually(async () => {
      const now = (await stage.firestore.doc(`image/${id}`).get()).data()!;
      const all = new Set((now.tags as { labeled: string }[]).map((each) => each.labeled));
      expect([[...all], now.checked]).toEqual([[labeled], checked]);
    });
  await page.goto(`${stage.address}/datasets/parts/review?labelled=true`);
  await page.locator(`figure[data-image="${id}"][data-whole=true]`).waitFor();
  await page.keyboard.press('Enter');
  await expectLabeled('manual', true);
  await page.keyboard.press('z');
  await expectLabeled('inference', false);
  await page.locator(`figure[data-image="${id}"]`).waitFor();
  await page.keyboard.press('Control+y');
  await expectLabeled('manual', true);
  expect(flaws).toEqual([]);
  await context.close();
});

test('in classification nothing is said to be empty', async () => {
  const { page, context } = await signIn(stage, 'owner');
  await page.goto(`${stage.address}/datasets/bolts/review?labelled=true`);
  await page.locator('figure[data-whole=true]').waitFor();
  await page.getByRole('button', { name: /^Accept/ }).waitFor();
  expect(await page.getByRole('button', { name: /^Nothing here/ }).count()).toBe(0);
  await context.close();
});

inspectPages(() => [
  stage,
  {
    '/datasets/parts/versions/new?unchecked=include': 'main tbody tr',
    '/datasets/parts/review?labelled=true': 'figure[data-whole=true] img',
    [`/datasets/parts/images/${bare}`]: '[data-whole=true]',
  },
]);
