/** Chromium, which comes whole from npm, and what the tests do with the sidebar in it. */
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as engine, type Page } from 'playwright-core';

const SHOTS = resolve(import.meta.dirname, '../../test-artifacts/editor');
/** A slow machine is no fault of the sidebar, milliseconds. */
const PATIENCE = 20_000;

export async function startBrowser(): Promise<Browser> {
  // In a single process the whole browser ends with its first context.
  const args = chromium.args.filter((each) => each !== '--single-process' && each !== '--no-zygote');
  return engine.launch({ executablePath: await unpacked(), args: [...args, '--no-sandbox'], headless: true });
}

/** It is unpacked at first use, once for the machine: suites that run beside each other take turns. */
async function unpacked(): Promise<string> {
  const turn = join(tmpdir(), 'sightline-chromium.turn');
  const end = Date.now() + 60_000;
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

/** A page of its own on the editor, with the tab of the sidebar shown, and without tours and questions of the editor. */
export async function openEditor(browser: Browser, url: string, options: OpenOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: 900 },
    locale: options.language ?? 'en-US',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
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

/** Kept as an artifact of the test run. */
export async function shoot(page: Page, name: string): Promise<string> {
  await mkdir(SHOTS, { recursive: true });
  const path = join(SHOTS, `${name}.png`);
  await page.screenshot({ path });
  return path;
}
