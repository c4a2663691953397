/** The sidebar as a person meets it: what can be clicked, and what can be read. */
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

  banner(name: 'detached' | 'merging'): Locator {
    return this.root.locator(`[data-banner="${name}"]`);
  }

  /** The question that is asked now. */
  get question(): Locator {
    return this.page.locator('.red-ui-notification', { has: this.page.locator('.sightline-git-ask') });
  }

  async answer(label: string): Promise<void> {
    await this.question.getByRole('button', { name: label, exact: true }).click();
    await this.question.waitFor({ state: 'detached' });
  }

  /** Waits for a notice of the editor with this text. */
  async notice(words: string): Promise<void> {
    await this.page.locator('.red-ui-notification', { hasText: words }).first().waitFor();
  }

  /** Until no command runs. */
  async settled(): Promise<void> {
    await this.page.waitForSelector('.sightline-git[aria-busy="false"]');
  }

  async openMenu(): Promise<Locator> {
    await this.button('branch').click();
    const menu = this.page.locator('.sightline-git-menu');
    await menu.locator('[aria-current="true"], input').first().waitFor();
    return menu;
  }

  async writeMessage(message: string): Promise<void> {
    await this.root.locator('textarea').fill(message);
  }

  /** Ids of the nodes in the workspace of the editor. */
  nodes(): Promise<string[]> {
    return this.page.evaluate(
      '(() => { const ids = []; RED.nodes.eachNode((node) => ids.push(node.id)); return ids.sort(); })()',
    );
  }

  /** Renames a node as an edit of the user would, without deploying. */
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
