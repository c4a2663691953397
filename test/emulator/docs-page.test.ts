/**
 * The API page in a browser, on the local stack with the sample data: every call works with one click.
 * @covers The API page: each call by one click, axe, themes and sizes
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { parse } from 'yaml';
import { freePort, PORTS, type StackPorts } from '../../emulators/stack/ports.ts';
import { startStack } from '../../emulators/stack/stack.ts';
import { buildPage } from '../../tools/openapi/build-page.ts';
import { shoot, startBrowser } from '../editor/browser.ts';
import { axeOn } from '../support/axe.ts';

const ROOT = join(import.meta.dirname, '../..');
const document = parse(await readFile(join(ROOT, 'openapi.yaml'), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>;
};
const OPERATIONS = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods).map(({ operationId }) => operationId),
);

let state: string;
let ports: StackPorts;
let stack: Awaited<ReturnType<typeof startStack>>;
let browser: Browser;

beforeAll(async () => {
  await buildPage();
  state = await mkdtemp(join(tmpdir(), 'sightline-docs-page-'));
  ports = Object.fromEntries(
    await Promise.all(Object.keys(PORTS).map(async (name) => [name, await freePort()])),
  ) as StackPorts;
  const importFrom = join(ROOT, 'emulator-data');
  [stack, browser] = await Promise.all([
    startStack({ ports, state, importFrom, onLog: () => {} }),
    // With this option, a page sends no Origin, so no server can tell where it comes from.
    startBrowser(['--disable-web-security']),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
  await rm(state, { recursive: true, force: true });
});

const address = (port: number = ports.functions) => `http://127.0.0.1:${port}/docs/`;

/** @returns the requests of the page, and its errors */
function watch(page: Page): { asked: string[]; flaws: string[] } {
  const seen = { asked: [] as string[], flaws: [] as string[] };
  page.on('request', (request) => seen.asked.push(request.url()));
  page.on('pageerror', (error) => seen.flaws.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of')) seen.flaws.push(message.text());
  });
  return seen;
}

test('it shows every operation with its errors and real answers, and sends no other requests', async () => {
  const page = await browser.newPage();
  const { asked, flaws } = watch(page);
  await page.goto(address(ports.functions).slice(0, -1));
  await page.waitForSelector('form.try:not([hidden])');
  expect(await page.locator('article.operation').count()).toBe(OPERATIONS.length);
  const text = await page.locator('#startSession').textContent();
  expect(text).toContain('Error: Already started');
  expect(text).toMatch(/"result": "Started"/);
  expect(flaws).toEqual([]);
  const origin = `http://127.0.0.1:${ports.functions}/`;
  expect(asked.filter((url) => !url.startsWith(origin))).toEqual([]);
  await page.close();
});

test('it can be read without scripts, and the list links to each operation', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address());
  expect(await page.locator('form.try:visible').count()).toBe(0);
  const links = await page
    .locator('nav a')
    .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  const times = (id: string) => links.filter((link) => link === `#${id}`).length;
  expect(OPERATIONS.map((id) => [id, times(id)])).toEqual(OPERATIONS.map((id) => [id, 1]));
  await context.close();
});

