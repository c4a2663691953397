/** How large the tiles of the grid are, in this browser. */
import { Store, useStore } from '../../../data/live/store.ts';

/** Parts of the usual width. */
const SIZES = [0.6, 1, 1.6, 2.4];
const KEY = 'tile size';

const stored = Number(localStorage.getItem(KEY));
const size = new Store(SIZES.includes(stored) ? stored : 1);

export const useTileSize = (): number => useStore(size);

/** @param by 1 or -1 */
export function changeTileSize(by: number): void {
  const next = SIZES[SIZES.indexOf(size.get()) + by];
  if (next === undefined) return;
  size.set(next);
  try {
    localStorage.setItem(KEY, String(next));
  } catch {
    // The browser's storage is full or disabled: the size lasts until the page is left.
  }
}
