/**
 * One flow editor and one browser for several groups of tests, because starting them takes longer than most tests. Each group begins
 * with the project and its remote as they were at the start, and with a page of its own.
 */
import { cp, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { followRequests, openEditor, showSidebar, startBrowser } from './browser.ts';
import { SidebarPage } from './sidebar-page.ts';
import { type Stage, startStage } from './stage.ts';

export interface OpenedEditor {
  stage: Stage;
  browser: Browser;
  page: Page;
}

/** @returns to be called when a group begins: it closes the page of the group before. */
export function shareEditor(packageName: string): () => Promise<OpenedEditor> {
  let stage: Stage;
  let browser: Browser;
  let page: Page | undefined;
  let hideSidebar: () => Promise<void>;

  beforeAll(async () => {
    [stage, browser] = await Promise.all([startStage({ packageName }), startBrowser()]);
    for (const [folder, kept] of placesOf(stage))
      await cp(folder, kept, { recursive: true, filter: isNoLock });
  });

  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  return async () => {
    if (page !== undefined) {
      // An answer that is still to come might write into a project that is as it was again.
      await hideSidebar();
      await page.context().close();
      await restore(stage);
    }
    page = await openEditor(browser, stage.url);
    hideSidebar = followRequests(page);
    return { stage, browser, page };
  };
}

/** The editor may just be asking git, whose lock is gone before it is copied. */
const isNoLock = (path: string): boolean => !path.endsWith('.lock');

/** Of the page, also of the editor's own key handler. */
let errors: string[] = [];

/** The sidebar of a group, with its history. */
export async function openSidebar(open: () => Promise<OpenedEditor>) {
  const { stage, page } = await open();
  page.on('pageerror', (error) => errors.push(String(error)));
  const sidebar = new SidebarPage(page);
  await showSidebar(page);
  await sidebar.commit(await stage.git('rev-parse', 'HEAD')).waitFor();
  return { stage, sidebar };
}

/** To be called after each test. */
export function expectNoErrors(): void {
  const seen = errors;
  errors = [];
  expect(seen).toEqual([]);
}

/** Folders that tests change, and where they are kept until the stage closes. */
function placesOf({ project, remote, volume }: Stage): [folder: string, kept: string][] {
  const kept = join(dirname(volume), 'kept');
  return [
    [project, join(kept, 'project')],
    [remote.directory, join(kept, 'remotes')],
  ];
}

/** Also the flows that the editor is running. */
async function restore(stage: Stage): Promise<void> {
  for (const [folder, kept] of placesOf(stage)) {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    // Folders stay: the plugin watches them for a minute after a page was closed.
    for (const each of found)
      if (!each.isDirectory()) await rm(join(each.parentPath, each.name), { force: true });
    await cp(kept, folder, { recursive: true });
  }
  const response = await fetch(`${stage.url}flows`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Node-RED-Deployment-Type': 'reload' },
    body: '{}',
  });
  if (!response.ok) throw new Error(`The flows were not loaded again: ${response.status}`);
}
