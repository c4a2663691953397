/** The selected images. Click, Ctrl, Shift and arrow keys work as in a file manager. Pure. */

export interface Selection {
  ids: ReadonlySet<string>;
  /** Position in the timeline where a range begins. */
  anchor: number | null;
  /** Position that the arrow keys move. */
  focus: number | null;
}

export const NOTHING: Selection = { ids: new Set(), anchor: null, focus: null };

/** @param idAt id of the image at a position; null if it is not loaded yet */
export function select(
  { ids, anchor }: Selection,
  place: number,
  how: 'only' | 'toggle' | 'range' | 'extend',
  idAt: (place: number) => string | null,
): Selection {
  const id = idAt(place);
  if (how === 'only') return { ids: new Set(id === null ? [] : [id]), anchor: place, focus: place };
  if (how === 'toggle') {
    const next = new Set(ids);
    if (id !== null && !next.delete(id)) next.add(id);
    return { ids: next, anchor: place, focus: place };
  }
  const from = anchor ?? place;
  const range = placesBetween(from, place)
    .map(idAt)
    .filter((each) => each !== null);
  return { ids: new Set(how === 'extend' ? [...ids, ...range] : range), anchor: from, focus: place };
}

function placesBetween(a: number, b: number): number[] {
  const [low, high] = a < b ? [a, b] : [b, a];
  return Array.from({ length: high - low + 1 }, (_, index) => low + index);
}

/** All of these. The range of a later Shift click still begins where it began. */
export const selectAll = ({ anchor, focus }: Selection, ids: Iterable<string>): Selection => ({
  ids: new Set(ids),
  anchor,
  focus,
});

/** The selection without images that left the list. */
export function without(selection: Selection, gone: ReadonlySet<string>): Selection {
  const ids = new Set([...selection.ids].filter((id) => !gone.has(id)));
  return ids.size === selection.ids.size ? selection : { ...selection, ids };
}
