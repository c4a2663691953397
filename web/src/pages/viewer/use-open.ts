import { useEffect, useRef } from 'react';
import type { Paged } from '../../data/paged.ts';

/** Images that are read before the last one is reached. */
const AHEAD = 8;

interface Listed extends Pick<Paged<unknown>, 'error' | 'hasMore' | 'isLoadingMore' | 'loadMore'> {
  /** Ids of the images that can be opened. */
  ids: readonly string[];
}

/**
 * Where the image that the address opens is in a list, which is read on until it is found. Who closes it is back at its tile.
 * @param opened its id
 * @returns -1 if none is open
 */
export function useOpen(opened: string | undefined, list: Listed): number {
  const { ids, error, hasMore, isLoadingMore, loadMore } = list;
  const at = opened === undefined ? -1 : ids.indexOf(opened);
  const isNearEnd = opened !== undefined && (at < 0 || at >= ids.length - AHEAD);
  const readsOn = isNearEnd && hasMore && !isLoadingMore && !error;
  useEffect(() => {
    if (readsOn) loadMore();
  }, [readsOn, loadMore]);
  const before = useRef<string>(undefined);
  useEffect(() => {
    const last = before.current;
    before.current = at < 0 ? undefined : opened;
    if (opened !== undefined || last === undefined) return;
    focusTile(last);
  }, [at, opened]);
  return at;
}

/** The tiles are there a frame later. A grid that gets the focus gives it to its first tile, but only once. */
function focusTile(id: string): void {
  const focus = () => {
    const tile = document.querySelector<HTMLElement>(
      `:is([role=row], label)[data-image="${CSS.escape(id)}"]`,
    );
    (tile?.querySelector<HTMLElement>('[type=radio]') ?? tile)?.focus();
  };
  requestAnimationFrame(() => {
    focus();
    requestAnimationFrame(focus);
  });
}
