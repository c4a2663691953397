/** Changes of a commit or a changed file: nodes by tab for flows, lines for other files. */
import type { FileDiff } from '../../../../packages/git/src/diff/file-diff.ts';
import { type Answer, Failure, request } from '../api.ts';
import { failureText } from '../commands/run.ts';
import { button } from '../components/button.ts';
import { drawCommitActions } from '../components/commit-actions.ts';
import { element } from '../components/element.ts';
import { drawFile } from '../components/file-changes.ts';
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
  let answered = '';
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
    // In a low sidebar the detail is below the visible part.
    if (isOther && root.parentElement !== null) root.parentElement.scrollTop = root.offsetTop;
    if (isOther)
      root.replaceChildren(element('div', { class: 'sightline-git-none', text: text('problem.loading') }));
    void load(store, store.selection).then(({ answer, draw }) => {
      // The user chose something else meanwhile.
      if (keyOf(store) !== key) return;
      // Unchanged content is kept, with its expanded parts and scroll position.
      if (!isOther && answer === answered) return;
      answered = answer;
      root.replaceChildren(...draw());
    });
  };
  return { root, update };
}

/** A commit never changes, only its available actions do; a file's changes do. */
function keyOf(store: Store): string {
  const { selection, project, busy } = store;
  if (selection === undefined) return '';
  const may = `${busy === undefined} ${project?.info.head}`;
  if (selection.kind === 'commit') return `${selection.hash} ${may}`;
  if (selection.kind === 'comparison') return `${selection.from}..${selection.hash} ${may}`;
  return `${selection.path}:${selection.staged} ${may} ${store.readings}`;
}

interface Loaded {
  /** The answer, and the available actions. */
  answer: string;
  draw: () => HTMLElement[];
}

async function load(store: Store, selection: Selection): Promise<Loaded> {
  try {
    if (selection.kind === 'commit') {
      const shown = await request('show', { commitRef: selection.hash });
      return { answer: keyOf(store), draw: () => drawCommit(store, shown) };
    }
    const { files, title, none } = await requestFiles(store, selection);
    return { answer: JSON.stringify(files), draw: () => drawFiles(store, title, files, none) };
  } catch (error) {
    const said = error instanceof Failure ? failureText(error) : String(error);
    const draw = () => [drawHeading(store, ''), element('div', { class: 'sightline-git-none', text: said })];
    return { answer: said, draw };
  }
}

type Files = { files: FileDiff[]; title: string; none: string };

async function requestFiles(store: Store, selection: Exclude<Selection, { kind: 'commit' }>): Promise<Files> {
  if (selection.kind === 'comparison') {
    const { from, hash: to } = selection;
    const title = `${from.slice(0, 7)} … ${to.slice(0, 7)}`;
    return { ...(await request('diff', { from, to })), title, none: 'detail.noDifference' };
  }
  const { path, staged } = selection;
  const isNew = !staged && store.project?.status.not_added.includes(path) === true;
  const { files } = isNew ? { files: [] } : await request('diff', { path, staged });
  return { files, title: path, none: isNew ? 'detail.untracked' : 'detail.same' };
}

function drawFiles(store: Store, title: string, files: FileDiff[], none: string): HTMLElement[] {
  const content = files.length > 0 ? files.map((file) => drawFile(file)) : [drawNone(none)];
  return [drawHeading(store, title), element('div', { class: 'sightline-git-detail-body' }, content)];
}

const drawNone = (key: string): HTMLElement =>
  element('div', { class: 'sightline-git-none', text: text(key) });

function drawCommit(store: Store, { commit, files }: Answer<'show'>): HTMLElement[] {
  const { hash, author, message } = commit;
  const body = element('div', { class: 'sightline-git-detail-body' }, [
    element('div', { class: 'sightline-git-message', text: message.trim() }),
    element('div', { class: 'sightline-git-quiet', text: `${author.name} · ${longDate(author.date)}` }),
    ...(files.length === 0 ? [drawNone('detail.noFiles')] : files.map((file: FileDiff) => drawFile(file))),
  ]);
  return [drawHeading(store, hash.slice(0, 7)), drawCommitActions(store, hash), body];
}

const drawHeading = (store: Store, title: string): HTMLElement =>
  element('div', { class: 'sightline-git-heading' }, [
    element('h4', { class: 'sightline-git-detail-title', text: title, title }),
    element('span', { class: 'sightline-git-spring' }),
    button({
      icon: 'times',
      label: text('detail.close'),
      name: 'close',
      onclick: () => store.select(undefined),
    }),
  ]);
