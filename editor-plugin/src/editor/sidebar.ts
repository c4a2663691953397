/** The sidebar: its parts are drawn from the store whenever the store changes. */
import { afterPress, followPresses } from './after-press.ts';
import { payAttention } from './attention.ts';
import { element } from './components/element.ts';
import { FocusKeeper } from './keep-focus.ts';
import { Store } from './store.ts';
import { drawBanners } from './views/banner.ts';
import { drawChanges } from './views/changes.ts';
import { makeCommitBox } from './views/commit-box.ts';
import { makeDetail } from './views/detail.ts';
import { makeHistory } from './views/history.ts';
import { drawProblem } from './views/problem.ts';
import { drawToolbar } from './views/toolbar.ts';

export interface Sidebar {
  root: HTMLElement;
  store: Store;
  focusMessage(): void;
}

export function makeSidebar(): Sidebar {
  const store = new Store();
  const box = makeCommitBox(store);
  const history = makeHistory(store);
  const detail = makeDetail(store);
  const top = element('div', { class: 'sightline-git-top' });
  const changes = element('div', { class: 'sightline-git-changes-panel' });
  const body = element('div', { class: 'sightline-git-body' }, [
    changes,
    box.root,
    history.root,
    detail.root,
  ]);
  const problem = element('div');
  const root = element('div', { class: 'sightline-git' }, [top, problem, body]);
  const focus = new FocusKeeper(root);
  const draw = (): void => {
    const isReady = store.problem === undefined && store.project !== undefined;
    body.hidden = !isReady;
    root.setAttribute('aria-busy', String(store.busy !== undefined));
    focus.around(() => {
      top.replaceChildren(drawToolbar(store), ...drawBanners(store));
      changes.replaceChildren(drawChanges(store));
    }, store.busy !== undefined);
    problem.replaceChildren(...(isReady ? [] : [drawProblem(store)]));
    box.update();
    history.update();
    detail.update();
  };
  followPresses();
  store.subscribe(afterPress(draw));
  store.tell();
  payAttention(root, store);
  return { root, store, focusMessage: box.focus };
}
