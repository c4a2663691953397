/** The wall with many cameras that send: it keeps up with them, marks one that fell silent, does not grow, and rests when hidden. */
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/factory.ts';
import { heapOf } from './long-page.ts';
import { type Camera, putUpCameras, takeDownCameras } from './many-cameras.ts';
import { type ConsoleStage, signIn } from './stage.ts';

const isLong = process.env.LONG === '1';
const CAMERAS = isLong ? 32 : 8;
/** Frames a second of each. */
const PACE = isLong ? 5 : 1;
/** Seconds of a camera's clock. */
const WATCHED = isLong ? 600 : 20;
/** Seconds that a picture may be old, and after which a camera that fell silent is marked. */
const OLD = 2;
const SILENT = 20;
const GROWTH = 1.3;

/** Date of the frame that each tile shows, by the camera's name; 0 where there is none. */
const shown = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('main li')].map((tile) => {
        const date = tile.querySelector('img') && tile.querySelector('time')?.dateTime;
        return [tile.querySelector('h2')?.textContent ?? '', date ? Date.parse(date) : 0];
      }),
    ),
  );

/** Until a camera has had so many more of its frames answered. */
const framesLater = ({ sent }: Camera, count: number) => {
  const until = sent.length + count;
  return eventually(() => expect(sent.length).toBeGreaterThanOrEqual(until));
};

interface Watched {
  /** How many frames each tile was behind its camera, of all looks. */
  behind: number[];
}

/** What the wall shows is held against frames that were answered before as many others as a camera sends in two seconds. */
async function watch(page: Page, cameras: readonly Camera[], looks: number): Promise<Watched> {
  const behind: number[] = [];
  for (let look = 0; look < looks; look += 1) {
    const answered = cameras.map(({ sent }) => sent.length);
    await Promise.all(cameras.map((camera) => framesLater(camera, OLD * PACE)));
    const now = await shown(page);
    for (const [at, camera] of cameras.entries())
      behind.push((answered[at] as number) - camera.numberOf(now[camera.name] ?? 0));
  }
  return { behind };
}

/** Listeners of the live database: what a page has begun to listen to, and not ended. */
function countListens(page: Page): () => number {
  let open = 0;
  page.on('websocket', (socket) => {
    let ofSocket = 0;
    socket.on('framesent', ({ payload }) => {
      const text = String(payload);
      const change = text.split('"a":"q"').length - text.split('"a":"n"').length;
      ofSocket += change;
      open += change;
    });
    socket.on('close', () => {
      open -= ofSocket;
    });
  });
  return () => open;
}

/** As when another tab comes to the front, which a browser without a screen does not do. */
const hide = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    const state = hidden ? 'hidden' : 'visible';
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

const nodesOf = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);

export async function watchWall(stage: ConsoleStage): Promise<void> {
  const cameras = await putUpCameras(stage, CAMERAS);
  const { page, flaws, context } = await signIn(stage, 'owner', { viewport: { width: 1920, height: 1080 } });
  // The start page listens to datasets and monitors; what is counted begins with the wall.
  await page.waitForSelector('main a[href^="/datasets/"]');
  await page.waitForSelector('main a[href^="/monitors/"]');
  await page.goto('about:blank');
  stage.counted?.pages.forgetListeners();
  const listens = countListens(page);
  await page.goto(`${stage.address}/monitors`);
  for (const camera of cameras) camera.start(PACE);
  try {
    await eventually(async () => {
      const dates = await shown(page);
      expect(cameras.filter(({ name }) => !dates[name])).toEqual([]);
    });
    const cdp = await context.newCDPSession(page);
    await watch(page, cameras, 2);
    const before = { heap: await heapOf(cdp), nodes: await nodesOf(page) };
    const { behind } = await watch(page, cameras, Math.round(WATCHED / OLD));
    expect(behind.filter((frames) => frames > 0).length / behind.length).toBeLessThanOrEqual(0.05);
    expect(await heapOf(cdp)).toBeLessThanOrEqual(before.heap * GROWTH);
    expect(await nodesOf(page)).toBeLessThanOrEqual(before.nodes);

    // One falls silent; the others go on and are not called so.
    const [lost, other] = cameras as [Camera, Camera];
    await lost.stop();
    const marked = page.getByRole('listitem').filter({ hasText: 'Silent' });
    const late = framesLater(other, SILENT * PACE).then(() => 'late');
    expect(
      await Promise.race([
        marked
          .first()
          .waitFor()
          .then(() => 'marked'),
        late,
      ]),
    ).toBe('marked');
    expect(await marked.getByRole('heading').allTextContents()).toEqual([lost.name]);

    expect(listens()).toBeGreaterThanOrEqual(CAMERAS);
    await hide(page, true);
    await eventually(() => expect([listens(), stage.counted?.pages.listeners()]).toEqual([0, 0]));
    const still = await shown(page);
    await framesLater(other, OLD * PACE);
    expect(await shown(page)).toEqual(still);
    await hide(page, false);
    await eventually(async () =>
      expect((await shown(page))[other.name]).toBeGreaterThan(still[other.name] as number),
    );
    expect(listens()).toBeGreaterThanOrEqual(CAMERAS);
  } finally {
    await Promise.all(cameras.map((camera) => camera.stop()));
  }
  expect(flaws).toEqual([]);
  await context.close();
  // Otherwise the next test pays for them: the emulator reads all of its images for each count of a session.
  await takeDownCameras(stage, cameras);
}
