/** What the console weighs, and how fast it answers people, in a real browser on the local stack with the sample data. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { openMany } from '../console/long-page.ts';
import { type Many, writeMany } from '../console/many-images.ts';
import { type ConsoleStage, openConsole, signIn } from '../console/stage.ts';
import { figure, median, percentile, type Row } from './row.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MANY: Many = { dataset: 'long', images: 10_000, groups: 250 };
/** Loads, of which the median counts. */
const LOADS = 5;
/** How many times slower the processor is made for a load, as on a phone of the middle class. */
const SLOWED = 4;
const KEYS = 50;
const FRAMES = 400;
/** Pixels that are scrolled in a frame: two rows. */
const STEP = 280;

export async function benchConsole(): Promise<Row[]> {
  execFileSync('npm', ['run', '-s', 'build:site'], { cwd: ROOT, stdio: 'inherit' });
  const stage = await openConsole({ isCounted: true });
  try {
    const rows = [...(await weigh(stage)), await paint(stage), await judge(stage)];
    await writeMany(stage.firestore, MANY);
    return [...rows, ...(await scroll(stage))];
  } finally {
    await stage.close();
  }
}

const within = (row: Row, bar: string): Row => ({ ...row, bar });

/** Everything that the start page of somebody who is signed in loads from Hosting, compressed as Hosting does. */
async function weigh(stage: ConsoleStage): Promise<Row[]> {
  const { page, context } = await signIn(stage, 'owner');
  await page.waitForSelector('main a[href^="/datasets/"] img');
  await page.goto('about:blank');
  const files = new Map<string, Promise<Buffer>>();
  page.on('response', (answer) => {
    if (answer.url().startsWith(stage.address)) files.set(answer.url(), answer.body());
  });
  await page.goto(stage.address);
  await page.waitForSelector('main a[href^="/datasets/"] img');
  page.removeAllListeners('response');
  const weights = await Promise.all(
    [...files].map(async ([url, body]) => ({ isSdk: SDK.test(url), bytes: gzipSync(await body).length })),
  );
  await context.close();
  const kilobytes = (isSdk: boolean) =>
    weights.filter((each) => each.isSdk === isSdk).reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  return [
    within(figure('console: first load without the SDK, gzipped', kilobytes(false), 'kB'), '<= 240'),
    figure('console: the SDK, gzipped', kilobytes(true), 'kB'),
  ];
}

/** Firebase's packages, as the bundler names their parts. */
const SDK = /\/index\.esm-[^/]+\.js$/;

async function paint(stage: ConsoleStage): Promise<Row> {
  const { page, context } = await signIn(stage, 'owner');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const seconds: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    await page.reload();
    await page.waitForSelector('main a[href^="/datasets/"] img');
    seconds.push((await page.evaluate(largestPaint)) / 1000);
  }
  await context.close();
  const note = `median of ${LOADS} loads, at most ${Math.max(...seconds).toFixed(2)}`;
  return within(
    figure(`console: largest paint, processor ${SLOWED} times slower`, median(seconds), 's', note),
    '<= 1.5',
  );
}

/** Milliseconds after the start of the navigation, once nothing larger has come for a second. */
const largestPaint = (): Promise<number> =>
  new Promise((done) => {
    let latest = 0;
    const watcher = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) latest = entry.startTime;
    });
    watcher.observe({ type: 'largest-contentful-paint', buffered: true });
    setTimeout(() => done(latest), 1000);
  });

/** From the key to the frame in which the next image stands there whole. */
async function judge(stage: ConsoleStage): Promise<Row> {
  const { page, context } = await signIn(stage, 'editor');
  await page.goto(`${stage.address}/datasets/bolts/review?labelled=true`);
  await page.waitForSelector('figure[data-whole=true]');
  await page.evaluate(watchKeys);
  for (let key = 0; key < KEYS; key += 1) {
    // Somebody looks at each image for a moment.
    await page.waitForTimeout(300);
    await page.keyboard.press(key % 2 === 0 ? '1' : '2');
    await page.waitForFunction((count) => (window as unknown as Watching).keyTimes.length > count, key);
  }
  const times = await page.evaluate(() => (window as unknown as Watching).keyTimes);
  await context.close();
  const note = `${times.length} keys, median ${median(times).toFixed(0)}`;
  return within(figure('console: key to the next image, p95', percentile(times, 0.95), 'ms', note), '<= 100');
}

interface Watching {
  keyTimes: number[];
}

function watchKeys(): void {
  const watching = window as unknown as Watching;
  watching.keyTimes = [];
  const front = () => document.querySelector('figure') as HTMLElement;
  window.addEventListener(
    'keydown',
    () => {
      const began = performance.now();
      const image = front().dataset.image;
      const look = () => {
        const { image: now, whole } = front().dataset;
        if (now === image || whole !== 'true') return requestAnimationFrame(look);
        // What this frame has changed is painted before the next one.
        return requestAnimationFrame(() => watching.keyTimes.push(performance.now() - began));
      };
      requestAnimationFrame(look);
    },
    true,
  );
}

async function scroll(stage: ConsoleStage): Promise<Row[]> {
  const { page, context, reads } = await openMany(stage, MANY);
  const times = await framesOf(page);
  await context.close();
  const note = `${FRAMES} frames of ${STEP} pixels, median ${median(times).toFixed(1)}`;
  return [
    within(figure('console: opening 10,000 images', reads, 'reads'), '<= 200'),
    within(figure('console: a frame while scrolling, p95', percentile(times, 0.95), 'ms', note), '<= 33'),
  ];
}

const framesOf = (page: Page): Promise<number[]> =>
  page.evaluate(
    ({ frames, step }) =>
      new Promise<number[]>((done) => {
        const grid = document.querySelector('[role=listbox]') as HTMLElement;
        const times: number[] = [];
        let last = performance.now();
        const next = (now: number) => {
          times.push(now - last);
          last = now;
          grid.scrollTop += step;
          if (times.length < frames) requestAnimationFrame(next);
          else done(times.slice(1));
        };
        requestAnimationFrame(next);
      }),
    { frames: FRAMES, step: STEP },
  );
