/** Chromium, which is installed from npm, and the actions of the tests in it. */
import { strict as assert } from 'node:assert';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as engine, type Page, type Request } from 'playwright-core';
import { eventually } from '../support/factory.ts';
import { BOOT, STEP } from '../support/limits.ts';

const SHOTS = resolve(import.meta.dirname, '../../test-artifacts/editor');

/** @param without arguments of the package that a test must not have, such as `--disable-web-security` */
export async function startBrowser(
  without: readonly string[] = [],
  more: readonly string[] = [],
): Promise<Browser> {
  // Without a simulated graphics card (WebGL) a page needs a sixth of the processor time.
  chromium.setGraphicsMode = false;
  // With a single process, the browser ends with its first context.
  const unwanted = ['--single-process', '--no-zygote', ...without];
  const args = chromium.args.filter((each) => !unwanted.includes(each));
  const executablePath = await unpacked();
  const launched = {
    executablePath,
    args: [...args, '--no-sandbox', ...more],
    headless: true,
    timeout: BOOT,
  };
  return patient(await engine.launch(launched));
}

/** Sets the timeout of all its pages; a page that is opened without a context gets one of its own. */
function patient(browser: Browser): Browser {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(STEP);
    return context;
  };
  return browser;
}

/** It is unpacked at first use, once per machine: parallel suites take turns. */
async function unpacked(): Promise<string> {
  const turn = join(tmpdir(), 'sightline-chromium.turn');
  const end = Date.now() + BOOT;
  while (
    !(await mkdir(turn).then(
      () => true,
      () => false,
    )) &&
    Date.now() < end
  )
    await sleep(50);
  try {
    return await chromium.executablePath();
  } finally {
    await rm(turn, { recursive: true, force: true });
  }
}

export interface OpenOptions {
  login?: { user: string; password: string };
  language?: string;
  width?: number;
}

/** A page with the editor in which the sidebar's tab is open, without the editor's tours and questions. */
export async function openEditor(browser: Browser, url: string, options: OpenOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: 900 },
    locale: options.language ?? 'en-US',
  });
  const page = await context.newPage();
  await page.goto(url);
  if (options.login) await logIn(page, options.login);
  await page.waitForFunction(
    "typeof RED !== 'undefined' && RED.nodes && RED.nodes.version && RED.nodes.version() && document.querySelector('.red-ui-workspace-chart, #red-ui-workspace-chart')",
  );
  return page;
}

async function logIn(page: Page, { user, password }: { user: string; password: string }): Promise<void> {
  await page.fill('#node-dialog-login-username', user);
  await page.fill('#node-dialog-login-password', password);
  await page.click('#node-dialog-login-submit');
}

export async function showSidebar(page: Page): Promise<void> {
  await page.evaluate("RED.sidebar.show('sightline-git')");
  await page.waitForSelector('.sightline-git');
}

/** @returns hides the sidebar's tab, and waits for the answers it had asked for: a hidden sidebar asks nothing more */
export function followRequests(page: Page): () => Promise<void> {
  const asked = new Set<Request>();
  const forget = (request: Request): void => void asked.delete(request);
  page.on('request', (request) => void (isOfPlugin(request) && asked.add(request)));
  page.on('requestfinished', forget).on('requestfailed', forget);
  return async () => {
    await page.evaluate("RED.sidebar.show('info')");
    await page.locator('.sightline-git').waitFor({ state: 'hidden' });
    await eventually(async () => {
      assert.equal(asked.size, 0);
      // One answer of a read leads to further questions.
      await page.evaluate('new Promise((done) => setTimeout(done))');
      assert.equal(asked.size, 0);
    });
  };
}

export const isOfPlugin = (request: Request): boolean => request.url().includes('service-git');

/** Saved as an artifact of the test run. */
export async function shoot(page: Page, name: string): Promise<string> {
  await mkdir(SHOTS, { recursive: true });
  const path = join(SHOTS, `${name}.png`);
  await page.screenshot({ path });
  return path;
}
