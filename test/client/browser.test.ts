/**
 * `@sightline/client` in a real browser, in a page whose origin differs from the service's.
 * @covers Contract 4: link of a large archive without a redirect
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { Sightline } from '../../client/src/index.ts';
import { startBrowser } from '../editor/browser.ts';
import { type AuthLease, leaseAuth } from '../support/auth.ts';
import { picture, records } from '../support/factory.ts';
import { STEP } from '../support/limits.ts';
import { registerPerson, tokenOf } from '../support/people.ts';
import type { journey, PageInput } from './page.ts';
import { openStage, type Stage } from './stage.ts';

let auth: AuthLease;
let stage: Stage;
let browser: Browser;
let server: Server;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  const made = await build({
    entryPoints: [join(import.meta.dirname, 'page.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'error',
  });
  const script = made.outputFiles[0]!.text;
  server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? script : '<!doctype html><script type="module" src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  auth = await leaseAuth();
  const access = { ACCESS: 'required', FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${auth.port}` };
  [stage, browser] = await Promise.all([
    openStage({ ...access, CORS_ORIGINS: origin, ZIP_STREAM_LIMIT: '60000' }),
    startBrowser(),
  ]);
  await register('editor');
  page = await browser.newPage();
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(origin);
  await page.waitForFunction('globalThis.journey');
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  await stage?.close();
  await auth?.close();
});

const register = (uid: string) => registerPerson(auth, stage.stack.projectId, uid);

type Journey = typeof journey;

/** Runs a function of `page.ts` in the page. */
function inPage<N extends keyof Journey>(name: N, images: string[] = []): ReturnType<Journey[N]> {
  const { stack, databaseUrl } = stage;
  const input: PageInput = {
    baseUrl: stack.baseUrl,
    databaseUrl,
    projectId: stack.projectId,
    images,
    step: STEP,
    token: tokenOf('editor', stack.projectId),
  };
  return page.evaluate(`globalThis.journey.${name}(${JSON.stringify(input)})`) as ReturnType<Journey[N]>;
}

test('a canvas becomes a record, and the live session is watched by push and by polling', async () => {
  const { id, size, pushed, polled } = await inPage('capture');
  const stored = (await records(stage.stack, 'image')).get(id);
  expect(stored).toMatchObject({ name: 'canvas.jpg', originalFormat: 'jpeg', width: 320, height: 240 });
  expect(size).toBeGreaterThan(500);
  for (const seen of [pushed, polled]) {
    expect(seen[0]).toEqual({ status: true, totalCounter: 0 });
    expect(seen).toContainEqual({ status: true, totalCounter: 1 });
    expect(seen.at(-1)).toEqual({ status: false, totalCounter: 1 });
  }
});

test('a page of another origin reads a training file, a streamed archive, one from a link, and an error', async () => {
  const session = new Sightline({
    baseUrl: stage.stack.baseUrl,
    token: () => tokenOf('editor', stage.stack.projectId),
  }).monitors('line-1');
  for (const number of [1, 2, 3, 4]) await session.upload(await picture(number), { tag: 'good' });
  const images = [...(await records(stage.stack, 'image')).keys()];
  const { training, streamed, linked, problem, hosts } = await inPage('download', images);
  expect(training).toEqual({ name: 'Bolts', dataset: expect.stringMatching(/^gs:.*\.csv$/) });
  const fileName = expect.stringMatching(/^dataset_\d{4}-\d\d-\d\d\.zip$/);
  expect(streamed).toEqual({ fileName, start: 'PK', bytes: expect.any(Number) });
  expect(linked).toEqual({ fileName, start: 'PK', bytes: linked.size, size: expect.any(Number) });
  expect(linked.bytes).toBeGreaterThan(60_000);
  expect(problem).toEqual({
    name: 'SightlineError',
    status: 400,
    message: 'Images array list is required',
    hasId: true,
  });
  const service = new URL(stage.stack.baseUrl).host;
  expect(hosts).toEqual({ shown: [service], spared: [stage.stack.addresses.storage] });
  // The browser reports what CORS forbids; it also logs refused requests.
  expect(complaints.filter((each) => !each.includes('status of 400'))).toEqual([]);
});
