/** Which images are selected, by their place in the timeline: click, Ctrl, Shift and keys as every file list has them. Pure. */

export interface Selection {
  ids: ReadonlySet<string>;
  /** Place from which Shift selects. */
  anchor: number | null;
  /** Place that the keys move. */
  focus: number | null;
}

export const NOTHING: Selection = { ids: new Set(), anchor: null, focus: null };

/** @param idAt null where the image of a place is not known yet */
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

/** Without images that left the list. */
export function without(selection: Selection, gone: ReadonlySet<string>): Selection {
  const ids = new Set([...selection.ids].filter((id) => !gone.has(id)));
  return ids.size === selection.ids.size ? selection : { ...selection, ids };
}
