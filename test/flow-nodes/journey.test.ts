/**
 * A newcomer with the nodes in the real editor, the oldest and the newest: drag, wire, configure, test, deploy, frames.
 * @covers Contract 13 the nodes in both editors by mouse: drag, wire, configure, Test, deploy, frames; the key in no export; German
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openEditor, shoot, startBrowser } from '../editor/browser.ts';
import { eventually, records } from '../support/factory.ts';
import { EditorPage } from './editor-page.ts';
import { type Line, type NodeRed, openLine, startNodeRed } from './stage.ts';

const EXAMPLES = resolve(import.meta.dirname, '../../flow-nodes/examples');
const [TAB, INJECT, DRAW] = ['c0ffee0000000001', 'c0ffee0000000002', 'c0ffee0000000003'];

let line: Line;
let browser: Browser;
beforeAll(async () => {
  [line, browser] = await Promise.all([openLine(), startBrowser()]);
}, 90_000);
afterAll(async () => {
  await browser?.close();
  await line?.close();
});

/** A camera that draws, of the example: what a newcomer has before the nodes come in. */
async function drawingFlow(): Promise<object[]> {
  const example = JSON.parse(await readFile(join(EXAMPLES, 'Drawn scenes.json'), 'utf8')) as {
    type: string;
    func?: string;
  }[];
  const draw = example.find(({ type }) => type === 'function');
  const inject = example.find(({ type }) => type === 'inject');
  return [
    { id: TAB, type: 'tab', label: 'Line 1', disabled: false, info: '' },
    { ...inject, id: INJECT, z: TAB, x: 120, y: 120, wires: [[DRAW]] },
    { ...draw, id: DRAW, z: TAB, x: 300, y: 120, wires: [[]] },
  ];
}

const stored = async () =>
  [...(await records(line.stack, 'image')).values()].filter(({ name }) => name.startsWith('scene-'));

describe.each([
  ['the newest editor', 'node-red'],
  ['the oldest editor', 'node-red-2'],
])('In %s', (name, packageName) => {
  const shots = `flow-nodes-${name.split(' ')[1]}`;
  let red: NodeRed;
  let editor: EditorPage;
  let upload = '';
  let session = '';

  beforeAll(async () => {
    red = await startNodeRed(packageName);
    await red.deploy(await drawingFlow());
    editor = new EditorPage(await openEditor(browser, red.url));
  }, 90_000);
  afterAll(() => red?.close());

  test('the nodes are dragged from the palette and wired', async () => {
    upload = await editor.drag('sightline-upload', 520, 120);
    session = await editor.drag('sightline-session', 520, 260);
    await editor.wire(DRAW, upload);
    await shoot(editor.page, `${shots}-1-wired`);
  });

  test('the monitor is configured; Test says what works and what does not, in words', async () => {
    await editor.open(upload);
    await shoot(editor.page, `${shots}-2-upload`);
    await editor.addMonitor();
    await editor.fill({ address: line.front.baseUrl, monitor: 'line-1', key: `${line.key.slice(0, -1)}!` });
    expect(await editor.test()).toEqual([
      ['works', 'The service answers'],
      ['fails', 'The monitor or the key is wrong: Monitor not found or access denied'],
      ['unknown', 'Dataset: not tested'],
      ['works', 'The spool folder can be written'],
    ]);
    await shoot(editor.page, `${shots}-3-wrong-key`);
    await editor.fill({ key: line.key });
    expect(await editor.test()).toEqual([
      ['works', 'The service answers'],
      ['works', 'The monitor exists and the key is accepted'],
      ['works', "Frames go to the monitor's dataset"],
      ['works', 'The spool folder can be written'],
    ]);
    await shoot(editor.page, `${shots}-4-monitor`);
    await editor.confirmMonitor();
    await editor.confirm();
    await editor.open(session);
    await editor.page.locator('#node-input-monitor').selectOption({ label: 'line-1' });
    await editor.page.locator('#node-input-keep').check();
    await shoot(editor.page, `${shots}-5-session`);
    await editor.confirm();
  });

  test('deployed, its frames are in the dataset, in the session that it keeps running', async () => {
    const before = (await stored()).length;
    await editor.deploy();
    await eventually(async () => expect((await stored()).length).toBeGreaterThan(before + 2));
    const monitor = (await line.stack.firestore.doc('monitor/line-1').get()).data();
    expect((await stored()).map((image) => image.session)).toContain(monitor?.session);
    await eventually(async () => expect(await editor.status(upload)).toMatch(/^\d+ sent$/));
    await eventually(async () => expect(await editor.status(session)).toMatch(/^running since /));
    await shoot(editor.page, `${shots}-6-running`);
  });

  test('the key is in no flow, export or page; Test uses the stored one', async () => {
    const texts = [
      await editor.exported(),
      await readFile(join(red.userDirectory, 'flows.json'), 'utf8'),
      JSON.stringify(await (await fetch(`${red.url}/flows`)).json()),
      await editor.page.content(),
      red.output(),
    ];
    for (const text of texts) expect(text).not.toContain(line.key);
    expect(texts[0]).toContain('sightline-monitor');
    const monitor = /"id":"([^"]+)","type":"sightline-monitor"/.exec(texts[0] as string)?.[1];
    const response = await fetch(`${red.url}/sightline/test`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: monitor, address: line.front.baseUrl, monitor: 'line-1', key: '__PWRD__' }),
    });
    const { findings } = (await response.json()) as { findings: { outcome: string }[] };
    expect(findings.map(({ outcome }) => outcome)).toEqual(['works', 'works', 'works', 'works']);
  });

  test('taken out of the flow, the session node ends its session', async () => {
    await editor.page.evaluate(
      `RED.nodes.remove('${session}'); RED.nodes.dirty(true); RED.view.redraw(true)`,
    );
    await editor.deploy();
    await eventually(async () =>
      expect((await line.stack.firestore.doc('monitor/line-1').get()).get('session')).toBe(''),
    );
  });
});

test('the dialogs and the help are in German where the browser is', async () => {
  const red = await startNodeRed('node-red');
  try {
    await red.deploy(await drawingFlow());
    const editor = new EditorPage(await openEditor(browser, red.url, { language: 'de' }));
    const upload = await editor.drag('sightline-upload', 520, 120);
    await editor.open(upload);
    await editor.addMonitor();
    expect(await editor.page.locator('label[for="node-config-input-key"]').textContent()).toContain(
      'Schlüssel',
    );
    expect(await editor.page.locator('#sightline-test').textContent()).toContain('Testen');
    await shoot(editor.page, 'flow-nodes-german-monitor');
  } finally {
    await red.close();
  }
}, 90_000);
