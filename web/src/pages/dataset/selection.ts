/** The selected images: some of those that are loaded, or all that the filter shows. Click, Ctrl, Shift and arrow keys work as in a file manager. Pure. */

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
  /** Set if all images are selected that the filter showed at that time. There are no `ids` then. */
  all: All | null;
  /** Whether it is a range, from anchor to focus, of which images are not loaded. */
  isCut: boolean;
}

export const NOTHING: Selection = { ids: new Set(), anchor: null, focus: null, all: null, isCut: false };

/** `shown`: how many the filter shows; `at`: when, Unix milliseconds. */
interface All {
  shown: number;
  at: number;
}

/** An image that has come later is not among all. */
export const isSelected = ({ ids, all }: Selection, { id, date }: { id: string; date: number }): boolean =>
  all ? date <= all.at : ids.has(id);

export const sizeOf = ({ ids, all }: Selection): number => all?.shown ?? ids.size;

/** @param idAt id of the image at a position; null if it is not loaded yet */
export function select(
  { ids, anchor }: Selection,
  place: number,
  how: 'only' | 'toggle' | 'range' | 'extend',
  idAt: (place: number) => string | null,
): Selection {
  const id = idAt(place);
  const spot = { at: place, id };
  const rest = { all: null, isCut: false };
  if (how === 'only') return { ids: new Set(id === null ? [] : [id]), anchor: spot, focus: spot, ...rest };
  if (how === 'toggle') {
    const next = new Set(ids);
    if (id !== null && !next.delete(id)) next.add(id);
    return { ids: next, anchor: spot, focus: spot, ...rest };
  }
  const from = anchor ?? spot;
  const places = placesBetween(from.at, place).map(idAt);
  const range = places.filter((each) => each !== null);
  return {
    ids: new Set(how === 'extend' ? [...ids, ...range] : range),
    ...{ anchor: from, focus: spot, all: null, isCut: range.length < places.length },
  };
}

/** The same images, with the focus at another position. */
export const focused = (
  selection: Selection,
  place: number,
  idAt: (place: number) => string | null,
): Selection => ({ ...selection, focus: { at: place, id: idAt(place) }, isCut: false });

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
  all: null,
  isCut: false,
});

/** Selects all that the filter shows, loaded or not. */
export const selectShown = ({ focus }: Selection, all: All): Selection => ({ ...NOTHING, focus, all });

/** The selection without images that left the list. */
export function without(selection: Selection, gone: ReadonlySet<string>): Selection {
  const ids = new Set([...selection.ids].filter((id) => !gone.has(id)));
  return ids.size === selection.ids.size ? selection : { ...selection, ids };
}
