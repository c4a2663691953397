import type { StatusFile } from '../../../../packages/git/src/operations/read-status.ts';
import type { Store } from '../store.ts';
import { text } from '../text.ts';
import { element } from './element.ts';

/** A changed file; a click on its name shows the changes. */
export function fileRow(
  store: Store,
  file: StatusFile,
  staged: boolean,
  isConflict: boolean,
  actions: HTMLElement[],
): HTMLElement {
  const code = isConflict ? '!' : letterOf(staged ? file.index : file.working_dir);
  const slash = file.path.lastIndexOf('/') + 1;
  const { selection } = store;
  const isOpen = selection?.kind === 'file' && selection.path === file.path && selection.staged === staged;
  const show = (): void => store.select(isOpen ? undefined : { kind: 'file', path: file.path, staged });
  const name = element(
    'button',
    {
      type: 'button',
      class: 'sightline-git-file-name',
      title: `${file.path} (${text(`code.${code}`)})`,
      'aria-pressed': String(isOpen),
      onclick: show,
    },
    [
      element('span', { class: 'sightline-git-code', 'data-code': code, 'aria-hidden': 'true', text: code }),
      element('span', { class: 'sightline-git-path' }, [
        slash > 0 && element('span', { class: 'sightline-git-quiet', text: file.path.slice(0, slash) }),
        file.path.slice(slash),
      ]),
    ],
  );
  return element('li', { class: isOpen ? 'selected' : '', 'data-path': file.path }, [
    name,
    element('span', { class: 'sightline-git-file-actions' }, actions),
  ]);
}

/** The state in users' words: an untracked file is a new one. */
const letterOf = (code: string): string => (code === '?' ? 'A' : code === 'T' ? 'M' : code);
