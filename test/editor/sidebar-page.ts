/** The sidebar as a user sees it: what can be clicked, and what can be read. */
import type { Locator, Page } from 'playwright-core';

export class SidebarPage {
  readonly page: Page;
  readonly root: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.locator('.sightline-git');
  }

  button(name: string): Locator {
    return this.root.locator(`button[data-name="${name}"]`);
  }

  /** A file in one of the two lists. */
  file(list: 'unstaged' | 'staged', path: string): Locator {
    return this.root.locator(`[data-list="${list}"] li[data-path="${path}"]`);
  }

  files(list: 'unstaged' | 'staged'): Promise<(string | null)[]> {
    return this.root
      .locator(`[data-list="${list}"] li[data-path]`)
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-path')));
  }

  commit(hash: string): Locator {
    return this.root.locator(`.sightline-git-row[data-hash="${hash}"]`);
  }

  get detail(): Locator {
    return this.root.locator('.sightline-git-detail');
  }

  banner(name: 'detached' | 'merging' | 'comparing'): Locator {
    return this.root.locator(`[data-banner="${name}"]`);
  }

  /** The open dialog. */
  get question(): Locator {
    return this.page.locator('.red-ui-notification', { has: this.page.locator('.sightline-git-ask') });
  }

  async answer(label: string): Promise<void> {
    await this.question.getByRole('button', { name: label, exact: true }).click();
    await this.question.waitFor({ state: 'detached' });
  }

  /** Waits for a notification of the editor with this text. */
  async notice(words: string): Promise<void> {
    await this.page.locator('.red-ui-notification', { hasText: words }).first().waitFor();
  }

  /** Waits until no command is running. */
  async settled(): Promise<void> {
    await this.page.waitForSelector('.sightline-git[aria-busy="false"]');
  }

  /** Reloads everything, and waits until it is shown. */
  async refresh(): Promise<void> {
    const answered = (['status', 'branches', 'log'] as const).map((name) =>
      this.page.waitForResponse((response) => response.url().endsWith(`service-git/${name}`)),
    );
    await this.button('refresh').click();
    await Promise.all(answered);
    await this.settled();
  }

  async openMenu(): Promise<Locator> {
    await this.button('branch').click();
    const menu = this.page.locator('.sightline-git-menu');
    await menu.locator('[aria-current="true"], input').first().waitFor();
    return menu;
  }

  /** Width of the editor's sidebar in pixels. */
  async setWidth(width: number): Promise<void> {
    await this.page.evaluate((wanted) => {
      const sidebar = document.querySelector<HTMLElement>(
        '.red-ui-sidebar-right.red-ui-sidebar, #red-ui-sidebar',
      );
      if (sidebar !== null) sidebar.style.width = `${wanted}px`;
      window.dispatchEvent(new Event('resize'));
    }, width);
  }

  async setTheme(theme: string): Promise<void> {
    await this.page.evaluate(
      (isDark) => document.documentElement.classList.toggle('nr-theme-dark', isDark),
      theme === 'dark',
    );
  }

  async writeMessage(message: string): Promise<void> {
    await this.root.locator('textarea').fill(message);
  }

  /** Ids of the nodes in the editor's workspace. */
  nodes(): Promise<string[]> {
    return this.page.evaluate(
      '(() => { const ids = []; RED.nodes.eachNode((node) => ids.push(node.id)); return ids.sort(); })()',
    );
  }

  /** Renames a node as a user would, without deploying. */
  async rename(id: string, name: string): Promise<void> {
    await this.page.evaluate(
      ([node, to]) => {
        const red = (globalThis as unknown as { RED: EditorGlobal }).RED;
        Object.assign(red.nodes.node(node), { name: to, changed: true, dirty: true });
        red.nodes.dirty(true);
        red.view.redraw();
      },
      [id, name] as const,
    );
  }
}

interface EditorGlobal {
  nodes: { node(id: string): object; dirty(state: boolean): void };
  view: { redraw(): void };
}
