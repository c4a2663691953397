/** The selected images. Click, Ctrl, Shift and arrow keys work as in a file manager. Pure. */

/** A position in the timeline. */
export interface Spot {
  at: number;
  /** The image that was there; null if it was not loaded. */
  id: string | null;
}

export interface Selection {
  ids: ReadonlySet<string>;
  /** Where a range begins. */
  anchor: Spot | null;
  /** What the arrow keys move. */
  focus: Spot | null;
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
  const spot = { at: place, id };
  if (how === 'only') return { ids: new Set(id === null ? [] : [id]), anchor: spot, focus: spot };
  if (how === 'toggle') {
    const next = new Set(ids);
    if (id !== null && !next.delete(id)) next.add(id);
    return { ids: next, anchor: spot, focus: spot };
  }
  const from = anchor ?? spot;
  const range = placesBetween(from.at, place)
    .map(idAt)
    .filter((each) => each !== null);
  return { ids: new Set(how === 'extend' ? [...ids, ...range] : range), anchor: from, focus: spot };
}

function placesBetween(a: number, b: number): number[] {
  const [low, high] = a < b ? [a, b] : [b, a];
  return Array.from({ length: high - low + 1 }, (_, index) => low + index);
}

/**
 * The selection with its spots where their images are now: a new frame moves every image.
 * @param placeOf position of an image; undefined if it is not loaded
 */
export function settled(
  selection: Selection,
  idAt: (place: number) => string | null,
  placeOf: (id: string) => number | undefined,
): Selection {
  const settle = (spot: Spot | null): Spot | null => {
    if (spot?.id == null || idAt(spot.at) === spot.id) return spot;
    return { ...spot, at: placeOf(spot.id) ?? spot.at };
  };
  return { ...selection, anchor: settle(selection.anchor), focus: settle(selection.focus) };
}

/** Selects all of these. The range of a later Shift click still starts at the same image. */
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
