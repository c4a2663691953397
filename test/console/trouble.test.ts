/**
 * What a page says and keeps when something behind it is away, and that it heals by itself. The servers are really away.
 * @covers Contract 12: functions, the live database and sign-in away, an expired token (renewed, or the person signs in again and the decision is made once), images of a filter that cannot be counted (again, or at first), a missing picture, a slow network, what was entered (also where the sign-in ends), uploads (also offline), several changes of one image in their order, another person at the same browser
 */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually, picture } from '../support/factory.ts';
import { LONG_TEST } from '../support/limits.ts';
import { setDisabled, tokenOf } from '../support/people.ts';
import { kill } from './kill.ts';
import { type ConsoleStage, openConsole, signIn } from './stage.ts';
import { dropPictures, killWhileUploading } from './uploading.ts';

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openConsole({ access: 'required' });
}, 180_000);
afterAll(() => stage?.close());
afterEach(async () => {
  for (const server of Object.values(stage.between)) await server.set('pass');
});

const WITHIN = 120_000;
const banner = (page: Page, words: RegExp) => page.getByRole('status').filter({ hasText: words });
const front = async (page: Page) =>
  (await page.locator('figure[data-image]').getAttribute('data-image')) ?? '';
/** A call of the functions as the owner. */
const call = (path: string, init: RequestInit = {}): Promise<Response> => {
  const now = Math.floor(Date.now() / 1000);
  const authorization = `Bearer ${tokenOf('owner', 'demo-sightline', { auth_time: now })}`;
  return fetch(`${stage.baseUrl}${path}`, { ...init, headers: { ...init.headers, authorization } });
};
const recordOf = async (id: string) => (await stage.firestore.doc(`image/${id}`).get()).data();

test(
  'functions away: decisions wait, are counted in words, and are made when they answer',
  async () => {
    const { page, context } = await signIn(stage, 'editor', {}, '/datasets/castings/review?labelled=true');
    await page.waitForSelector('figure[data-whole=true]');
    await stage.between.functions.set('refused');
    const judged: string[] = [];
    for (const key of ['2', '2', '2']) {
      const image = await front(page);
      judged.push(image);
      await page.keyboard.press(key);
      await page.waitForFunction((last) => document.querySelector('figure')?.dataset.image !== last, image);
    }
    await banner(page, /not responding. 3 changes are kept, not yet sent/).waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const question = page.getByRole('dialog', { name: 'Sign out' });
    await question.getByText('3 changes are kept, not yet sent').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await stage.between.functions.set('pass');
    await banner(page, /not responding/).waitFor({ state: 'detached' });
    for (const id of judged) expect(await recordOf(id)).toMatchObject({ tag: { id: 'defective' } });
    // The pictures that could not be read meanwhile come by themselves.
    await page.waitForSelector('figure[data-whole=true]');
    await context.close();
  },
  WITHIN,
);

const KILLS = process.env.LONG ? 100 : 2;
/** Decisions that wait at the same time: a dataset has only so many images. */
const KEPT = 20;

test(
  `the tab is killed ${KILLS} times while somebody decides and the service is away (100 with LONG=1): nothing is lost or doubled`,
  async () => {
    const { page: first, context } = await signIn(stage, 'editor');
    await first.close();
    let isAway = true;
    await context.route(/\/dataset\/surface\/images$/, (route) =>
      isAway && route.request().method() === 'PATCH' ? route.abort('connectionrefused') : route.fallback(),
    );
    const open = async () => {
      const page = await context.newPage();
      await page.goto(`${stage.address}/datasets/surface/review?labelled=true`);
      await page.waitForSelector('figure[data-image]');
      return page;
    };
    const revisions = new Map<string, number>();
    for (let count = 1; count <= KILLS; count += 1) {
      const page = await open();
      const image = await front(page);
      revisions.set(image, ((await recordOf(image))?.revision ?? 0) + 1);
      await page.keyboard.press('Enter');
      await page.waitForFunction((last) => document.querySelector('figure')?.dataset.image !== last, image);
      await kill(page);
      if (count % KEPT !== 0 && count < KILLS) continue;
      isAway = false;
      const last = await open();
      for (const [id, revision] of revisions)
        await eventually(async () =>
          expect(await recordOf(id)).toMatchObject({ revision, review: { decision: 'accept' } }),
        );
      await last.close();
      isAway = true;
    }
    expect([...revisions].length).toBeGreaterThanOrEqual(Math.min(KILLS, KEPT));
    await context.close();
  },
  LONG_TEST,
);

