/**
 * Where in a dataset's grid somebody is. It is in the address, so that Back and a link lead there; and known while an image is open, so
 * that the image that was shown last is in view afterwards.
 */

/** A position in the grid, and the image that was there: new images move all others. */
export interface GridPlace {
  at: number;
  id: string;
}

/** `137.bolts-0019`. */
export const placeText = ({ at, id }: GridPlace): string => `${at}.${id}`;

/** Null if it is none: an address may be mistyped. */
export function toPlace(text: string | undefined): GridPlace | null {
  const [, at, id] = /^(\d{1,9})\.(.+)$/.exec(text ?? '') ?? [];
  return at === undefined || id === undefined ? null : { at: Number(at), id };
}

/** `opened` from the grid of the dataset, and `shown` after that. */
let last: { dataset: string; opened: GridPlace; shown: string } | null = null;

export function noteOpened(dataset: string, opened: GridPlace): void {
  last = { dataset, opened, shown: opened.id };
}

/** Another image of the dataset is shown, in place of the opened one. */
export function noteShown(dataset: string, shown: string): void {
  if (last?.dataset === dataset) last = { ...last, shown };
}

/** Where to begin. @param asked what the address says */
export function startOf(dataset: string, asked: string | undefined): GridPlace | null {
  const place = toPlace(asked);
  const isLast = place && last?.dataset === dataset && last.opened.id === place.id;
  return isLast && last ? { at: place.at, id: last.shown } : place;
}

/** The query of the grid that an image was opened from. @param search the query of the image's own page */
export function backTo(dataset: string, search: string): string {
  const query = new URLSearchParams(search);
  query.delete('run');
  if (last?.dataset === dataset) query.set('at', placeText({ at: last.opened.at, id: last.shown }));
  return query.size > 0 ? `?${query}` : '';
}
