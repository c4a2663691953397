/** The editor half of the plugin: a sidebar tab, and actions for the command palette and shortcuts. */

import { stageAll, unstageAll } from './commands/files.ts';
import { returnToLatest } from './commands/position.ts';
import { fetchRemote, pullRemote, pushBranch } from './commands/remote.ts';
import { mayRead } from './permission.ts';
import { makeSidebar, type Sidebar } from './sidebar.ts';
import { text } from './text.ts';

const TAB = 'sightline-git';

RED.plugins.registerPlugin('sightline-git', { type: 'node-red-sightline-git', onadd: addSidebar });

function addSidebar(): void {
  if (!mayRead()) return;
  const sidebar = makeSidebar();
  addActions(sidebar);
  RED.sidebar.addTab({
    id: TAB,
    label: text('tab.label'),
    name: text('tab.name'),
    content: $(sidebar.root),
    iconClass: 'fa fa-code-fork',
    enableOnEdit: false,
    action: `${TAB}:show-tab`,
  });
}

function addActions({ store, focusMessage }: Sidebar): void {
  const add = (name: string, key: string, run: () => unknown): void =>
    RED.actions.add(`${TAB}:${name}`, () => void run(), { label: text(`action.${key}`) });
  const show = (): void => RED.sidebar.show(TAB);
  add('show-tab', 'show', show);
  add('refresh', 'refresh', () => store.refresh());
  add('fetch', 'fetch', () => fetchRemote(store));
  add('pull', 'pull', () => pullRemote(store));
  add('push', 'push', () => pushBranch(store));
  add('stage-all', 'stageAll', () => stageAll(store));
  add('unstage-all', 'unstageAll', () => unstageAll(store));
  add('return-to-latest', 'returnToLatest', () => returnToLatest(store));
  add('commit', 'commit', () => {
    show();
    focusMessage();
  });
}