test(
  'a picture that is missing is said to be, and the review goes on',
  async () => {
    const { page, context } = await signIn(stage, 'editor');
    const listed = await call('/dataset/surface/images?labelled=true&limit=3');
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

test(
  'images of a filter stay on the page where they cannot be counted again',
  async () => {
    const { page, context } = await signIn(stage, 'owner', {}, '/datasets/castings?labelled=true');
    await page.waitForSelector('[role=option] img');
    const refused: string[] = [];
    await page.route(/:runAggregationQuery/, (route) => {
      refused.push(route.request().url());
      // A refusal: the SDK would send again for ten seconds what is lost on the way.
      return route.fulfill({ status: 400, headers: { 'access-control-allow-origin': '*' }, body: '{}' });
    });
    const image = (await page.locator('[role=option]').first().getAttribute('data-image')) ?? '';
    const answer = await call('/dataset/castings/images', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ changes: [{ image, decision: 'reject' }] }),
    });
    expect(answer.status).toBe(200);
    await eventually(() => expect(refused).not.toEqual([]));
    await page.waitForTimeout(1_000);
    expect(await page.locator('[role=option] img').count()).toBeGreaterThan(5);
    // Where there was no number yet, the page says so and counts again.
    await page.goto(`${stage.address}/datasets/castings?labelled=true`);
    await page.getByRole('heading', { name: 'This could not be loaded' }).waitFor();
    await page.unroute(/:runAggregationQuery/);
    await page.waitForSelector('[role=option] img');
    await context.close();
  },
  WITHIN,
);

test(
  'dropped pictures: stored, refused with the reason, known, and kept while offline',
  () => dropPictures(stage),
  WITHIN,
);

test(
  `the tab is killed ${KILLS} times while pictures wait to be uploaded (100 with LONG=1): each is uploaded once`,
  () => killWhileUploading(stage, KILLS),
  LONG_TEST,
);

test(
  'the live database away: the wall says so, keeps its pictures and calls no camera silent, and goes on by itself',
  async () => {
    const { page, context } = await signIn(stage, 'editor');
    const send = async (number: number) => {
      const path = `/monitor/line-1/image?name=${number}.jpg&dataset=bolts&date=${Date.now()}`;
      const body = new Uint8Array(await picture(number));
      const answer = await call(path, {
        method: 'POST',
        headers: { 'content-type': 'image/jpeg' },
        body,
      });
      expect(answer.status).toBe(200);
    };
    await call('/monitor/line-1/start', { method: 'POST' });
    await send(20);
    await page.goto(`${stage.address}/monitors`);
    const tile = page.getByRole('listitem').filter({ hasText: 'Line 1' });
    const shown = () => tile.locator('img').getAttribute('src');
    await tile.locator('img').waitFor();
    await tile.getByText('Running').waitFor();
    const before = await shown();

    await stage.between.database.set('refused');
    await banner(page, /live database is not responding/).waitFor();
    await send(21);
    // As long as a camera that sends once a second may be away before it is called silent.
    await page.waitForTimeout(8_000);
    expect(await tile.getByText('Running').count()).toBe(1);
    expect(await shown()).toBe(before);

    await stage.between.database.set('pass');
    await banner(page, /live database is not responding/).waitFor({ state: 'detached' });
    await eventually(async () => expect(await shown()).not.toBe(before));
    const healed = await shown();
    await send(22);
    await eventually(async () => expect(await shown()).not.toBe(healed));
    await call('/monitor/line-1/stop', { method: 'POST' });
    await context.close();
  },
  WITHIN,
);

test(
  'without the live database two reviewers still work, and their claims come back with it',
  async () => {
    const { page, flaws, context } = await signIn(
      stage,
      'editor',
      {},
      '/datasets/parts/review?labelled=true',
    );
    await page.waitForSelector('figure[data-whole=true]');
    await stage.between.database.set('refused');
    const image = await front(page);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((last) => document.querySelector('figure')?.dataset.image !== last, image);
    await page.waitForSelector('figure[data-whole=true]');
    const judged = await front(page);
    await page.keyboard.press('Enter');
    await page.waitForFunction((last) => document.querySelector('figure')?.dataset.image !== last, judged);
    await eventually(async () =>
      expect(await recordOf(judged)).toMatchObject({ review: { decision: 'accept' } }),
    );
    // Back to the image that a second reviewer sees first, unless somebody has it in front.
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction((first) => document.querySelector('figure')?.dataset.image === first, judged);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction((first) => document.querySelector('figure')?.dataset.image === first, image);
    await stage.between.database.set('pass');
    const { page: others, context: second } = await signIn(
      stage,
      'owner',
      {},
      '/datasets/parts/review?labelled=true',
    );
    await others.waitForSelector('figure[data-image]');
    await eventually(async () => expect(await front(others)).not.toBe(image));
    expect(await front(page)).toBe(image);
    expect(flaws).toEqual([]);
    await Promise.all([context.close(), second.close()]);
  },
  WITHIN,
);

