/** Actions for a commit of the history. */
import { resetBranch, revertCommit, switchToCommit } from '../commands/position.ts';
import { mayWrite } from '../permission.ts';
import type { Store } from '../store.ts';
import { text } from '../text.ts';
import { button } from './button.ts';
import { element } from './element.ts';

export function drawCommitActions(store: Store, hash: string): HTMLElement {
  const disabled = !mayWrite() || store.busy !== undefined;
  const isHead = store.project?.info.head === hash;
  const onBranch = store.project?.info.isDetachedHead === false;
  const act = (name: string, icon: string, isPossible: boolean, run: () => unknown): HTMLElement =>
    button({
      icon,
      label: text(`detail.${name}`),
      title: text(`detail.${name}Title`),
      name,
      disabled: !isPossible,
      onclick: () => void run(),
    });
  return element('div', { class: 'sightline-git-actions' }, [
    act('switch-to-commit', 'history', !disabled && !isHead, () => switchToCommit(store, hash)),
    act('revert', 'undo', !disabled && onBranch, () => revertCommit(store, hash)),
    act('reset', 'step-backward', !disabled && !isHead && onBranch, () => resetBranch(store, hash)),
    act('compare', 'exchange', true, () => store.compare(hash)),
  ]);
}
