/** Changed files: unstaged, and staged for the next commit. */
import type { StatusFile } from '../../../../packages/git/src/operations/read-status.ts';
import { discardFiles, stageAll, stageFiles, unstageAll, unstageFiles } from '../commands/files.ts';
import { button } from '../components/button.ts';
import { element } from '../components/element.ts';
import { fileRow } from '../components/file-row.ts';
import { mayWrite } from '../permission.ts';
import type { Store } from '../store.ts';
import { text } from '../text.ts';

export function drawChanges(store: Store): HTMLElement {
  const { files = [], conflicted = [] } = store.project?.status ?? {};
  const isConflict = ({ path }: StatusFile): boolean => conflicted.includes(path);
  const unstaged = files.filter((file) => isConflict(file) || file.working_dir !== ' ');
  const staged = files.filter((file) => !isConflict(file) && !' ?'.includes(file.index));
  return element('div', { class: 'sightline-git-changes' }, [
    RED.nodes.dirty() && drawUndeployed(),
    ...drawUnstaged(store, unstaged, conflicted),
    // A project without changes leaves its space to the history.
    ...(files.length > 0 ? drawStaged(store, staged) : []),
  ]);
}

/** Undeployed changes are in no file yet, so they cannot be staged. */
const drawUndeployed = (): HTMLElement =>
  element('div', { class: 'sightline-git-hint', 'data-hint': 'undeployed' }, [
    element('span', { text: text('changes.undeployed') }),
    button({
      label: text('changes.deploy'),
      name: 'deploy',
      disabled: !RED.user.hasPermission('flows.write'),
      onclick: () => RED.actions.invoke('core:deploy-flows'),
    }),
  ]);

function drawUnstaged(store: Store, files: StatusFile[], conflicted: readonly string[]): HTMLElement[] {
  const disabled = !mayWrite() || store.busy !== undefined;
  const safe = files.map(({ path }) => path).filter((path) => !conflicted.includes(path));
  const rows = files.map((file) => {
    const isConflict = conflicted.includes(file.path);
    const discard = { icon: 'undo', title: text('changes.discard', { path: file.path }), name: 'discard' };
    const stage = { icon: 'plus', title: text('changes.stage', { path: file.path }), name: 'stage' };
    return fileRow(store, file, false, isConflict, [
      button({
        ...discard,
        disabled: disabled || isConflict,
        onclick: () => void discardFiles(store, [file.path]),
      }),
      button({ ...stage, disabled, onclick: () => void stageFiles(store, [file.path]) }),
    ]);
  });
  const none = disabled || safe.length === 0;
  const discardAll = { icon: 'undo', title: text('changes.discardAll'), name: 'discard-all' };
  const all = {
    icon: 'plus',
    label: text('changes.all'),
    title: text('changes.stageAll'),
    name: 'stage-all',
  };
  return [
    heading('unstaged', files.length, [
      button({ ...discardAll, disabled: none, onclick: () => void discardFiles(store, safe) }),
      button({ ...all, disabled: none, onclick: () => void stageAll(store) }),
    ]),
    list('unstaged', rows),
  ];
}

function drawStaged(store: Store, files: StatusFile[]): HTMLElement[] {
  const disabled = !mayWrite() || store.busy !== undefined;
  const rows = files.map((file) => {
    const unstage = { icon: 'minus', title: text('changes.unstage', { path: file.path }), name: 'unstage' };
    return fileRow(store, file, true, false, [
      button({ ...unstage, disabled, onclick: () => void unstageFiles(store, [file.path]) }),
    ]);
  });
  const all = {
    icon: 'minus',
    label: text('changes.all'),
    title: text('changes.unstageAll'),
    name: 'unstage-all',
  };
  const none = disabled || files.length === 0;
  return [
    heading('staged', files.length, [
      button({ ...all, disabled: none, onclick: () => void unstageAll(store) }),
    ]),
    list('staged', rows),
  ];
}

const heading = (name: 'staged' | 'unstaged', count: number, actions: HTMLElement[]): HTMLElement =>
  element('div', { class: 'sightline-git-heading' }, [
    element('h4', { id: `sightline-git-${name}`, text: text(`changes.${name}`) }),
    count > 0 && element('span', { class: 'sightline-git-count', text: String(count) }),
    element('span', { class: 'sightline-git-spring' }),
    ...actions,
  ]);

const list = (name: 'staged' | 'unstaged', rows: HTMLElement[]): HTMLElement =>
  element(
    'ul',
    { class: 'sightline-git-files', 'data-list': name, 'aria-labelledby': `sightline-git-${name}` },
    [
      ...rows,
      rows.length === 0 && element('li', { class: 'sightline-git-none', text: text(`changes.${name}None`) }),
    ],
  );