describe('one click', () => {
  /** The sample's project has nothing to abort or resolve; each operation still answers correctly. */
  const REFUSED: Record<string, number> = { gitAbortMerge: 409, gitResolve: 409 };
  const project = () => join(state, 'volume/projects/inspection-line');
  /** A commit needs a change, and a branch can be deleted only once. */
  const PREPARE: Record<string, () => Promise<unknown>> = {
    gitAdd: () => writeFile(join(project(), 'notes.md'), 'Seen from the API page\n'),
    gitDeleteBranch: () => promisify(execFile)('git', ['-C', project(), 'branch', 'trial']),
  };
  /** These need a file, a run that is ready or of a detector, suggestions that are on, an offer, a device key, or a value from an earlier answer, which the page cannot know. */
  const BY_HAND = [
    'putMask',
    'deleteMask',
    'takeKey',
    'revokeKey',
    'revokeDatasetKey',
    'showHook',
    'changeHook',
    'deleteHook',
    'testHook',
    'showMonitorHook',
    'changeMonitorHook',
    'deleteMonitorHook',
    'testMonitorHook',
    'followLink',
    'cancelJob',
    'chooseRunPoint',
    'makeToken',
    'checkImport',
    'runImport',
    'checkRun',
    'finishRun',
    'detectRun',
    'evaluateRun',
    'listRunImages',
    'compareRuns',
    'reviewRun',
    'exportRun',
    'addVectors',
    'makeSuggestions',
    'findSimilar',
    'findImages',
    'makeAcceptance',
    'reviewAcceptance',
    'undoAcceptance',
    'acceptDataset',
    'acceptMonitor',
  ];
  /** These depend on each other, and run after all others. */
  const LAST = [
    'showJob',
    'deleteRun',
    'makeMonitor',
    'changeMonitor',
    'makeKey',
    'listKeys',
    'deleteMonitor',
    'gitPush',
    'gitCheckout',
    'gitReturnToLatest',
    'gitCreateBranch',
    'gitSwitchBranch',
    'gitReset',
    'gitAdd',
    'gitUnstage',
    'gitAdd',
    'gitCommit',
    'deleteImage',
    'deleteImageByDelete',
  ];
  const known = OPERATIONS.filter((id) => !BY_HAND.includes(id));
  const order = [...known.filter((id) => !LAST.includes(id)), ...LAST];

  test('on "Try it" gets the answer of each operation from the sample data', async () => {
    const page = await browser.newPage();
    const { flaws } = watch(page);
    await page.goto(address());
    await page.waitForSelector('form.try:not([hidden])');
    const statuses: Record<string, number> = {};
    for (const id of order) {
      await PREPARE[id]?.();
      statuses[id] = await press(page, id);
    }
    const expected = Object.fromEntries(known.map((id) => [id, REFUSED[id] ?? 200]));
    expect(statuses).toEqual(expected);
    expect(flaws).toEqual([]);
    await page.close();
  });

  test('works from Hosting too, under its Content-Security-Policy', async () => {
    const page = await browser.newPage();
    const { flaws } = watch(page);
    await page.goto(address(ports.hosting));
    await page.waitForSelector('form.try:not([hidden])');
    await press(page, 'generateCsv');
    expect(await page.locator('#generateCsv .result').textContent()).toContain('"status": "success"');
    expect(flaws).toEqual([]);
    await page.close();
  });

  test('sends a changed value', async () => {
    const page = await browser.newPage();
    await page.goto(address());
    await page.waitForSelector('form.try:not([hidden])');
    const field = page.getByRole('form', { name: 'Try GET /dataset/{dataset_id}/csv' });
    await field.getByLabel('dataset_id').fill('Piecs');
    expect(await press(page, 'generateCsv')).toBe(404);
    expect(await page.locator('#generateCsv .result').textContent()).toContain(
      'Dataset with ID \\"Piecs\\" not found',
    );
    await page.close();
  });
});

async function press(page: Page, id: string): Promise<number> {
  const form = page.locator(`#${id} form.try`);
  await form.evaluate((element) => element.removeAttribute('data-status'));
  await form.getByRole('button', { name: 'Try it' }).click();
  await page.waitForSelector(`#${id} form.try[data-status]`);
  return Number(await form.getAttribute('data-status'));
}

/** All operations are rendered by the same code, so one is enough for the accessibility check. */
async function keepOne(page: Page): Promise<void> {
  await page.locator('article.operation:not(#startSession)').evaluateAll((all) => {
    for (const each of all) each.remove();
  });
  expect(await page.locator('article.operation').count()).toBe(1);
}

async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

const SIZES = [
  ['phone', 360],
  ['tablet', 768],
  ['desktop', 1440],
] as const;

async function openAt(width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${address()}#startSession`);
  await page.waitForSelector('form.try:not([hidden])');
  await press(page, 'gitBranches');
  await page.locator('#startSession details').evaluateAll((all) => {
    for (const each of all) each.setAttribute('open', '');
  });
  return page;
}

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  test.each(SIZES)('on a %s it does not scroll sideways', async (name, width) => {
    const page = await openAt(width, colorScheme);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).toBe(0);
    await page.locator('#startSession').scrollIntoViewIfNeeded();
    await shoot(page, `api-page-${name}-${colorScheme}`);
    await page.context().close();
  });

  test('axe finds nothing', async () => {
    const page = await openAt(colorScheme === 'light' ? 1440 : 360, colorScheme);
    await keepOne(page);
    expect(await violationsOf(axeOn(page))).toEqual([]);
    await page.context().close();
  });
});

test('ids, names and labels are right in all operations', async () => {
  const page = await openAt(1440, 'light');
  const rules = ['duplicate-id-aria', 'label', 'button-name', 'link-name', 'aria-valid-attr-value'];
  expect(await violationsOf(axeOn(page).withRules(rules))).toEqual([]);
  await page.context().close();
});

test('an unknown file is 404', async () => {
  for (const name of ['nothing.js', '../package.json', '%2e%2e/package.json', 'try.js/'])
    expect((await fetch(`${address()}${name}`)).status).toBe(404);
});

test('Hosting gets the same files', async () => {
  const config = JSON.parse(await readFile(join(ROOT, 'firebase.json'), 'utf8')) as {
    hosting: { public: string };
  };
  const directory = join(ROOT, config.hosting.public, 'docs');
  const names = await readdir(directory);
  expect(names).toContain('index.html');
  for (const name of names) {
    const served = await fetch(`${address()}${name}`);
    expect(Buffer.from(await served.arrayBuffer()).equals(await readFile(join(directory, name)))).toBe(true);
  }
  const page = await readFile(join(directory, 'index.html'), 'utf8');
  for (const [, name] of page.matchAll(/(?:href|src)="([^"#]+)"/g)) expect(names).toContain(name);
});
