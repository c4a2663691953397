/** The API page in a browser: from the local stack's front, and as Hosting would serve it; no other address is asked. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { buildPage } from '../../docs/openapi/build-page.ts';
import { type RunningFront, startFront } from '../../emulators/stack/front.ts';
import { shoot, startBrowser } from '../editor/browser.ts';

const ROOT = join(import.meta.dirname, '../..');
let front: RunningFront;
let browser: Browser;

beforeAll(async () => {
  front = await startFront({ port: 0, projectId: 'demo-sightline', region: 'us-central1', functions: {} });
  browser = await startBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await front?.close();
});

test('it shows every operation, an error text and a real answer, and asks nobody else', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1600 } });
  const asked: string[] = [];
  const flaws: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => flaws.push(error.message));
  await page.goto(`http://127.0.0.1:${front.port}/docs`);
  await page.waitForSelector('.opblock', { timeout: 60_000 });
  const document = await readFile(join(ROOT, 'openapi.yaml'), 'utf8');
  const operations = document.match(/^ {6}operationId:/gm)?.length;
  expect(await page.locator('.opblock').count()).toBe(operations);
  await shoot(page, 'api-page');
  await page.click('#operations-monitor-startSession .opblock-summary-control');
  await page.waitForSelector('#operations-monitor-startSession .responses-wrapper');
  const text = await page.locator('#operations-monitor-startSession').textContent();
  expect(text).toContain('Error: Already started');
  expect(text).toMatch(/"result": "Started"/);
  await page.locator('#operations-monitor-startSession').scrollIntoViewIfNeeded();
  await shoot(page, 'api-page-operation');
  expect(flaws).toEqual([]);
  expect(
    asked.filter((url) => !url.startsWith(`http://127.0.0.1:${front.port}/docs`) && !url.startsWith('data:')),
  ).toEqual([]);
}, 120_000);

test('a file that the page does not have is 404', async () => {
  for (const name of ['nothing.js', '../package.json', '%2e%2e/package.json', 'page.js/'])
    expect((await fetch(`http://127.0.0.1:${front.port}/docs/${name}`)).status).toBe(404);
});

test('Hosting gets the same files', async () => {
  const config = JSON.parse(await readFile(join(ROOT, 'firebase.json'), 'utf8')) as {
    hosting: { public: string };
  };
  const directory = join(ROOT, config.hosting.public);
  await buildPage();
  const names = await readdir(directory);
  expect(names).toContain('index.html');
  for (const name of names) {
    const served = await fetch(`http://127.0.0.1:${front.port}/docs/${name}`);
    expect(Buffer.from(await served.arrayBuffer()).equals(await readFile(join(directory, name)))).toBe(true);
  }
  const page = await readFile(join(directory, 'index.html'), 'utf8');
  for (const [, name] of page.matchAll(/(?:href|src)="([^"]+)"/g)) expect(names).toContain(name);
});
