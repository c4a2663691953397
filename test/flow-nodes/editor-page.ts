/** What a person does with the nodes in the real editor, by mouse and keys. */
import type { Locator, Page } from 'playwright-core';

export class EditorPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** From the palette onto the canvas. @returns the node's id */
  async drag(type: string, x: number, y: number): Promise<string> {
    const entry = this.page.locator(`[data-palette-type="${type}"]`);
    await entry.scrollIntoViewIfNeeded();
    const from = await centreOf(entry);
    const to = await this.#place(x, y);
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x - 40, to.y - 20, { steps: 8 });
    await this.page.mouse.move(to.x, to.y, { steps: 4 });
    await this.page.mouse.up();
    await this.page.waitForFunction(
      `(() => { let found = false; RED.nodes.eachNode((node) => { found ||= node.type === '${type}'; }); return found; })()`,
    );
    return this.page.evaluate(
      `(() => { let id; RED.nodes.eachNode((node) => { if (node.type === '${type}') id = node.id; }); return id; })()`,
    );
  }

  /** From an output to the other node's input. */
  async wire(from: string, to: string, output = 0): Promise<void> {
    const start = await centreOf(
      this.#node(from).locator('.red-ui-flow-port-output .red-ui-flow-port').nth(output),
    );
    const end = await centreOf(this.#node(to).locator('.red-ui-flow-port-input .red-ui-flow-port').first());
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 5 });
    await this.page.mouse.move(end.x, end.y, { steps: 5 });
    await this.page.mouse.up();
    await this.page.waitForFunction(
      `RED.nodes.filterLinks({ source: RED.nodes.node('${from}'), target: RED.nodes.node('${to}') }).length === 1`,
    );
  }

  async open(id: string): Promise<void> {
    const { x, y } = await centreOf(this.#node(id).locator('.red-ui-flow-node').first());
    await this.page.mouse.dblclick(x, y);
    await this.page.locator('#node-dialog-ok').waitFor();
    await this.#settled();
  }

  /** The button beside the choice of a monitor, in old and new editors. */
  async addMonitor(): Promise<void> {
    await this.page.locator('#node-input-btn-monitor-add, #node-input-lookup-monitor').first().click();
    await this.page.locator('#node-config-input-address').waitFor();
    await this.#settled();
  }

  field(name: string): Locator {
    return this.page.locator(`#node-config-input-${name}`);
  }

  async fill(fields: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) await this.field(name).fill(value);
  }

  /** Presses Test. @returns the class and text of each line */
  async test(): Promise<[string, string][]> {
    await this.page.locator('#sightline-test').click();
    const lines = this.page.locator('#sightline-findings li');
    await lines.nth(3).waitFor();
    const all = await lines.all();
    return Promise.all(
      all.map(async (each) => [
        (await each.getAttribute('class')) ?? '',
        ((await each.textContent()) ?? '').trim(),
      ]),
    );
  }

  async confirmMonitor(): Promise<void> {
    await this.page.locator('#node-config-dialog-ok').click();
    await this.page.locator('#node-config-input-address').waitFor({ state: 'detached' });
    await this.#settled();
  }

  async confirm(): Promise<void> {
    await this.page.locator('#node-dialog-ok').click();
    await this.page.locator('#node-dialog-ok').waitFor({ state: 'detached' });
    await this.#settled();
  }

  async deploy(): Promise<void> {
    await this.page.locator('#red-ui-header-button-deploy').click();
    await this.page.waitForFunction('!RED.nodes.dirty()');
  }

  /** Text under a node. */
  status(id: string): Promise<string> {
    return this.page.evaluate(`RED.nodes.node('${id}').status?.text ?? ''`);
  }

  /** What the editor's export writes for everything. */
  exported(): Promise<string> {
    return this.page.evaluate('JSON.stringify(RED.nodes.createCompleteNodeSet({ credentials: false }))');
  }

  #node(id: string): Locator {
    return this.page.locator(`g[id="${id}"]`);
  }

  async #place(x: number, y: number): Promise<{ x: number; y: number }> {
    const box = await this.page
      .locator('#red-ui-workspace-chart, .red-ui-workspace-chart')
      .first()
      .boundingBox();
    return { x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + y };
  }

  /** Trays slide in and out. */
  async #settled(): Promise<void> {
    await this.page.waitForTimeout(400);
  }
}

async function centreOf(part: Locator): Promise<{ x: number; y: number }> {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
