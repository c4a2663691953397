/** Branch, fetch, pull, push, refresh. */
import { fetchRemote, pullRemote, pushBranch } from '../commands/remote.ts';
import { button } from '../components/button.ts';
import { element } from '../components/element.ts';
import { mayWrite } from '../permission.ts';
import type { Store } from '../store.ts';
import { text } from '../text.ts';
import { openBranchMenu } from './branch-menu.ts';

export function drawToolbar(store: Store): HTMLElement {
  const info = store.project?.info;
  const isReady = info !== undefined && store.problem === undefined;
  const may = isReady && mayWrite() && store.busy === undefined;
  const hasRemote = (info?.remotes.length ?? 0) > 0;
  const remote = (
    name: 'fetch' | 'pull' | 'push',
    symbol: string,
    count: number,
    run: (store: Store) => void,
  ) =>
    button({
      icon: store.busy === name ? 'circle-o-notch fa-spin' : symbol,
      label: text(`toolbar.${name}Label`),
      title: describe(name, count, hasRemote),
      count,
      name,
      disabled: !may || !hasRemote || (name !== 'fetch' && info?.isDetachedHead === true),
      onclick: () => run(store),
    });
  const branch = button({
    icon: 'code-fork',
    label: isReady ? branchText(store) : '–',
    title: text('toolbar.branch'),
    class: 'sightline-git-branch',
    name: 'branch',
    disabled: !isReady,
    onclick: () => openBranchMenu(store, branch),
  });
  branch.setAttribute('aria-haspopup', 'dialog');
  return element('div', { class: 'red-ui-sidebar-header sightline-git-toolbar', role: 'toolbar' }, [
    branch,
    element('span', { class: 'button-group' }, [
      remote('fetch', 'cloud-download', 0, fetchRemote),
      remote('pull', 'long-arrow-down', info?.behind ?? 0, pullRemote),
      remote('push', 'long-arrow-up', info?.ahead ?? 0, pushBranch),
    ]),
    button({
      icon: 'refresh',
      title: text('toolbar.refresh'),
      name: 'refresh',
      onclick: () => void store.refresh(),
    }),
  ]);
}

function describe(name: 'fetch' | 'pull' | 'push', count: number, hasRemote: boolean): string {
  if (!hasRemote) return text('toolbar.noRemote');
  const counted = count === 1 ? `${name}One` : `${name}Count`;
  return text(`toolbar.${count > 0 ? counted : name}`, { count });
}

function branchText({ project }: Store): string {
  if (project === undefined) return '';
  const { currentBranch, head } = project.info;
  return currentBranch ?? text('toolbar.detached', { hash: head?.slice(0, 7) ?? '' });
}
