/** One branch of the menu: click to switch; "more" has the other actions of a local branch. */
import { deleteBranch, renameBranch, setUpstream } from '../commands/branches.ts';
import { switchBranch } from '../commands/position.ts';
import { button } from '../components/button.ts';
import { element, icon } from '../components/element.ts';
import { nameForm } from '../components/name-form.ts';
import { mayWrite } from '../permission.ts';
import type { ListedBranch, Store } from '../store.ts';
import { text } from '../text.ts';

export interface Menu {
  store: Store;
  /** The branch whose actions are shown. */
  expanded: string | undefined;
  close(): void;
  /** Called after the branches have changed. */
  redraw(): void;
}

export function drawBranch(menu: Menu, name: string, branch: ListedBranch): HTMLElement {
  const isExpanded = menu.expanded === name;
  const more = element('div', { class: 'sightline-git-menu-more', hidden: !isExpanded });
  if (isExpanded) more.replaceChildren(...drawActions(menu, name, branch, more));
  const line = element('div', { class: 'sightline-git-menu-line' }, [
    drawSwitch(menu, name, branch),
    !branch.remote && mayWrite() && drawMore(menu, name, branch, more),
  ]);
  return element('div', { class: 'sightline-git-menu-branch', 'data-row': name }, [line, more]);
}

function drawSwitch({ store, close }: Menu, name: string, branch: ListedBranch): HTMLElement {
  const choose = (): void => {
    close();
    if (!branch.current) void switchBranch(store, name);
  };
  const counts = [branch.behind > 0 && `↓${branch.behind}`, branch.ahead > 0 && `↑${branch.ahead}`];
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
      branch.gone === true && element('span', { class: 'sightline-git-gone', text: text('menu.gone') }),
      element('span', { class: 'sightline-git-quiet', text: counts.filter(Boolean).join(' ') }),
    ],
  );
}

function drawMore(menu: Menu, name: string, branch: ListedBranch, more: HTMLElement): HTMLElement {
  const toggle = button({
    icon: 'ellipsis-h',
    title: text('menu.more', { branch: name }),
    class: 'sightline-git-menu-toggle',
    name: 'more',
    onclick: () => {
      more.hidden = !more.hidden;
      menu.expanded = more.hidden ? undefined : name;
      toggle.setAttribute('aria-expanded', String(!more.hidden));
      if (!more.hidden) more.replaceChildren(...drawActions(menu, name, branch, more));
    },
  });
  toggle.setAttribute('aria-expanded', String(!more.hidden));
  return toggle;
}

function drawActions(
  { store, close, redraw }: Menu,
  name: string,
  branch: ListedBranch,
  more: HTMLElement,
): HTMLElement[] {
  const following = branch.tracking ?? text('branch.noUpstream');
  const submit = async (wanted: string): Promise<string | undefined> => {
    const refused = await renameBranch(store, name, wanted);
    if (refused === undefined) redraw();
    return refused;
  };
  const rename = (): void => {
    const labels = { label: text('menu.newNameOf', { branch: name }), go: text('branch.rename') };
    more.replaceChildren(
      nameForm({ ...labels, icon: 'check', name: 'rename', value: name, disabled: false, submit }),
    );
    more.querySelector('input')?.select();
  };
  const leave = (run: () => Promise<void>) => () => {
    close();
    void run();
  };
  const act = (label: string, symbol: string, onclick: () => void, disabled = false): HTMLElement =>
    button({ icon: symbol, label: text(`branch.${label}`), name: `${label}-branch`, disabled, onclick });
  return [
    element('div', { class: 'sightline-git-quiet', text: text('menu.follows', { upstream: following }) }),
    element('div', { class: 'sightline-git-actions' }, [
      act('rename', 'pencil', rename),
      act(
        'upstream',
        'link',
        leave(() => setUpstream(store, name)),
      ),
      act(
        'delete',
        'trash-o',
        leave(() => deleteBranch(store, name)),
        branch.current,
      ),
    ]),
  ];
}
