/** Warns of a detached HEAD (Spec 3.2) or a merge in progress. */
import { abortMerge, returnToLatest } from '../commands/position.ts';
import { button } from '../components/button.ts';
import { element, icon } from '../components/element.ts';
import { mayWrite } from '../permission.ts';
import type { Store } from '../store.ts';
import { text, textOf } from '../text.ts';

export function drawBanners(store: Store): HTMLElement[] {
  const info = store.project?.info;
  if (info === undefined || store.problem !== undefined) return [];
  const disabled = !mayWrite() || store.busy !== undefined;
  const banners: HTMLElement[] = [];
  if (info.isDetachedHead) {
    const back = button({
      icon: 'reply',
      label: text('detached.return'),
      title: text('detached.returnTo', { branch: info.lastKnownBranch ?? 'main' }),
      name: 'return-to-latest',
      disabled,
      onclick: () => void returnToLatest(store),
    });
    const said = text('detached.body', { hash: info.head?.slice(0, 7) ?? '' });
    banners.push(drawBanner('detached', 'exclamation-triangle', said, [], back));
  }
  if (info.state === 'merging') {
    const abort = button({
      icon: 'undo',
      label: text('merge.abort'),
      name: 'abort-merge',
      disabled,
      onclick: () => void abortMerge(store),
    });
    const said =
      info.conflicted.length > 0 ? textOf(info.conflicted.length, 'merge.conflicts') : text('merge.ready');
    banners.push(drawBanner('merging', 'code-fork', said, info.conflicted, abort));
  }
  if (store.comparing !== undefined) banners.push(drawComparing(store, store.comparing));
  return banners;
}

function drawComparing(store: Store, from: string): HTMLElement {
  const onclick = (): void => store.compare(undefined);
  const end = button({ icon: 'times', label: text('compare.end'), name: 'end-compare', onclick });
  const said = text('compare.choose', { hash: from.slice(0, 7) });
  return drawBanner('comparing', 'exchange', said, [], end);
}

const drawBanner = (
  name: string,
  symbol: string,
  said: string,
  files: readonly string[],
  action: HTMLElement,
): HTMLElement =>
  element('div', { class: 'sightline-git-banner', role: 'status', 'data-banner': name }, [
    icon(symbol),
    element('div', { class: 'sightline-git-banner-text' }, [
      element('div', { text: said }),
      ...files.map((path) => element('code', { text: path })),
    ]),
    action,
  ]);
