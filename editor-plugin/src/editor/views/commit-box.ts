/** The message of the next commit. The element is kept, so that typed text survives a refresh. */
import { commitStaged } from '../commands/files.ts';
import { button } from '../components/button.ts';
import { element } from '../components/element.ts';
import { mayWrite } from '../permission.ts';
import type { Store } from '../store.ts';
import { text } from '../text.ts';

export interface CommitBox {
  root: HTMLElement;
  update(): void;
  focus(): void;
}

export function makeCommitBox(store: Store): CommitBox {
  const message = element('textarea', {
    rows: '2',
    placeholder: text('commit.placeholder'),
    'aria-label': text('commit.placeholder'),
    'data-name': 'message',
  });
  const commit = async (): Promise<void> => {
    if (make.disabled) return;
    const { value } = message;
    const isMade = await commitStaged(store, value.trim());
    // The next message may have been begun while the commit was made.
    if (isMade && message.value === value) message.value = '';
    update();
  };
  const make = button({
    icon: 'check',
    label: text('commit.go'),
    name: 'commit',
    class: 'primary',
    onclick: () => void commit(),
  });
  const update = (): void => {
    const staged = store.project?.status.staged.length ?? 0;
    const isMerge = store.project?.info.state === 'merging' && store.project.info.conflicted.length === 0;
    const changed = store.project?.status.files.length ?? 0;
    root.hidden = changed === 0 && !isMerge && message.value === '';
    message.disabled = !mayWrite();
    make.disabled =
      !mayWrite() || store.busy !== undefined || (staged === 0 && !isMerge) || message.value.trim() === '';
  };
  message.addEventListener('input', update);
  message.addEventListener('keydown', (event) => {
    // The editor's shortcuts (delete, select all) must not act on the text.
    event.stopPropagation();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void commit();
  });
  const root = element('div', { class: 'sightline-git-commit' }, [message, make]);
  update();
  return { root, update, focus: () => message.focus() };
}
