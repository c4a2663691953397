/** `node test/console/take-pictures.ts`: takes the pictures of docs/console.md and of the README, with the sample data. */
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { openConsole, signIn } from './stage.ts';

const DOCS = resolve(import.meta.dirname, '../../docs');
const SIZE = { width: 1280, height: 800 };

interface Picture {
  name: string;
  path: string;
  theme: 'light' | 'dark';
  /** An element that exists when the page is complete. */
  until: string;
}

const PICTURES: readonly Picture[] = [
  { name: 'console-home', path: '/', theme: 'light', until: 'main a[href^="/datasets/"] img' },
  { name: 'console-dataset', path: '/datasets/bolts', theme: 'light', until: '[role=option] img' },
  { name: 'console-dataset-dark', path: '/datasets/bolts', theme: 'dark', until: '[role=option] img' },
  {
    name: 'console-review',
    path: '/datasets/bolts/review?labelled=true',
    theme: 'dark',
    until: 'figure[data-whole=true] img',
  },
  { name: 'console-monitors', path: '/monitors', theme: 'dark', until: 'main img' },
  { name: 'console-monitor', path: '/monitors/line-1', theme: 'light', until: 'main ol li' },
  { name: 'console-people', path: '/datasets/bolts/people', theme: 'light', until: 'main li' },
];

const stage = await openConsole();
for (const { name, path, theme, until } of PICTURES) {
  const { page, context } = await signIn(stage, 'owner', { viewport: SIZE, colorScheme: theme });
  await page.goto(`${stage.address}${path}`);
  await page.waitForSelector(until);
  // Thumbnails are decoded asynchronously, and no event tells when all are done.
  await page.waitForTimeout(1500);
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(join(DOCS, `${name}.webp`));
  await context.close();
}
await stage.close();
