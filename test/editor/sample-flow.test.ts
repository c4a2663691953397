/**
 * `npm run editor` together with `npm start`: the unchanged sample flow takes pictures, uploads them, and shows their ids.
 * @covers The sample flow uploads drawn pictures beside the local stack, in both editors
 * @covers Sample flow: pictures are taken, uploaded and their ids shown
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { type Child, startChild } from '../../emulators/stack/child.ts';
import { freePort, type StackPorts, waitUntil } from '../../emulators/stack/ports.ts';
import { findPorts, type Launched, launchStack } from '../support/launch-stack.ts';
import { BOOT } from '../support/limits.ts';
import { openEditor, shoot, startBrowser } from './browser.ts';

const LAUNCHER = resolve(import.meta.dirname, '../../emulators/editor.ts');

describe('The sample flow', () => {
  let state: string;
  let ports: StackPorts;
  let stack: Launched;
  let browser: Browser;

  beforeAll(async () => {
    state = await mkdtemp(join(tmpdir(), 'sightline-sample-flow-'));
    ports = await findPorts();
    stack = launchStack(ports, state);
    browser = await startBrowser();
    await stack.untilReady();
  });

  afterAll(async () => {
    await browser?.close();
    stack?.process.kill('SIGINT');
    await stack?.ended;
    await rm(state, { recursive: true, force: true, maxRetries: 5 });
  });

  test.each([
    ['the newest editor', []],
    ['the oldest editor', ['--old']],
  ])('takes pictures and uploads them in %s; the debug pane shows their ids', async (name, options) => {
    const editor = await launchEditor(options);
    try {
      const page = await openEditor(browser, editor.url);
      await page.evaluate("RED.sidebar.show('debug')");
      const ids = await readIds(page, 3);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(await sizeOf(id)).toEqual([640, 480]);
      expect(await page.locator('.red-ui-debug-msg', { hasText: /problem|not accepted/ }).count()).toBe(0);
      await shoot(page, `sample-flow-${name.split(' ')[1]}`);
      await page.context().close();
    } finally {
      await editor.close();
    }
  });

  async function launchEditor(options: readonly string[]): Promise<{ url: string; close(): Promise<void> }> {
    const port = await freePort();
    const child: Child = await startChild(process.execPath, [
      LAUNCHER,
      `--state=${state}`,
      `--port=${port}`,
      ...options,
    ]);
    const isDecided = (): boolean => !child.isRunning() || child.output().includes('Ready:');
    await waitUntil(isDecided, BOOT);
    expect(child.output()).toContain('Ready:');
    return { url: `http://127.0.0.1:${port}/`, close: () => child.close() };
  }

  /** The text of messages of the node "accepted". */
  async function readIds(page: Page, count: number): Promise<string[]> {
    const messages = page.locator('.red-ui-debug-msg', { hasText: 'accepted' });
    await messages.nth(count - 1).waitFor();
    const texts = await messages.locator('.red-ui-debug-msg-payload').allTextContents();
    return texts.slice(0, count).map((text) => /[a-z0-9]{20}/.exec(text)?.[0] ?? text);
  }

  /** Width and height of the stored picture. */
  async function sizeOf(id: string): Promise<(number | undefined)[]> {
    const base = `http://127.0.0.1:${ports.functions}/demo-sightline/us-central1`;
    const response = await fetch(`${base}/image/getb64/image/dataset--bolts--${id}.jpg`);
    const { result } = (await response.json()) as { result: string };
    const { width, height } = await sharp(Buffer.from(result.split(',')[1] ?? '', 'base64')).metadata();
    return [width, height];
  }
});
