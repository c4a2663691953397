/**
 * The commit graph. Only visible rows are elements, however long the history is; later rows are loaded when they become
 * visible.
 */
import type { LogCommit } from '../../../../packages/git/src/operations/read-log.ts';
import { element } from '../components/element.ts';
import { drawLines, graphWidth, ROW } from '../components/graph.ts';
import type { Store } from '../store.ts';
import { longDate, shortDate, text, textOf } from '../text.ts';

/** Number of rows drawn beyond each edge of the view. */
const MARGIN = 6;

export interface History {
  root: HTMLElement;
  update(): void;
}

export function makeHistory(store: Store): History {
  const inner = element('div', { class: 'sightline-git-history-inner' });
  const title = element('h4', { id: 'sightline-git-history', text: text('history.title') });
  const count = element('span', { class: 'sightline-git-quiet' });
  const view = element(
    'div',
    {
      class: 'sightline-git-history',
      role: 'listbox',
      tabindex: '0',
      'aria-labelledby': 'sightline-git-history',
    },
    [inner],
  );
  const update = (): void => {
    count.textContent = textOf(store.total, 'history.count');
    inner.style.height = `${store.total * ROW}px`;
    drawVisible(store, view, inner);
  };
  let frame = 0;
  view.addEventListener('scroll', () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(update);
  });
  view.addEventListener('keydown', (event) => moveSelection(store, view, event));
  // The available height changes with the panels around it.
  new ResizeObserver(() => drawVisible(store, view, inner)).observe(view);
  const head = element('div', { class: 'sightline-git-heading' }, [title, count]);
  return { root: element('div', { class: 'sightline-git-history-panel' }, [head, view]), update };
}

const lastDrawn = new WeakMap<HTMLElement, string>();

function drawVisible(store: Store, view: HTMLElement, inner: HTMLElement): void {
  if (view.clientHeight === 0) return;
  const first = Math.max(0, Math.floor(view.scrollTop / ROW) - MARGIN);
  const last = Math.min(store.total, Math.ceil((view.scrollTop + view.clientHeight) / ROW) + MARGIN);
  const commits = store.commits.slice(first, last);
  const { selection } = store;
  void store.reach(last - 1);
  const drawn = JSON.stringify([first, selection, store.comparing, store.project?.branches.all, commits]);
  // Unchanged rows keep their elements, for the pointer and for screen readers.
  if (lastDrawn.get(view) === drawn) return;
  lastDrawn.set(view, drawn);
  const width = graphWidth(commits);
  const rows = commits.map((commit, at) => drawRow(store, commit, first + at, width));
  inner.replaceChildren(drawLines(commits, first), ...rows);
  const chosen = chosenCommit(store);
  if (chosen !== undefined) view.setAttribute('aria-activedescendant', idOf(chosen));
  else view.removeAttribute('aria-activedescendant');
}

const chosenCommit = ({ selection }: Store): string | undefined =>
  selection === undefined || selection.kind === 'file' ? undefined : selection.hash;

const idOf = (hash: string): string => `sightline-git-commit-${hash}`;

function drawRow(store: Store, commit: LogCommit, row: number, left: number): HTMLElement {
  const { hash, message, author, date } = commit;
  const isOpen = chosenCommit(store) === hash;
  const isBase = store.comparing === hash;
  const subject = message.split('\n', 1)[0] ?? '';
  return element(
    'div',
    {
      id: idOf(hash),
      class: `sightline-git-row${isOpen ? ' selected' : ''}${commit.isHead ? ' head' : ''}${isBase ? ' base' : ''}`,
      role: 'option',
      'aria-selected': String(isOpen),
      'aria-label': `${subject}. ${author}, ${longDate(date)}. ${marksOf(commit).join(', ')}`,
      title: `${message.trim()}\n\n${hash}\n${author}, ${longDate(date)}`,
      'data-hash': hash,
      'data-pushed': String(commit.pushed),
      style: `top:${row * ROW}px;padding-left:${left}px`,
      onclick: () => (isOpen && !isBase ? store.select(undefined) : store.selectCommit(hash)),
    },
    [
      element('div', { class: 'sightline-git-row-top' }, [
        ...commit.branches.map((name) => drawLabel(store, name)),
        element('span', { class: 'sightline-git-subject', text: subject }),
      ]),
      element('div', { class: 'sightline-git-row-bottom' }, [
        element('code', { text: hash.slice(0, 7) }),
        element('span', { class: 'sightline-git-author', text: author }),
        element('span', { text: shortDate(date) }),
        !commit.pushed && element('span', { class: 'sightline-git-local', text: text('history.local') }),
      ]),
    ],
  );
}

function drawLabel(store: Store, name: string): HTMLElement {
  const branch = store.project?.branches;
  const kind =
    name === branch?.current ? 'current' : branch?.branches[name]?.remote === false ? 'local' : 'remote';
  return element('span', { class: `sightline-git-label ${kind}`, text: name });
}

const marksOf = ({ isHead, pushed, branches }: LogCommit): string[] => [
  ...(isHead ? ['HEAD'] : []),
  text(pushed ? 'history.pushed' : 'history.local'),
  ...branches,
];

/** Arrow keys, Home, Page keys and Enter, as in any list of the editor. */
function moveSelection(store: Store, view: HTMLElement, event: KeyboardEvent): void {
  const page = Math.max(1, Math.floor(view.clientHeight / ROW) - 1);
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -store.total,
  };
  const step = steps[event.key];
  if (event.key === 'Escape') store.compare(undefined);
  if (step === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const chosen = chosenCommit(store);
  const at = chosen === undefined ? -1 : store.commits.findIndex(({ hash }) => hash === chosen);
  const next = Math.min(store.commits.length - 1, Math.max(0, at + step));
  const commit = store.commits[next];
  if (commit === undefined) return;
  const top = next * ROW;
  if (top < view.scrollTop) view.scrollTop = top;
  if (top + ROW > view.scrollTop + view.clientHeight) view.scrollTop = top + ROW - view.clientHeight;
  store.selectCommit(commit.hash);
}
