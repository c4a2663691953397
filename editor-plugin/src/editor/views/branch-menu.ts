/** Branches to switch to, those that only a remote has among them, and a field for a new one. */
import type { Branch } from '../../../../functions/src/git/operations/list-branches.ts';
import { createBranch, switchBranch } from '../commands/position.ts';
import { button } from '../components/button.ts';
import { element, icon } from '../components/element.ts';
import { mayWrite } from '../permission.ts';
import type { Panel } from '../red.ts';
import type { Store } from '../store.ts';
import { text } from '../text.ts';

let open: Panel | undefined;

export function openBranchMenu(store: Store, target: HTMLElement): void {
  open?.hide();
  const content = element('div', {
    class: 'sightline-git-menu',
    role: 'dialog',
    'aria-label': text('toolbar.branch'),
  });
  const close = (): void => {
    open?.hide();
    open = undefined;
    document.querySelector<HTMLElement>('.sightline-git-branch')?.focus();
  };
  content.append(drawList(store, close), drawNew(store, close));
  content.addEventListener('keydown', (event) => moveFocus(content, event));
  const panel = RED.popover.panel($(content));
  open = panel;
  panel.show({ target: $(target), align: 'right', offset: [0, 2] });
  keepInside(content);
  window.setTimeout(() => content.querySelector<HTMLElement>('[aria-current], input')?.focus(), 150);
}

/** The editor puts the panel where the button begins: a sidebar at the right edge has no room for it there. */
function keepInside(content: HTMLElement): void {
  const panel = content.parentElement;
  if (panel === null) return;
  const most = window.innerWidth - content.offsetWidth - 12;
  if (Number.parseInt(panel.style.left, 10) > most) panel.style.left = `${Math.max(0, most)}px`;
}

function drawList(store: Store, close: () => void): HTMLElement {
  const { all = [], branches = {} } = store.project?.branches ?? {};
  const rows = all.flatMap((name) => {
    const branch = branches[name];
    return branch === undefined ? [] : [drawRow(store, name, branch, close)];
  });
  const local = all.filter((name) => branches[name]?.remote === false).length;
  const heading = element('div', { class: 'sightline-git-menu-heading', text: text('menu.remoteOnly') });
  const parts = local < rows.length ? [...rows.slice(0, local), heading, ...rows.slice(local)] : rows;
  return element('div', { class: 'sightline-git-menu-list' }, parts);
}

function drawRow(store: Store, name: string, branch: Branch, close: () => void): HTMLElement {
  const choose = (): void => {
    close();
    if (!branch.current) void switchBranch(store, name);
  };
  const counts = [branch.behind > 0 && `↓${branch.behind}`, branch.ahead > 0 && `↑${branch.ahead}`].filter(
    Boolean,
  );
  return element(
    'button',
    {
      type: 'button',
      class: 'sightline-git-menu-row',
      title: branch.label,
      'data-branch': name,
      'aria-current': branch.current ? 'true' : undefined,
      disabled: !mayWrite() && !branch.current,
      onclick: choose,
    },
    [
      icon(branch.current ? 'check' : branch.remote ? 'cloud' : 'code-fork'),
      element('span', { class: 'sightline-git-menu-name', text: name }),
      element('span', { class: 'sightline-git-quiet', text: counts.join(' ') }),
    ],
  );
}

function drawNew(store: Store, close: () => void): HTMLElement {
  const input = element('input', {
    type: 'text',
    placeholder: text('menu.newName'),
    'aria-label': text('menu.newName'),
    disabled: !mayWrite(),
    spellcheck: 'false',
  });
  const create = (): void => {
    const name = input.value.trim();
    if (name === '') {
      input.focus();
      return;
    }
    close();
    void createBranch(store, name);
  };
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') create();
  });
  const make = button({
    icon: 'plus',
    label: text('menu.create'),
    name: 'create-branch',
    disabled: !mayWrite(),
    onclick: create,
  });
  return element('div', { class: 'sightline-git-menu-new' }, [input, make]);
}

function moveFocus(content: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const stops = [...content.querySelectorAll<HTMLElement>('button:not([disabled]), input')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[(at + (event.key === 'ArrowDown' ? 1 : stops.length - 1)) % stops.length]?.focus();
}
