/**
 * Spec 5: with adminAuth, users with read permission can look, and those with write permission can change; routes and
 * buttons agree.
 * @covers Spec 1, 2.8, 3.2, 9 the editor plugin, in real editors and a real browser
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openEditor, shoot, showSidebar, startBrowser } from './browser.ts';
import { SidebarPage } from './sidebar-page.ts';
import { type Stage, settingsWith, startStage } from './stage.ts';

const PASSWORD = 'a-password-for-tests';
const HASH = '$2b$04$2VH.3XfNZLmr9RnGkYnFw.mSiVCLKaVR6qNAESl0d50TFk/pa8RZW';
const USERS = [
  { username: 'reader', permissions: 'read' },
  { username: 'writer', permissions: ['read', 'git-control.write', 'flows.write'] },
  {
    username: 'outsider',
    permissions: [
      'flows.read',
      'settings.read',
      'status.read',
      'nodes.read',
      'plugins.read',
      'projects.read',
    ],
  },
];
const ADMIN_AUTH = `adminAuth: { type: 'credentials', users: ${JSON.stringify(
  USERS.map((user) => ({ ...user, password: HASH })),
)} },`;

describe('With users of the editor', () => {
  let stage: Stage;
  let browser: Browser;

  beforeAll(async () => {
    [stage, browser] = await Promise.all([
      startStage({ settings: settingsWith(ADMIN_AUTH) }),
      startBrowser(),
    ]);
  });

  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  async function tokenOf(username: string): Promise<string> {
    const response = await fetch(`${stage.url}auth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        client_id: 'node-red-admin',
        grant_type: 'password',
        scope: '',
        username,
        password: PASSWORD,
      }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  async function statusOf(operation: string, username?: string): Promise<number> {
    const authorization =
      username === undefined ? {} : { Authorization: `Bearer ${await tokenOf(username)}` };
    const response = await fetch(`${stage.url}service-git/${operation}`, {
      method: operation === 'project-info' ? 'GET' : 'POST',
      headers: { ...authorization, 'Content-Type': 'application/json' },
      ...(operation === 'project-info' ? {} : { body: '{}' }),
    });
    return response.status;
  }

  test('the routes go by operation: read for looking, write for changing, none without a token', async () => {
    expect(await statusOf('project-info')).toBe(401);
    expect(await statusOf('push')).toBe(401);
    expect(await statusOf('project-info', 'reader')).toBe(200);
    expect(await statusOf('status', 'reader')).toBe(200);
    for (const operation of ['push', 'pull', 'fetch', 'add', 'commit', 'reset', 'login', 'abort-merge'])
      expect([operation, await statusOf(operation, 'reader')]).toEqual([operation, 401]);
    expect(await statusOf('status', 'outsider')).toBe(401);
    expect(await stage.git('rev-list', '--count', 'origin/main..main')).toBe('1');
  });

  test('a reader sees everything and can press nothing that changes', async () => {
    const page = await openEditor(browser, stage.url, { login: { user: 'reader', password: PASSWORD } });
    await showSidebar(page);
    const sidebar = new SidebarPage(page);
    await writeFile(join(stage.project, 'notes.txt'), "not the reader's\n");
    await sidebar.file('unstaged', 'notes.txt').waitFor();
    const head = await stage.git('rev-parse', 'HEAD');
    await sidebar.commit(head).click();
    await sidebar.detail.locator('.sightline-git-node').first().waitFor();
    const names = [
      'stage',
      'discard',
      'fetch',
      'pull',
      'push',
      'stage-all',
      'unstage-all',
      'discard-all',
      'commit',
      'switch-to-commit',
      'reset',
    ];
    for (const name of names) expect([name, await sidebar.button(name).isDisabled()]).toEqual([name, true]);
    expect(await sidebar.root.locator('textarea').isDisabled()).toBe(true);
    expect(await sidebar.button('refresh').isDisabled()).toBe(false);
    const menu = await sidebar.openMenu();
    expect(await menu.locator('input').isDisabled()).toBe(true);
    await shoot(page, 'reader');
    await page.evaluate("RED.actions.invoke('sightline-git:push')");
    await page.evaluate("RED.actions.invoke('sightline-git:refresh')");
    expect(await stage.git('rev-list', '--count', 'origin/main..main')).toBe('1');
    await page.context().close();
  });

  test('a writer pushes with the session of the editor', async () => {
    const page = await openEditor(browser, stage.url, { login: { user: 'writer', password: PASSWORD } });
    await showSidebar(page);
    const sidebar = new SidebarPage(page);
    await sidebar.button('push').click();
    await sidebar.notice('pushed to origin/main');
    expect(await stage.git('rev-list', '--count', 'origin/main..main')).toBe('0');
    await page.context().close();
  });

  test('who may not even read has an editor without the tab', async () => {
    const page = await openEditor(browser, stage.url, { login: { user: 'outsider', password: PASSWORD } });
    await page.waitForFunction("RED.nodes.node('f1a0000000000012') !== null");
    expect(await page.locator('.sightline-git').count()).toBe(0);
    await page.context().close();
  });
});
