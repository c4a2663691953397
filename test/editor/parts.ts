/** Parts of the sidebar, one by one, in a real editor. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { violationsOf } from './accessibility.ts';
import { shoot } from './browser.ts';
import { expectNoErrors, type OpenedEditor, openSidebar } from './shared-editor.ts';
import type { SidebarPage } from './sidebar-page.ts';
import type { Stage } from './stage.ts';

const CAPTURE = 'f1a0000000000013';
const FRAME = 'f1a0000000000016';
// biome-ignore lint/suspicious/noTemplateCurlyInString: the editor fills it in
const CAMERA = '${SIGHTLINE_CAMERA}';
const WIDTHS = [240, 340, 560];

/**
 * @param open see shared-editor.ts
 * @param shots prefix of the names of the screenshots
 */
export const tellParts = (editor: string, open: () => Promise<OpenedEditor>, shots: string): void =>
  describe(`The sidebar in ${editor}`, () => {
    let stage: Stage;
    let sidebar: SidebarPage;

    beforeAll(async () => {
      ({ stage, sidebar } = await openSidebar(open));
    });
    afterEach(expectNoErrors);

    const shot = (name: string) => shoot(sidebar.page, `${shots}-${name}`);
    const flowsFile = (): string => join(stage.project, 'flows.json');

    test('opens with room for the history, beside the pane below it', async () => {
      const share = await sidebar.root.evaluate((root) => {
        const pane = root.closest('.red-ui-sidebar-section') ?? root.closest('#red-ui-sidebar') ?? root;
        return pane.clientHeight / window.innerHeight;
      });
      await shot('parts-height');
      expect(share).toBeGreaterThan(0.6);
    });

    test('keeps a branch name that is refused, says why, and closes the menu once the branch is made', async () => {
      const menu = await sidebar.openMenu();
      const name = menu.locator('.sightline-git-menu-new input');
      await name.fill('main');
      await name.press('Enter');
      await menu.getByRole('alert').filter({ hasText: 'exists' }).waitFor();
      expect(await name.inputValue()).toBe('main');
      await shot('parts-refused');
      expect(await violationsOf(sidebar.page, '.sightline-git-menu')).toEqual([]);
      await name.fill('shift-2');
      await name.press('Enter');
      await menu.waitFor({ state: 'detached' });
      await sidebar.notice('Branch shift-2 created');
      expect(await stage.git('symbolic-ref', '--short', 'HEAD')).toBe('shift-2');
      await sidebar.settled();
      expect(await sidebar.page.locator('.sightline-git-menu').count()).toBe(0);
    });

    test('closes the menu by Escape from the field and from a row, and gives the focus back', async () => {
      for (const start of ['.sightline-git-menu-new input', '[data-branch="main"]']) {
        const menu = await sidebar.openMenu();
        await menu.locator(start).focus();
        await sidebar.page.keyboard.press('Escape');
        await menu.waitFor({ state: 'detached' });
        expect(await sidebar.page.evaluate("document.activeElement?.getAttribute('data-name')")).toBe(
          'branch',
        );
      }
    });

    test('switches the branch by the keyboard alone', async () => {
      await sidebar.button('branch').focus();
      await sidebar.page.keyboard.press('Enter');
      const menu = sidebar.page.locator('.sightline-git-menu');
      await menu.locator('[data-branch="main"]').focus();
      await sidebar.page.keyboard.press('Enter');
      await sidebar.notice('Now on main');
      await menu.waitFor({ state: 'detached' });
      await sidebar.settled();
    });

    test('shows each changed property of a node in full, with both values', async () => {
      const before = await readFile(flowsFile(), 'utf8');
      const flows = JSON.parse(before) as Record<string, unknown>[];
      const change = (id: string, to: object) =>
        Object.assign(flows.find((node) => node.id === id) ?? {}, to);
      const long = `https://camera.test/${'a-long-way/'.repeat(12)}picture.jpg`;
      change(CAPTURE, { url: long, x: 900, y: 400 });
      change(FRAME, { func: `msg.at = 1;\n${'// more\n'.repeat(30)}return msg;` });
      await writeFile(flowsFile(), JSON.stringify(flows, null, 4));
      await sidebar.file('unstaged', 'flows.json').locator('.sightline-git-file-name').click();
      const url = sidebar.detail.locator('dd[data-property="url"]');
      expect(await url.locator('del').textContent()).toBe(CAMERA);
      expect(await url.locator('ins').textContent()).toBe(long);
      expect(await url.locator('ins').evaluate((shown) => shown.scrollWidth <= shown.clientWidth)).toBe(true);
      const place = sidebar.detail.locator('dd[data-property="position"]');
      expect(await place.locator('ins').textContent()).toBe('x 900, y 400');
      const func = sidebar.detail.locator('dd[data-property="func"] ins');
      await func.locator('summary').click();
      expect(await func.locator('.sightline-git-value').textContent()).toMatch(
        /^msg.at = 1;\n[\s\S]*return msg;$/,
      );
      await shot('parts-properties');
      expect(await violationsOf(sidebar.page, '.sightline-git')).toEqual([]);
      await writeFile(flowsFile(), before);
    });

    test('says of a file that was merely rewritten that only its layout changed', async () => {
      const before = await readFile(flowsFile(), 'utf8');
      const spoken = JSON.stringify(JSON.parse(before));
      await writeFile(flowsFile(), spoken);
      await sidebar.detail.getByText('Only its layout changed').waitFor();
      await shot('parts-layout');
      await writeFile(flowsFile(), before);
      await sidebar.file('unstaged', 'flows.json').waitFor({ state: 'detached' });
      await sidebar.button('close').click();
    });

    test.each(WIDTHS)(
      'can be read at %i pixels, in both themes, and breaks no rule of accessibility',
      async (width) => {
        await sidebar.setWidth(width);
        await sidebar.commit(await stage.git('rev-parse', 'HEAD')).click();
        await sidebar.button('compare').waitFor();
        for (const theme of ['light', 'dark']) {
          await sidebar.setTheme(theme);
          await shot(`parts-${width}-${theme}`);
          const wide = await sidebar.root.evaluate((root) => root.scrollWidth - root.clientWidth);
          expect([theme, wide]).toEqual([theme, 0]);
          expect(await violationsOf(sidebar.page, '.sightline-git')).toEqual([]);
        }
        await sidebar.setTheme('light');
        await sidebar.button('close').click();
      },
    );

    test('names what its buttons do in words', async () => {
      const names = await sidebar.root
        .locator('.sightline-git-toolbar button')
        .evaluateAll((buttons) => buttons.map((each) => (each as HTMLElement).innerText.trim()));
      expect(names.map((name) => name.replace(/\W*\d*$/, ''))).toEqual(['main', 'Fetch', 'Pull', 'Push', '']);
      expect(await sidebar.button('refresh').getAttribute('aria-label')).toBe('Refresh');
    });
  });
