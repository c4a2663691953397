/** A new user who uses only the sidebar; native git confirms each step. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { eventually } from '../support/factory.ts';
import { openEditor, shoot, showSidebar } from './browser.ts';
import type { OpenedEditor } from './shared-editor.ts';
import { SidebarPage } from './sidebar-page.ts';
import type { Stage } from './stage.ts';

const COUNTER = 'f1a0000000000015';
const CAPTURE = 'f1a0000000000013';
const UPLOAD = 'f1a0000000000014';
/** Number of nodes in the sample's flow. */
const NODES = 9;

/**
 * @param open see shared-editor.ts
 * @param shots prefix of the names of the screenshots, one per step
 */
export const tellJourney = (editor: string, open: () => Promise<OpenedEditor>, shots: string): void =>
  describe(`In ${editor} a new user`, () => {
    let stage: Stage;
    let browser: Browser;
    let sidebar: SidebarPage;
    const errors: string[] = [];

    beforeAll(async () => {
      let page: Page;
      ({ stage, browser, page } = await open());
      page.on('pageerror', (error) => errors.push(String(error)));
      sidebar = new SidebarPage(page);
      await showSidebar(page);
      // Makes room for the sidebar: newer editors show debug messages below it.
      await page.evaluate('document.querySelector(\'button[data-tab-id="debug"]\')?.click()');
      await sidebar.commit(await stage.git('rev-parse', 'HEAD')).waitFor();
    });

    const shot = (name: string) => shoot(sidebar.page, `${shots}-${name}`);
    const renameIn = (text: string, id: string, name: string): string => {
      const flows = JSON.parse(text) as { id: string; name?: string }[];
      return `${JSON.stringify(
        flows.map((node) => (node.id === id ? { ...node, name } : node)),
        null,
        4,
      )}\n`;
    };

    test('sees the branch, what is not pushed, and the graph', async () => {
      const [head = '', pushed = ''] = (await stage.git('rev-list', 'main')).split('\n');
      expect(await sidebar.button('branch').textContent()).toBe('main');
      expect(await sidebar.button('push').getAttribute('title')).toBe('Push 1 commit');
      expect(await sidebar.commit(head).getAttribute('data-pushed')).toBe('false');
      expect(await sidebar.commit(pushed).getAttribute('data-pushed')).toBe('true');
      expect(await sidebar.commit(head).locator('.sightline-git-label').allTextContents()).toEqual(['main']);
      expect(await sidebar.root.locator('.sightline-git-graph circle.head').count()).toBe(1);
      expect(await sidebar.root.locator('.sightline-git-row').count()).toBe(4);
      await shot('01-graph');
    });

    test('edits a flow, is told that it is not in a file yet, deploys, and sees the file without asking', async () => {
      await sidebar.rename(COUNTER, 'stored');
      await sidebar.button('deploy').click();
      await sidebar.file('unstaged', 'flows.json').waitFor();
      await sidebar.root.locator('[data-hint="undeployed"]').waitFor({ state: 'detached' });
    });

    test('sees which node on which tab has changed', async () => {
      await sidebar.file('unstaged', 'flows.json').locator('.sightline-git-file-name').click();
      const tab = sidebar.detail.locator('.sightline-git-tab', { hasText: 'Line 1' });
      await tab.locator(`[data-node="${COUNTER}"].changed`).waitFor();
      expect(await tab.locator('dd[data-property="name"] ins').textContent()).toBe('stored');
      await shot('02-flow-change');
      await sidebar.button('close').click();
      await sidebar.detail.waitFor({ state: 'hidden' });
    });

    test('stages, unstages and stages all', async () => {
      await writeFile(join(stage.project, 'notes.txt'), 'first\n');
      await sidebar.file('unstaged', 'notes.txt').waitFor();
      await sidebar.file('unstaged', 'notes.txt').locator('[data-name="stage"]').click();
      await sidebar.file('staged', 'notes.txt').waitFor();
      expect(await stage.git('diff', '--cached', '--name-only')).toBe('notes.txt');
      await sidebar.file('staged', 'notes.txt').locator('[data-name="unstage"]').click();
      await sidebar.file('unstaged', 'notes.txt').waitFor();
      expect(await stage.git('diff', '--cached', '--name-only')).toBe('');
      await sidebar.settled();
      await sidebar.button('stage-all').click();
      await sidebar.file('staged', 'flows.json').waitFor();
      expect(await stage.git('diff', '--cached', '--name-only')).toBe('flows.json\nnotes.txt');
    });

    test('commits with a message', async () => {
      expect(await sidebar.button('commit').isDisabled()).toBe(true);
      await sidebar.writeMessage('Name the counter');
      await shot('03-staged');
      await sidebar.button('commit').click();
      await sidebar.notice('made on main');
      expect(await stage.git('log', '-1', '--format=%s')).toBe('Name the counter');
      await sidebar.commit(await stage.git('rev-parse', 'HEAD')).waitFor();
      expect(await sidebar.files('staged')).toEqual([]);
    });

    test('discards a change after being told that this is irreversible', async () => {
      const before = await readFile(join(stage.project, 'README.md'), 'utf8');
      await writeFile(join(stage.project, 'README.md'), 'gone\n');
      await sidebar.file('unstaged', 'README.md').locator('[data-name="discard"]').click();
      await sidebar.question.getByText('This is irreversible.').waitFor();
      await shot('04-discard');
      await sidebar.answer('Cancel');
      expect(await readFile(join(stage.project, 'README.md'), 'utf8')).toBe('gone\n');
      await sidebar.file('unstaged', 'README.md').locator('[data-name="discard"]').click();
      await sidebar.answer('Discard');
      await sidebar.notice('discarded');
      expect(await readFile(join(stage.project, 'README.md'), 'utf8')).toBe(before);
    });

    test('pushes', async () => {
      await sidebar.settled();
      await sidebar.button('push').click();
      await sidebar.notice('pushed to origin/main');
      const head = await stage.git('rev-parse', 'main');
      expect(await stage.git('ls-remote', 'origin', 'refs/heads/main')).toContain(head);
      await sidebar.settled();
      expect(await sidebar.button('push').getAttribute('title')).toBe('Push');
      expect(await sidebar.root.locator('.sightline-git-row[data-pushed="false"]').count()).toBe(0);
    });

    test('goes back to an old commit: its flows are loaded, and a banner says where they are', async () => {
      const old = (await stage.git('rev-list', '--reverse', 'main')).split('\n')[1] ?? '';
      await sidebar.commit(old).click();
      await sidebar.detail.locator(`[data-node="${CAPTURE}"].added`).waitFor();
      await sidebar.button('switch-to-commit').click();
      await sidebar.answer('Switch');
      await sidebar.banner('detached').waitFor();
      await sidebar.settled();
      expect(await stage.git('rev-parse', 'HEAD')).toBe(old);
      expect(await sidebar.nodes()).toEqual(['f1a0000000000012', CAPTURE]);
      expect(await sidebar.button('branch').textContent()).toBe(`at ${old.slice(0, 7)}`);
      await shot('05-detached');
    });

    test('returns to latest', async () => {
      await sidebar.button('return-to-latest').click();
      await sidebar.banner('detached').waitFor({ state: 'detached' });
      expect(await stage.git('symbolic-ref', '--short', 'HEAD')).toBe('main');
      await sidebar.settled();
      expect(await sidebar.nodes()).toHaveLength(NODES);
    });

    test('leaves another window what is not deployed there', async () => {
      const other = new SidebarPage(await openEditor(browser, stage.url));
      await other.rename(CAPTURE, 'only here');
      const old = (await stage.git('rev-list', '--reverse', 'main')).split('\n')[1] ?? '';
      expect(await sidebar.commit(old).getAttribute('aria-selected')).toBe('true');
      await sidebar.button('switch-to-commit').click();
      await sidebar.answer('Switch');
      await sidebar.banner('detached').waitFor();
      // The editor's own notice of flows that others have changed.
      await other.page.locator('.red-ui-notification', { hasText: 'updated' }).first().waitFor();
      expect(await other.nodes()).toHaveLength(NODES);
      expect(await other.page.evaluate(`RED.nodes.node('${CAPTURE}').name`)).toBe('only here');
      expect(await other.page.evaluate('RED.nodes.dirty()')).toBe(true);
      expect(await sidebar.page.locator('.red-ui-notification', { hasText: 'updated' }).count()).toBe(0);
      await other.page.context().close();
      await sidebar.settled();
      await sidebar.button('return-to-latest').click();
      await sidebar.banner('detached').waitFor({ state: 'detached' });
      await sidebar.settled();
    });

    test('commits at an old commit, which makes a branch, and comes back by the branch menu', async () => {
      const old = (await stage.git('rev-list', '--reverse', 'main')).split('\n')[1] ?? '';
      // It is still selected.
      await sidebar.button('switch-to-commit').click();
      await sidebar.answer('Switch');
      await sidebar.banner('detached').waitFor();
      await sidebar.settled();
      await sidebar.rename(CAPTURE, 'capture twice');
      await sidebar.button('deploy').click();
      await sidebar.file('unstaged', 'flows.json').waitFor();
      await sidebar.button('stage-all').click();
      await sidebar.file('staged', 'flows.json').waitFor();
      await sidebar.writeMessage('Try it twice');
      await sidebar.button('commit').click();
      const branch = `from-${old.slice(0, 7)}`;
      await sidebar.notice(branch);
      await sidebar.settled();
      expect(await stage.git('symbolic-ref', '--short', 'HEAD')).toBe(branch);
      expect(await sidebar.banner('detached').count()).toBe(0);
      // The editor's own history pane shows the branch too.
      await sidebar.page.waitForFunction(
        `document.querySelector('#red-ui-sidebar-vc-local-branch')?.textContent === '${branch}'`,
      );
      const menu = await sidebar.openMenu();
      await shot('06-branch-menu');
      await menu.locator('[data-branch="main"]').click();
      await sidebar.notice('Now on main');
      await sidebar.settled();
      expect(await sidebar.nodes()).toHaveLength(NODES);
    });

    test('fetches a branch that only the remote has, and switches to it', async () => {
      const there = await stage.pushFromElsewhere({
        path: 'README.md',
        edit: (text) => `${text}Elsewhere.\n`,
        message: 'A feature of Grace',
        branch: 'feature',
      });
      await sidebar.button('fetch').click();
      await sidebar.notice('1 branch moved');
      await sidebar.commit(there).waitFor();
      await sidebar.settled();
      const menu = await sidebar.openMenu();
      await menu.locator('[data-branch="origin/feature"]').click();
      await sidebar.notice('Now on feature');
      expect(await stage.git('rev-parse', '--abbrev-ref', 'feature@{upstream}')).toBe('origin/feature');
      await sidebar.settled();
      const again = await sidebar.openMenu();
      await again.locator('[data-branch="main"]').click();
      await sidebar.notice('Now on main');
      await sidebar.settled();
    });

    test('is asked before a pull takes what is not deployed', async () => {
      await stage.pushFromElsewhere({
        path: 'flows.json',
        edit: (text) => renameIn(text, UPLOAD, 'post it'),
        message: 'Grace names the upload',
      });
      await sidebar.rename(COUNTER, 'kept');
      await sidebar.button('pull').click();
      await sidebar.question.getByText('not deployed').first().waitFor();
      await shot('07-undeployed');
      await sidebar.answer('Cancel');
      expect(await stage.git('log', '-1', '--format=%s', 'main')).toBe('Name the counter');
      expect(await sidebar.page.evaluate(`RED.nodes.node('${COUNTER}').name`)).toBe('kept');
    });

    test('pulls the change of someone else into their own: a merge, and both changes in the workspace', async () => {
      await sidebar.button('deploy').click();
      await sidebar.file('unstaged', 'flows.json').waitFor();
      await sidebar.button('stage-all').click();
      await sidebar.file('staged', 'flows.json').waitFor();
      await sidebar.writeMessage('Keep the counter');
      await sidebar.button('commit').click();
      await sidebar.notice('made on main');
      await sidebar.settled();
      await sidebar.button('pull').click();
      await sidebar.notice('Pulled and merged');
      await sidebar.settled();
      expect((await stage.git('log', '-1', '--format=%P')).split(' ')).toHaveLength(2);
      expect(await sidebar.page.evaluate(`RED.nodes.node('${UPLOAD}').name`)).toBe('post it');
      expect(await sidebar.page.evaluate(`RED.nodes.node('${COUNTER}').name`)).toBe('kept');
      expect(await sidebar.page.evaluate('RED.nodes.dirty()')).toBe(false);
      await shot('08-merged');
    });

    test('meets a conflict: both sides of the node are shown, nothing is changed, and a choice leads out of it', async () => {
      await sidebar.button('push').click();
      await sidebar.notice('pushed to origin/main');
      await stage.pushFromElsewhere({
        path: 'flows.json',
        edit: (text) => renameIn(text, COUNTER, 'of Grace'),
        message: 'Grace names the counter',
      });
      await sidebar.settled();
      await sidebar.rename(COUNTER, 'of mine');
      await sidebar.button('deploy').click();
      await sidebar.file('unstaged', 'flows.json').waitFor();
      await sidebar.button('stage-all').click();
      await sidebar.file('staged', 'flows.json').waitFor();
      await sidebar.writeMessage('My own name');
      await sidebar.button('commit').click();
      await expectSoon(() => stage.git('log', '-1', '--format=%s'), 'My own name');
      await sidebar.settled();
      await sidebar.button('pull').click();
      await sidebar.question.locator(`[data-node="${COUNTER}"]`).getByLabel('theirs').check();
      await shot('09-conflict');
      expect(await stage.git('log', '-1', '--format=%s')).toBe('My own name');
      expect(await stage.git('status', '--porcelain')).toBe('');
      await sidebar.answer('Pull with these choices');
      await sidebar.page.waitForFunction(`RED.nodes.node('${COUNTER}').name === 'of Grace'`);
      await sidebar.settled();
      expect(await stage.git('status', '--porcelain')).toBe('');
      expect(await stage.git('fsck', '--strict', '--no-dangling')).toBe('');
    });

    test('leaves a merge that native git began, by the banner that names its files', async () => {
      await stage.git('checkout', '-q', '-b', 'other', 'HEAD~1');
      await writeFile(join(stage.project, 'notes.txt'), 'mine\n');
      await stage.git('commit', '-q', '-am', 'other');
      await stage.git('checkout', '-q', 'main');
      await writeFile(join(stage.project, 'notes.txt'), 'theirs\n');
      await stage.git('commit', '-q', '-am', 'main');
      // A conflict is git's failure here as well; a lock that the editor's own reading holds for a moment is another.
      await eventually(async () => {
        await stage.git('merge', 'other').catch(() => undefined);
        await stage.git('rev-parse', '--verify', 'MERGE_HEAD');
      });
      await sidebar.banner('merging').getByText('notes.txt').waitFor();
      await shot('10-merging');
      await sidebar.button('abort-merge').click();
      await sidebar.answer('Abort merge');
      await sidebar.banner('merging').waitFor({ state: 'detached' });
      expect(await stage.git('status', '--porcelain')).toBe('');
    });

    test('and the page had no error of its own', () => expect(errors).toEqual([]));

    /** Asks native git until the answer matches. */
    const expectSoon = (ask: () => Promise<string>, wanted: string): Promise<void> =>
      eventually(async () => expect(await ask()).toBe(wanted));
  });