/** Disables an account as soon as its page asks for this: any other call before it could notice, too early for a test. */
async function disableAtOnce(page: Page, auth: { port: number }, uid: string, [verb, path]: string[]) {
  let isOver = false;
  await page.route(
    (url) => url.pathname.endsWith(path ?? ''),
    async (route) => {
      if (route.request().method() === verb && !isOver) {
        isOver = true;
        await setDisabled(auth, 'demo-sightline', uid, true);
      }
      await route.fallback();
    },
  );
}

/**
 * As if the token of a page had expired while the page believes that it has not, for the next decision only: the service
 * itself refuses it. @returns the statuses of all decisions from then on, as they come
 */
async function expireOnce(
  page: Page,
  uid = 'editor',
  [verb, path] = ['PATCH', '/dataset/castings/images'],
): Promise<number[]> {
  const now = Math.floor(Date.now() / 1000);
  const expired = tokenOf(uid, 'demo-sightline', {
    auth_time: now - 7200,
    iat: now - 7200,
    exp: now - 3600,
  });
  const isDecision = (url: URL) => url.pathname.endsWith(path);
  let isExpired = true;
  await page.route(isDecision, (route) => {
    const sent = route.request();
    if (sent.method() !== verb || !isExpired) return route.continue();
    isExpired = false;
    return route.continue({ headers: { ...sent.headers(), authorization: `Bearer ${expired}` } });
  });
  const statuses: number[] = [];
  page.on('response', (answer) => {
    if (isDecision(new URL(answer.url())) && answer.request().method() === verb)
      statuses.push(answer.status());
  });
  return statuses;
}

/** Gives the image that is shown its other class, and waits for the next image. */
async function relabel(page: Page) {
  await page.waitForSelector('figure[data-whole=true]');
  const image = await front(page);
  const record = await recordOf(image);
  const before: string = record?.tag?.id;
  const isDefective = before === 'defective';
  await page.keyboard.press(isDefective ? '1' : '2');
  await page.waitForFunction((last) => document.querySelector('figure')?.dataset.image !== last, image);
  const tag = isDefective ? 'normal' : 'defective';
  return { image, before, once: { tag: { id: tag }, revision: (record?.revision ?? 0) + 1 } };
}

test.each([
  ['is renewed', 'pass'],
  ['while the sign-in service is away is sent again', 'refused'],
] as const)(
  'an expired token %s: the decision is made once, and nobody notices',
  async (_, auth) => {
    const { page, context } = await signIn(stage, 'editor', {}, '/datasets/castings/review?labelled=true');
    await page.waitForSelector('figure[data-whole=true]');
    const statuses = await expireOnce(page);
    await stage.between.auth.set(auth);
    const { image, once } = await relabel(page);
    await eventually(() => expect(statuses).toEqual([401, 200]));
    expect(await recordOf(image)).toMatchObject(once);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await context.close();
  },
  WITHIN,
);

test(
  'a token that cannot be renewed: the page asks to sign in again, and then makes the decision once',
  async () => {
    const { page, context } = await signIn(stage, 'editor', {}, '/datasets/castings/review?labelled=true');
    await page.waitForSelector('figure[data-whole=true]');
    const statuses = await expireOnce(page);
    const auth = { port: stage.ports.auth };
    await disableAtOnce(page, auth, 'editor', ['PATCH', '/dataset/castings/images']);
    const { image, once, before } = await relabel(page);
    const next = await front(page);
    await page
      .getByRole('status')
      .filter({ hasText: '1 change is kept, not yet sent. Sign in again' })
      .waitFor();
    await page.keyboard.press('2');
    expect(await page.getByLabel('E-mail').inputValue()).toBe('');
    // Nothing of the page is in reach of whoever sits there now, and nothing of it is lost.
    await page.getByRole('navigation').first().waitFor({ state: 'hidden' });
    expect(await page.locator('figure[data-image]').isVisible()).toBe(false);
    expect(await front(page)).toBe(next);
    expect(statuses).not.toContain(200);
    await setDisabled(auth, 'demo-sightline', 'editor', false);
    await page.getByRole('button', { name: 'editor', exact: true }).click();
    await page.waitForSelector('figure[data-whole=true]');
    await eventually(() => expect(statuses.at(-1)).toBe(200));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await recordOf(image)).toMatchObject(once);
    // The review goes on where it was, and the decision can still be taken back.
    expect(new URL(page.url()).pathname).toBe('/datasets/castings/review');
    expect(await front(page)).toBe(next);
    await page.keyboard.press('z');
    await page.waitForSelector(`figure[data-image="${image}"]`);
    await eventually(async () => expect(await recordOf(image)).toMatchObject({ tag: { id: before } }));
    await context.close();
  },
  WITHIN,
);

