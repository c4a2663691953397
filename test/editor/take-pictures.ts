/** `node test/editor/take-pictures.ts`: takes the pictures of docs/operate/git-control.md in a real editor. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { openEditor, showSidebar, startBrowser } from './browser.ts';
import { SidebarPage } from './sidebar-page.ts';
import { type Stage, startStage } from './stage.ts';

const FOLDER = resolve(import.meta.dirname, '../../docs/pictures');
const CAPTURE = 'f1a0000000000013';
const UPLOAD = 'f1a0000000000014';
const COUNTER = 'f1a0000000000015';

type Changes = Readonly<Record<string, object>>;

const inText =
  (changes: Changes) =>
  (text: string): string => {
    const nodes = JSON.parse(text) as { id: string }[];
    return `${JSON.stringify(
      nodes.map((node) => ({ ...node, ...changes[node.id] })),
      null,
      4,
    )}\n`;
  };

async function changeHere(stage: Stage, changes: Changes, message?: string): Promise<void> {
  const path = join(stage.project, 'flows.json');
  await writeFile(path, inText(changes)(await readFile(path, 'utf8')));
  if (message !== undefined) await stage.git('commit', '-q', '-am', message);
}

const changeThere = (stage: Stage, changes: Changes, message: string): Promise<string> =>
  stage.pushFromElsewhere({ path: 'flows.json', edit: inText(changes), message });

async function openSidebar(page: Page): Promise<SidebarPage> {
  await page.setViewportSize({ width: 1280, height: 820 });
  await page.evaluate('document.querySelector(\'button[data-tab-id="debug"]\')?.click()');
  await showSidebar(page);
  return new SidebarPage(page);
}

const take = async (page: Page, name: string): Promise<void> => {
  // Notifications disappear by themselves.
  await page
    .locator('.red-ui-notification-success, .red-ui-notification-compact')
    .first()
    .waitFor({ state: 'detached' });
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
};

/** A merge in the graph, and the changes of one of its commits. */
async function takeHistory(stage: Stage, sidebar: SidebarPage): Promise<void> {
  await stage.git('push', '-q');
  const there = await changeThere(
    stage,
    { [UPLOAD]: { name: 'post, with retry' } },
    'Retry when the network is down',
  );
  await changeHere(stage, { [COUNTER]: { name: 'stored as' } }, 'Say what the debug node shows');
  await sidebar.commit(await stage.git('rev-parse', 'HEAD')).waitFor();
  await sidebar.button('pull').click();
  await sidebar.notice('Pulled and merged');
  await sidebar.settled();
  await changeHere(stage, { [CAPTURE]: { name: 'look' } });
  await sidebar.file('unstaged', 'flows.json').waitFor();
  await sidebar.commit(there).click();
  await sidebar.detail.locator(`[data-node="${UPLOAD}"]`).waitFor();
  await take(sidebar.page, 'git-control');
}

async function takeConflict(stage: Stage, sidebar: SidebarPage): Promise<void> {
  await stage.git('checkout', '-q', '--', '.');
  await sidebar.button('close').click();
  const theirs = {
    [COUNTER]: { name: 'id of the frame' },
    [CAPTURE]: { url: 'http://10.0.0.7/picture.jpg' },
  };
  await changeThere(stage, theirs, 'The camera of the hall');
  const ours = { [COUNTER]: { name: 'in the dataset' }, [CAPTURE]: { url: 'http://10.0.0.9/still.jpg' } };
  await changeHere(stage, ours, 'The camera of the gate');
  await sidebar.commit(await stage.git('rev-parse', 'HEAD')).waitFor();
  await sidebar.settled();
  await sidebar.button('pull').click();
  await sidebar.question.locator(`[data-node="${CAPTURE}"]`).getByLabel('theirs').check();
  await take(sidebar.page, 'git-control-conflict');
  await sidebar.answer('Cancel');
}

async function takeDetached(stage: Stage, sidebar: SidebarPage): Promise<void> {
  await stage.git('reset', '-q', '--hard', 'origin/main');
  const old = await stage.git('rev-parse', 'HEAD~3');
  await sidebar.root
    .locator('.sightline-git-row[data-pushed="false"]')
    .first()
    .waitFor({ state: 'detached' });
  await sidebar.settled();
  await sidebar.commit(old).click();
  await sidebar.button('switch-to-commit').click();
  await sidebar.answer('Switch');
  await sidebar.banner('detached').waitFor();
  await sidebar.settled();
  await sidebar.setTheme('dark');
  await take(sidebar.page, 'git-control-detached');
}

const [stage, browser] = await Promise.all([startStage(), startBrowser()]);
try {
  const sidebar = await openSidebar(await openEditor(browser, stage.url));
  await takeHistory(stage, sidebar);
  await takeConflict(stage, sidebar);
  await takeDetached(stage, sidebar);
} finally {
  await browser.close();
  await stage.close();
}
process.exit();
