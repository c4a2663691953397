/** What a commit, or a changed file, changed: nodes by tab for flows, lines for other files. */
import type { FileDiff } from '../../../../functions/src/git/diff/compare-file.ts';
import { type Answer, Failure, request } from '../api.ts';
import { resetBranch, switchToCommit } from '../commands/position.ts';
import { failureText } from '../commands/run.ts';
import { button } from '../components/button.ts';
import { element } from '../components/element.ts';
import { drawFile } from '../components/file-changes.ts';
import { mayWrite } from '../permission.ts';
import type { Selection, Store } from '../store.ts';
import { longDate, text } from '../text.ts';

export interface Detail {
  root: HTMLElement;
  update(): void;
}

export function makeDetail(store: Store): Detail {
  const root = element('section', {
    class: 'sightline-git-detail',
    'aria-label': text('detail.title'),
    hidden: true,
  });
  let shown = '';
  const update = (): void => {
    const key = keyOf(store);
    if (key === shown) return;
    const isOther = key.split(' ')[0] !== shown.split(' ')[0];
    shown = key;
    root.hidden = store.selection === undefined;
    if (store.selection === undefined) {
      root.replaceChildren();
      return;
    }
    // Where the sidebar is low, the detail is below what is in view.
    if (isOther && root.parentElement !== null) root.parentElement.scrollTop = root.offsetTop;
    if (isOther)
      root.replaceChildren(element('div', { class: 'sightline-git-none', text: text('problem.loading') }));
    void load(store, store.selection).then((content) => {
      // Something else was chosen meanwhile.
      if (keyOf(store) === key) root.replaceChildren(...content);
    });
  };
  return { root, update };
}

/** A commit never changes but for what may be done with it; a file's changes do. */
function keyOf(store: Store): string {
  const { selection, project, busy } = store;
  if (selection === undefined) return '';
  const may = `${busy === undefined} ${project?.info.head}`;
  if (selection.kind === 'commit') return `${selection.hash} ${may}`;
  return `${selection.path}:${selection.staged} ${may} ${JSON.stringify(project?.status.files)}`;
}

async function load(store: Store, selection: Selection): Promise<HTMLElement[]> {
  try {
    if (selection.kind === 'commit')
      return drawCommit(store, await request('show', { commitRef: selection.hash }));
    const { path, staged } = selection;
    const isNew = !staged && store.project?.status.not_added.includes(path) === true;
    const { files } = isNew ? { files: [] } : await request('diff', { path, staged });
    const heading = drawHeading(store, path, []);
    const content =
      files.length > 0 ? files.map(drawFile) : [none(isNew ? 'detail.untracked' : 'detail.same')];
    return [heading, element('div', { class: 'sightline-git-detail-body' }, content)];
  } catch (error) {
    const said = error instanceof Failure ? failureText(error) : String(error);
    return [drawHeading(store, '', []), element('div', { class: 'sightline-git-none', text: said })];
  }
}

const none = (key: string): HTMLElement => element('div', { class: 'sightline-git-none', text: text(key) });

function drawCommit(store: Store, { commit, files }: Answer<'show'>): HTMLElement[] {
  const { hash, author, message } = commit;
  const disabled = !mayWrite() || store.busy !== undefined;
  const isHead = store.project?.info.head === hash;
  const onBranch = store.project?.info.isDetachedHead === false;
  const actions = [
    button({
      icon: 'history',
      label: text('detail.switch'),
      name: 'switch-to-commit',
      disabled: disabled || isHead,
      onclick: () => void switchToCommit(store, hash),
    }),
    button({
      icon: 'step-backward',
      title: text('detail.reset'),
      name: 'reset',
      disabled: disabled || isHead || !onBranch,
      onclick: () => void resetBranch(store, hash),
    }),
  ];
  const body = element('div', { class: 'sightline-git-detail-body' }, [
    element('div', { class: 'sightline-git-message', text: message.trim() }),
    element('div', { class: 'sightline-git-quiet', text: `${author.name} · ${longDate(author.date)}` }),
    ...(files.length === 0 ? [none('detail.noFiles')] : files.map((file: FileDiff) => drawFile(file))),
  ]);
  return [drawHeading(store, hash.slice(0, 7), actions), body];
}

const drawHeading = (store: Store, title: string, actions: HTMLElement[]): HTMLElement =>
  element('div', { class: 'sightline-git-heading' }, [
    element('h4', { class: 'sightline-git-detail-title', text: title, title }),
    element('span', { class: 'sightline-git-spring' }),
    ...actions,
    button({
      icon: 'times',
      title: text('detail.close'),
      name: 'close',
      onclick: () => store.select(undefined),
    }),
  ]);