test(
  'a slow network: the page says so, places come before pictures, a decision waits in words and is made',
  async () => {
    const { page, flaws, context } = await signIn(stage, 'editor');
    await page.waitForSelector('main a[href="/datasets/castings"] img');
    const cdp = await context.newCDPSession(page);
    const slow = (latency: number, bytes: number) =>
      cdp.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: bytes,
        uploadThroughput: bytes,
      });
    await slow(1_500, 200_000);
    await page.locator('main a[href="/datasets/castings"]').click();
    await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor();
    await page.waitForSelector('[role=option]');
    expect(await page.locator('[role=option]').count()).toBeGreaterThan(5);
    expect(await page.locator('[role=option] img').count()).toBe(0);
    await page.waitForSelector('[role=option] img');
    const tile = page.locator('[role=option]').first();
    await tile.click();
    const image = (await tile.getAttribute('data-image')) ?? '';
    const defective = (await recordOf(image))?.tag?.id === 'defective';
    await slow(4_000, 200_000);
    await page.keyboard.press(defective ? '1' : '2');
    await banner(page, /not responding. 1 change is kept/).waitFor();
    await banner(page, /not responding/).waitFor({ state: 'detached' });
    expect(await recordOf(image)).toMatchObject({ tag: { id: defective ? 'normal' : 'defective' } });
    expect(flaws).toEqual([]);
    await context.close();
  },
  WITHIN,
);

test(
  'what was entered stays where the service does not answer, and is sent again by the same button',
  async () => {
    const { page, context } = await signIn(stage, 'owner');
    await page.getByRole('button', { name: 'New dataset' }).click();
    const dialog = page.getByRole('dialog', { name: 'New dataset' });
    await dialog.getByLabel('Name').fill('Springs');
    await dialog.getByLabel('Classes').fill('good\nbroken');
    await stage.between.functions.set({ status: 400, body: JSON.stringify({ error: 'no' }) });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('alertdialog').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Springs');
    expect(await dialog.getByLabel('Classes').inputValue()).toBe('good\nbroken');
    await stage.between.functions.set('pass');
    const auth = { port: stage.ports.auth };
    const statuses = await expireOnce(page, 'owner', ['POST', '/dataset']);
    await disableAtOnce(page, auth, 'owner', ['POST', '/dataset']);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('status').filter({ hasText: 'Sign in as owner to continue' }).waitFor();
    expect(await dialog.isVisible()).toBe(false);
    await setDisabled(auth, 'demo-sightline', 'owner', false);
    await page.getByRole('button', { name: 'owner', exact: true }).click();
    await dialog.waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Springs');
    expect(await dialog.getByLabel('Classes').inputValue()).toBe('good\nbroken');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL('**/datasets/*');
    expect(statuses).toEqual([401, 200]);
    await page.getByRole('button', { name: /^broken/ }).waitFor();
    // Without an image, the page says how to send the first one.
    await page.getByText('From a camera').click();
    await page.getByText(/curl .*\/monitor\/.*dataset=/).waitFor();
    await context.close();

    const visitor = await stage.browser.newContext({ locale: 'en-US' });
    const door = await visitor.newPage();
    await door.goto(stage.address);
    await door.getByLabel('E-mail').fill('viewer@sightline.test');
    await door.getByLabel('Password').fill('sightline');
    await stage.between.auth.set('refused');
    await door.getByRole('button', { name: 'Sign in', exact: true }).click();
    await door.getByText('The sign-in service is not responding').waitFor();
    expect(await door.getByLabel('E-mail').inputValue()).toBe('viewer@sightline.test');
    await stage.between.auth.set('pass');
    await door.getByRole('button', { name: 'Sign in', exact: true }).click();
    await door.getByRole('navigation').first().waitFor();
    await visitor.close();
  },
  WITHIN,
);
