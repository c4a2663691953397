/** Branches to switch to, including remote-only ones, and a field for a new one. */
import { afterPress } from '../after-press.ts';
import { createBranch } from '../commands/branches.ts';
import { element } from '../components/element.ts';
import { nameForm } from '../components/name-form.ts';
import { mayWrite } from '../permission.ts';
import type { Panel } from '../red.ts';
import type { Store } from '../store.ts';
import { text } from '../text.ts';
import { drawBranch, type Menu } from './branch-row.ts';

let open: Panel | undefined;

export function openBranchMenu(store: Store, target: HTMLElement): void {
  open?.hide();
  const content = element('div', {
    class: 'sightline-git-menu',
    role: 'dialog',
    'aria-label': text('toolbar.branch'),
  });
  const menu: Menu = {
    store,
    expanded: undefined,
    close,
    redraw: () => content.replaceChildren(drawList(menu), drawNew(menu)),
  };
  menu.redraw();
  const unsubscribe = followBranches(menu, content);
  content.addEventListener('keydown', (event) => onKey(content, event));
  const onclose = (): void => {
    unsubscribe();
    if (open === panel) open = undefined;
  };
  const panel = RED.popover.panel($(content));
  open = panel;
  panel.show({ target: $(target), align: 'right', offset: [0, 2], onclose });
  keepInside(content);
  window.setTimeout(() => takeFocus(content), 150);
}

/** A person may already be typing in the menu. */
function takeFocus(content: HTMLElement): void {
  if (content.contains(document.activeElement)) return;
  content.querySelector<HTMLElement>('[aria-current], input')?.focus();
}

/**
 * Branches may change while the menu is open, for example in a terminal. A name that is being typed stays.
 * @returns ends it
 */
function followBranches(menu: Menu, content: HTMLElement): () => void {
  const read = (): string => JSON.stringify(menu.store.project?.branches);
  let shown = read();
  const draw = (): void => {
    const list = content.querySelector('.sightline-git-menu-list');
    if (list === null || list.querySelector('input') !== null || read() === shown) return;
    shown = read();
    const { activeElement } = document;
    const branch = activeElement?.closest('[data-row]')?.getAttribute('data-row');
    const name = activeElement?.getAttribute('data-name');
    const fresh = drawList(menu);
    list.replaceWith(fresh);
    if (branch == null) return;
    const row = fresh.querySelector(`[data-row="${CSS.escape(branch)}"]`);
    const button = name === null ? '[data-branch]' : `[data-name="${name}"]`;
    row?.querySelector<HTMLElement>(button)?.focus();
  };
  return menu.store.subscribe(afterPress(draw));
}

function close(): void {
  open?.hide();
  open = undefined;
  document.querySelector<HTMLElement>('.sightline-git-branch')?.focus();
}

/** The editor opens the panel at the button, but at the right edge there is no space for it. */
function keepInside(content: HTMLElement): void {
  const panel = content.parentElement;
  if (panel === null) return;
  const most = window.innerWidth - content.offsetWidth - 12;
  if (Number.parseInt(panel.style.left, 10) > most) panel.style.left = `${Math.max(0, most)}px`;
}

function drawList(menu: Menu): HTMLElement {
  const { all = [], branches = {} } = menu.store.project?.branches ?? {};
  const rows = all.flatMap((name) => {
    const branch = branches[name];
    return branch === undefined ? [] : [drawBranch(menu, name, branch)];
  });
  const local = all.filter((name) => branches[name]?.remote === false).length;
  const heading = element('div', { class: 'sightline-git-menu-heading', text: text('menu.remoteOnly') });
  const parts = local < rows.length ? [...rows.slice(0, local), heading, ...rows.slice(local)] : rows;
  return element('div', { class: 'sightline-git-menu-list' }, parts);
}

function drawNew({ store }: Menu): HTMLElement {
  const submit = async (name: string): Promise<string | undefined> => {
    const refused = await createBranch(store, name);
    if (refused === undefined) close();
    return refused;
  };
  const labels = { label: text('menu.newName'), go: text('menu.create') };
  const form = nameForm({ ...labels, icon: 'plus', name: 'create-branch', disabled: !mayWrite(), submit });
  return element('div', { class: 'sightline-git-menu-new' }, [form]);
}

/**
 * Key events stay in the menu: the editor walks up from the event's element to the page, and fails if the menu has already
 * removed that element.
 */
function onKey(content: HTMLElement, event: KeyboardEvent): void {
  event.stopPropagation();
  if (event.key === 'Escape') {
    event.preventDefault();
    close();
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(content, event);
}

function moveFocus(content: HTMLElement, event: KeyboardEvent): void {
  event.preventDefault();
  const all = [...content.querySelectorAll<HTMLElement>('button:not([disabled]), input')];
  const stops = all.filter((each) => each.offsetParent !== null);
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[(at + (event.key === 'ArrowDown' ? 1 : stops.length - 1)) % stops.length]?.focus();
}
