/** What a person does with branches and old commits, and how a conflict is resolved; native git confirms each step. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { violationsOf } from './accessibility.ts';
import { shoot } from './browser.ts';
import { expectNoErrors, type OpenedEditor, openSidebar } from './shared-editor.ts';
import type { SidebarPage } from './sidebar-page.ts';
import type { Stage } from './stage.ts';

const TAB = 'f1a0000000000001';
const CAPTURE = 'f1a0000000000013';
const COUNTER = 'f1a0000000000015';
const PROBLEM = 'f1a0000000000020';

type Node = { id: string; [property: string]: unknown };
type EditFlow = (nodes: Node[]) => Node[];

const changed =
  (id: string, to: object): EditFlow =>
  (nodes) =>
    nodes.map((node) => (node.id === id ? { ...node, ...to } : node));
const both =
  (...edits: EditFlow[]): EditFlow =>
  (nodes) =>
    edits.reduce((flow, each) => each(flow), nodes);
const inText =
  (edit: EditFlow) =>
  (text: string): string =>
    `${JSON.stringify(edit(JSON.parse(text) as Node[]), null, 4)}\n`;

/**
 * @param open see shared-editor.ts
 * @param shots prefix of the names of the screenshots
 */
export const tellOperations = (editor: string, open: () => Promise<OpenedEditor>, shots: string): void =>
  describe(`In the sidebar of ${editor} a person`, () => {
    let stage: Stage;
    let sidebar: SidebarPage;

    beforeAll(async () => {
      ({ stage, sidebar } = await openSidebar(open));
    });
    afterEach(expectNoErrors);

    const shot = (name: string) => shoot(sidebar.page, `${shots}-${name}`);
    const headOf = (branch: string): Promise<string> => stage.git('rev-parse', branch);

    async function openMore(branch: string): Promise<Locator> {
      const menu = await sidebar.openMenu();
      await menu.getByRole('button', { name: `More for ${branch}` }).click();
      return menu;
    }

    async function commitFlow(edit: EditFlow, message: string): Promise<void> {
      const path = join(stage.project, 'flows.json');
      await writeFile(path, inText(edit)(await readFile(path, 'utf8')));
      await stage.git('commit', '-q', '-am', message);
      await sidebar.commit(await headOf('HEAD')).waitFor();
      await sidebar.settled();
    }

    test('renames a branch, and keeps what was typed where that is refused', async () => {
      await stage.git('branch', 'shift-2');
      await stage.git('branch', 'shift-9');
      await sidebar.button('refresh').click();
      await sidebar.root.locator('.sightline-git-label', { hasText: 'shift-9' }).waitFor();
      const menu = await openMore('shift-2');
      await menu.getByRole('button', { name: 'Rename' }).click();
      const name = menu.getByLabel('New name of shift-2');
      await name.fill('shift-9');
      await name.press('Enter');
      await menu.getByRole('alert').filter({ hasText: 'exists' }).waitFor();
      expect(await name.inputValue()).toBe('shift-9');
      await shot('ops-rename');
      expect(await violationsOf(sidebar.page, '.sightline-git-menu')).toEqual([]);
      await name.fill('late-shift');
      await name.press('Enter');
      await menu.locator('[data-branch="late-shift"]').waitFor();
      expect(await stage.git('branch', '--list', '--format=%(refname:short)')).toBe(
        'late-shift\nmain\nshift-9',
      );
      await sidebar.page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
    });

    test('says which remote branch a branch follows, and that it follows none', async () => {
      const choose = async (upstream: string): Promise<void> => {
        const menu = await openMore('late-shift');
        await menu.getByRole('button', { name: 'Upstream' }).click();
        await sidebar.question.locator('select[data-name="upstream"]').selectOption(upstream);
        await sidebar.answer('Set upstream');
      };
      await choose('origin/main');
      await sidebar.notice('late-shift follows origin/main');
      await sidebar.settled();
      expect(await headOf('late-shift@{upstream}')).toBe(await headOf('origin/main'));
      await choose('');
      await sidebar.notice('follows no remote branch any more');
      await sidebar.settled();
      await expect(headOf('late-shift@{upstream}')).rejects.toThrow();
    });

    test('sees that what a branch follows is gone', async () => {
      await stage.git('push', '-q', '-u', 'origin', 'shift-9');
      await stage.git('push', '-q', 'origin', '--delete', 'shift-9');
      await sidebar.refresh();
      const menu = await sidebar.openMenu();
      const row = menu.locator('[data-branch="shift-9"]');
      await row.getByText('upstream gone').waitFor();
      await shot('ops-gone');
      await sidebar.page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
    });

    test('deletes a branch after a question; its commits are kept', async () => {
      await stage.git('checkout', '-q', 'late-shift');
      await stage.git('commit', '-q', '--allow-empty', '-m', 'only here');
      const only = await headOf('HEAD');
      await sidebar.commit(only).waitFor();
      await sidebar.settled();
      const menu = await openMore('late-shift');
      const remove = menu.getByRole('button', { name: 'Delete' });
      await menu.locator('[data-row="late-shift"] [data-name="delete-branch"][disabled]').waitFor();
      // Somebody switches in a terminal while the menu is open.
      await stage.git('checkout', '-q', 'main');
      await menu.locator('[data-branch="main"][aria-current="true"]').waitFor();
      await remove.click();
      await sidebar.question.getByText('Delete branch late-shift?').waitFor();
      await sidebar.answer('Delete');
      await sidebar.notice('Branch late-shift deleted');
      await expect(headOf('late-shift')).rejects.toThrow();
      expect(await stage.git('for-each-ref', '--format=%(objectname)', 'refs/sightline')).toContain(only);
    });

    test('cannot delete the branch that they are on', async () => {
      const menu = await openMore('main');
      expect(await menu.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
      await sidebar.page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
    });

    test('compares two commits, by pointer and by keys', async () => {
      const [head = '', , older = '', first = ''] = (await stage.git('rev-list', 'main')).split('\n');
      await sidebar.commit(older).click();
      await sidebar.button('compare').click();
      await sidebar.banner('comparing').getByText(older.slice(0, 7)).waitFor();
      await sidebar.commit(head).click();
      await sidebar.detail.getByText(`${older.slice(0, 7)} … ${head.slice(0, 7)}`).waitFor();
      await sidebar.detail.locator(`[data-node="${COUNTER}"].added`).waitFor();
      await shot('ops-compare');
      expect(await violationsOf(sidebar.page, '.sightline-git')).toEqual([]);
      await sidebar.root.locator('.sightline-git-history').focus();
      for (const _ of [1, 2, 3]) await sidebar.page.keyboard.press('ArrowDown');
      await sidebar.detail.getByText(`${older.slice(0, 7)} … ${first.slice(0, 7)}`).waitFor();
      await sidebar.detail.locator(`[data-node="${CAPTURE}"].removed`).waitFor();
      await sidebar.page.keyboard.press('Escape');
      await sidebar.banner('comparing').waitFor({ state: 'detached' });
      await sidebar.detail.waitFor({ state: 'hidden' });
    });

    test('reverts a commit: its nodes leave the workspace, and the history stays', async () => {
      const head = await headOf('main');
      await sidebar.commit(head).click();
      await sidebar.button('revert').click();
      await sidebar.answer('Revert');
      await sidebar.notice(`Commit ${head.slice(0, 7)} reverted`);
      await sidebar.settled();
      expect(await headOf('HEAD~1')).toBe(head);
      expect(await stage.git('diff', '--name-only', 'HEAD~2', 'HEAD')).toBe('');
      expect(await sidebar.nodes()).not.toContain(COUNTER);
      await sidebar.commit(await headOf('HEAD')).click();
      await sidebar.button('revert').click();
      await sidebar.answer('Revert');
      await sidebar.page.waitForFunction(`RED.nodes.node('${COUNTER}') !== null`);
      await sidebar.settled();
      await sidebar.button('close').click();
    });

    test('sees both sides of a conflict by node, and takes each as they like', async () => {
      await stage.git('push', '-q');
      await stage.pushFromElsewhere({
        path: 'flows.json',
        edit: inText(
          both(
            changed(CAPTURE, { url: 'https://grace.test/camera.jpg' }),
            changed(COUNTER, { name: 'of Grace' }),
          ),
        ),
        message: 'Grace changes both',
      });
      await commitFlow(
        both(
          changed(CAPTURE, { url: 'https://mine.test/camera.jpg' }),
          changed(COUNTER, { name: 'of mine' }),
        ),
        'I change both',
      );
      await sidebar.button('pull').click();
      const capture = sidebar.question.locator(`[data-node="${CAPTURE}"]`);
      await capture.getByText('take a picture').waitFor();
      await capture.getByText('http request · Line 1').waitFor();
      const values = await capture.locator('tr[data-property="url"] td').allTextContents();
      expect(values).toEqual(['https://mine.test/camera.jpg', 'https://grace.test/camera.jpg']);
      expect(await sidebar.question.locator('[data-property]').count()).toBe(2);
      await capture.getByLabel('theirs').check();
      await shot('ops-conflict');
      expect(await violationsOf(sidebar.page, '.sightline-git-ask')).toEqual([]);
      expect(await stage.git('status', '--porcelain')).toBe('');
      await sidebar.answer('Pull with these choices');
      await sidebar.notice('Pulled and merged');
      await sidebar.settled();
      expect(await sidebar.page.evaluate(`RED.nodes.node('${CAPTURE}').url`)).toBe(
        'https://grace.test/camera.jpg',
      );
      expect(await sidebar.page.evaluate(`RED.nodes.node('${COUNTER}').name`)).toBe('of mine');
      expect((await stage.git('log', '-1', '--format=%P')).split(' ')).toHaveLength(2);
      expect(await stage.git('fsck', '--strict', '--no-dangling')).toBe('');
    });

    test('is told of a tab that one side removed and the other put a node on, and keeps the tab with the node', async () => {
      await stage.git('push', '-q');
      const added = {
        id: 'f1a00000000000ff',
        type: 'debug',
        z: TAB,
        name: 'new here',
        x: 40,
        y: 40,
        wires: [],
      };
      await stage.pushFromElsewhere({
        path: 'flows.json',
        edit: inText((nodes) => [...nodes, added]),
        message: 'Grace adds a node',
      });
      await commitFlow(() => [{ id: 'f1a00000000000aa', type: 'tab', label: 'Line 2' }], 'I remove the tab');
      await sidebar.button('pull').click();
      const conflict = sidebar.question.locator(`[data-node="${added.id}"]`);
      await conflict.getByText('removed').waitFor();
      await conflict.getByLabel('theirs').check();
      await shot('ops-conflict-removed');
      await sidebar.answer('Pull with these choices');
      await sidebar.page.waitForFunction(`RED.nodes.node('${added.id}') !== null`);
      await sidebar.settled();
      const flow = JSON.parse(await readFile(join(stage.project, 'flows.json'), 'utf8')) as Node[];
      const ids = flow.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining([TAB, added.id, PROBLEM, 'f1a00000000000aa']));
    });

    test('decides about nodes and about other files in one question, and all at once', async () => {
      await stage.git('push', '-q');
      await stage.pushFromElsewhere({
        path: 'README.md',
        edit: () => 'Of Grace.\n',
        message: 'Grace writes the readme',
      });
      await stage.pushFromElsewhere({
        path: 'flows.json',
        edit: inText(both(changed(CAPTURE, { name: 'Grace 1' }), changed(COUNTER, { name: 'Grace 2' }))),
        message: 'Grace names two',
      });
      await writeFile(join(stage.project, 'README.md'), 'Of mine.\n');
      await commitFlow(
        both(changed(CAPTURE, { name: 'mine 1' }), changed(COUNTER, { name: 'mine 2' })),
        'My names',
      );
      await sidebar.button('pull').click();
      await sidebar.question.locator('select[data-path="README.md"]').selectOption('ours');
      await sidebar.question.getByRole('button', { name: 'All theirs' }).click();
      await shot('ops-conflict-both');
      await sidebar.answer('Pull with these choices');
      await sidebar.page.waitForFunction(`RED.nodes.node('${COUNTER}').name === 'Grace 2'`);
      await sidebar.settled();
      expect(await sidebar.page.evaluate(`RED.nodes.node('${CAPTURE}').name`)).toBe('Grace 1');
      expect(await readFile(join(stage.project, 'README.md'), 'utf8')).toBe('Of mine.\n');
      expect(await stage.git('status', '--porcelain')).toBe('');
    });
  });
