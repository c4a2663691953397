/**
 * @covers The sidebar: a typed login goes only to the server that asked for it
 * @covers The sidebar: a button is clicked also where it is drawn again between press and release
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { followRequests, isOfPlugin, openEditor, shoot, showSidebar, startBrowser } from './browser.ts';
import { growHistory } from './long-history.ts';
import { SidebarPage } from './sidebar-page.ts';
import { type Stage, startStage } from './stage.ts';

const COMMITS = 20_000;
const LOGIN = { user: 'ada', password: 'a-token-for-tests' };

describe('The sidebar', () => {
  let stage: Stage;
  let browser: Browser;
  /** Shared by most tests here, because loading an editor takes most of a test's time. */
  let sidebar: SidebarPage;
  let hideSidebar: () => Promise<void>;

  beforeAll(async () => {
    const prepare = async (_: string, project: string) => growHistory(project, COMMITS);
    [stage, browser] = await Promise.all([startStage({ prepare, remoteLogin: LOGIN }), startBrowser()]);
    sidebar = await open();
    hideSidebar = followRequests(sidebar.page);
  });

  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  const open = async (language?: string): Promise<SidebarPage> => {
    const page = await openEditor(browser, stage.url, language === undefined ? {} : { language });
    await showSidebar(page);
    const sidebar = new SidebarPage(page);
    await sidebar.root.locator('.sightline-git-row').first().waitFor();
    return sidebar;
  };

  test('is at ease with 20,000 commits: few elements, and the first commit a scroll away', async () => {
    const last = (await stage.git('rev-list', '--max-parents=0', 'main')).trim();
    const view = sidebar.root.locator('.sightline-git-history');
    await sidebar.root.getByText(`${COMMITS + 4} commits`).waitFor();
    await view.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await sidebar.commit(last).waitFor();
    expect(await sidebar.root.locator('.sightline-git-row').count()).toBeLessThan(60);
    expect(await sidebar.root.locator('.sightline-git-graph path').count()).toBeGreaterThan(0);
    await view.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
    await sidebar.root.getByText('Step 10000', { exact: true }).waitFor();
    await shoot(sidebar.page, 'long-history');
  });

  test('is worked by the keyboard: arrows through the history, Escape, and focus that stays', async () => {
    await writeFile(join(stage.project, 'keys.txt'), 'keys\n');
    await sidebar.file('unstaged', 'keys.txt').waitFor();
    await sidebar.root.locator('.sightline-git-history').focus();
    await sidebar.page.keyboard.press('ArrowDown');
    await sidebar.page.keyboard.press('ArrowDown');
    const [, second = ''] = (await stage.git('rev-list', '--max-count=2', 'main')).split('\n');
    expect(await sidebar.commit(second).getAttribute('aria-selected')).toBe('true');
    await sidebar.detail.getByText('counter.txt').waitFor();
    await sidebar.page.keyboard.press('Escape');
    await sidebar.detail.waitFor({ state: 'hidden' });
    await sidebar.file('unstaged', 'keys.txt').locator('[data-name="stage"]').focus();
    await sidebar.page.keyboard.press('Enter');
    await sidebar.file('staged', 'keys.txt').waitFor();
    await sidebar.settled();
    expect(await sidebar.page.evaluate('document.activeElement.closest(".sightline-git") !== null')).toBe(
      true,
    );
    await stage.git('rm', '-q', '--cached', 'keys.txt');
  });

  test('asks nothing of the runtime while its tab is hidden, and catches up when it is shown', async () => {
    const asked: string[] = [];
    await hideSidebar();
    sidebar.page.on('request', (request) => {
      if (isOfPlugin(request)) asked.push(request.url());
    });
    // When this sidebar has been notified, so has another visible one.
    const other = await open();
    await writeFile(join(stage.project, 'unseen.txt'), 'unseen\n');
    await other.file('unstaged', 'unseen.txt').waitFor();
    expect(asked).toEqual([]);
    await showSidebar(sidebar.page);
    await sidebar.file('unstaged', 'unseen.txt').waitFor();
    await other.page.context().close();
  });

  test('asks who the person is when the remote does, and keeps that out of the repository', async () => {
    await sidebar.button('fetch').click();
    await sidebar.question.getByText('Log in to the remote').waitFor();
    await sidebar.question.getByText(new URL(stage.remote.url('x')).origin).waitFor();
    await shoot(sidebar.page, 'login');
    await sidebar.question.locator('[data-name="username"]').fill(LOGIN.user);
    await sidebar.question.locator('[data-name="password"]').fill(LOGIN.password);
    await sidebar.answer('Log in');
    await sidebar.notice('Nothing new on the remote');
    expect(await stage.git('config', '--list')).not.toContain(LOGIN.password);
    expect(stage.editor.output()).not.toContain(LOGIN.password);
  });

  test('leaves the focus in the field that a person has clicked while the menu opens', async () => {
    const focused = await sidebar.page.evaluate(async () => {
      document.querySelector<HTMLElement>('.sightline-git button[data-name="branch"]')?.click();
      document.querySelector<HTMLElement>('.sightline-git-menu-new input')?.focus();
      // Timers end in their order, and the menu's is the shorter one.
      await new Promise((done) => setTimeout(done, 300));
      return document.activeElement?.tagName;
    });
    expect(focused).toBe('INPUT');
    await sidebar.page.keyboard.press('Escape');
    await sidebar.page.locator('.sightline-git-menu').waitFor({ state: 'detached' });
  });

  test('a button is clicked also where what it shows changes between press and release', async () => {
    const { page } = sidebar;
    const pressWhileMade = async (button: Locator, branch: string): Promise<void> => {
      await button.hover();
      await page.mouse.down();
      const answered = page.waitForResponse((response) => response.url().endsWith('service-git/log'));
      await stage.git('branch', branch);
      await answered;
      // What came of the answer is done.
      await page.evaluate('new Promise((done) => setTimeout(done, 100))');
      await page.mouse.up();
    };
    const menu = page.locator('.sightline-git-menu');
    await pressWhileMade(sidebar.button('branch'), 'made-meanwhile');
    await menu.locator('[data-branch="made-meanwhile"]').waitFor();
    await sidebar.root.locator('.sightline-git-label', { hasText: 'made-meanwhile' }).waitFor();
    await pressWhileMade(menu.getByRole('button', { name: 'More for made-meanwhile' }), 'made-later');
    await menu.getByRole('button', { name: 'Rename' }).waitFor();
    await menu.locator('[data-branch="made-later"]').waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await stage.git('branch', '-D', 'made-meanwhile', 'made-later');
  });

  test('is in the command palette', async () => {
    const names = (await sidebar.page.evaluate(
      "RED.actions.list().map((action) => action.id).filter((id) => id.startsWith('sightline-git:'))",
    )) as string[];
    expect(names.sort()).toEqual(
      [
        'commit',
        'fetch',
        'pull',
        'push',
        'refresh',
        'return-to-latest',
        'show-tab',
        'stage-all',
        'unstage-all',
      ].map((name) => `sightline-git:${name}`),
    );
    await sidebar.page.evaluate("RED.sidebar.show('info')");
    await sidebar.page.evaluate("RED.actions.invoke('sightline-git:show-tab')");
    await sidebar.root.waitFor({ state: 'visible' });
  });

  test('speaks German, and takes the colours of the dark theme', async () => {
    const german = await open('de');
    await german.root.getByText('Vorgemerkt').first().waitFor();
    const colour = () => german.root.evaluate((element) => getComputedStyle(element).backgroundColor);
    const light = await colour();
    await german.page.evaluate("document.documentElement.classList.add('nr-theme-dark')");
    expect(await colour()).not.toBe(light);
    await german.root.locator('.sightline-git-row').nth(2).click();
    await german.detail.getByText('counter.txt').waitFor();
    await shoot(german.page, 'dark-german');
  });

  test('creates a branch and switches to it, even while it still reads what a fetch has brought', async () => {
    const fetched = 'Nothing new on the remote';
    await sidebar.page.locator('.red-ui-notification', { hasText: fetched }).waitFor({ state: 'detached' });
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const history = '**/service-git/log';
    await sidebar.page.route(history, (route) => held.then(() => route.continue()));
    await sidebar.button('fetch').click();
    await sidebar.notice(fetched);
    const menu = await sidebar.openMenu();
    await menu.locator('input').fill('shift-2');
    await menu.locator('input').press('Enter');
    goOn();
    await sidebar.notice('Branch shift-2 created');
    await sidebar.page.unroute(history);
    expect(await stage.git('symbolic-ref', '--short', 'HEAD')).toBe('shift-2');
  });

  test('resets the branch to an older commit, files and flows with it, and keeps what left the branch', async () => {
    const [head = '', older = ''] = (await stage.git('rev-list', '--max-count=2', 'HEAD')).split('\n');
    await stage.git('branch', '-f', 'main', `${head}~5`);
    await sidebar.commit(older).click();
    await sidebar.button('reset').click();
    await sidebar.answer('Reset files too');
    await sidebar.root.locator(`.sightline-git-row.head[data-hash="${older}"]`).waitFor();
    expect(await stage.git('rev-parse', 'HEAD')).toBe(older);
    expect(await stage.git('for-each-ref', '--format=%(objectname)', 'refs/sightline/reset')).toContain(head);
  });
});
