/**
 * Spec 1, 9: without a usable repository, the sidebar says so and what to do, and nothing else is affected.
 * @covers Spec 1, 2.8, 3.2, 9 the editor plugin, in real editors and a real browser
 */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { findProject } from '../../editor-plugin/src/runtime/find-project.ts';
import type { Red } from '../../editor-plugin/src/runtime/red.ts';
import { openEditor, shoot, showSidebar, startBrowser } from './browser.ts';
import { SidebarPage } from './sidebar-page.ts';
import { type StageOptions, settingsWith, startStage } from './stage.ts';

const STATES: [string, string, string, StageOptions][] = [
  [
    'projects are disabled',
    'projects_disabled',
    'editorTheme.projects.enabled',
    { settings: settingsWith('', 'projects: { enabled: false }') },
  ],
  [
    'no project is active',
    'no_active_project',
    'Open or create a project',
    { prepare: (volume) => writeFile(join(volume, '.config.projects.json'), '{"projects":{}}') },
  ],
  [
    'the project is no git repository',
    'git_not_a_repository',
    'git init',
    { prepare: (_, project) => withoutGit(project) },
  ],
];

describe('The sidebar', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  test.each(STATES)('says that %s, and what to do', async (_, code, advice, options) => {
    const stage = await startStage(options);
    try {
      const page = await openEditor(browser, stage.url);
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      await showSidebar(page);
      const sidebar = new SidebarPage(page);
      await sidebar.root.locator(`[data-problem="${code}"]`, { hasText: advice }).waitFor();
      expect(await sidebar.button('push').isDisabled()).toBe(true);
      expect(await sidebar.root.locator('.sightline-git-body').isVisible()).toBe(false);
      await shoot(page, `state-${code}`);
      const answer = await fetch(`${stage.url}service-git/status`, { method: 'POST' });
      expect(await answer.json()).toMatchObject({ success: false, code });
      expect(errors).toEqual([]);
      await page.context().close();
    } finally {
      await stage.close();
    }
  });
});

test('An editor older than 2.0 is told apart, whatever its settings say', () => {
  const red = {
    version: () => '1.3.7',
    settings: { editorTheme: { projects: { enabled: true } }, get: () => ({ activeProject: 'line' }) },
  } as unknown as Red;
  expect(() => findProject(red)).toThrow(expect.objectContaining({ code: 'editor_too_old', status: 409 }));
});

test('A project name cannot lead out of the folder of projects', () => {
  const red = {
    version: '5.0.0',
    settings: {
      userDir: '/user',
      editorTheme: { projects: { enabled: true } },
      get: () => ({ activeProject: '../x' }),
    },
  } as unknown as Red;
  expect(() => findProject(red)).toThrow(expect.objectContaining({ code: 'no_active_project' }));
});

/** The editor starts with the project; the git folder is moved away first. */
const withoutGit = (project: string): Promise<void> =>
  rename(join(project, '.git'), join(project, '.not-git'));
