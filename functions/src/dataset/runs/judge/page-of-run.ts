import type { IndexFilter, Order, RunIndex } from './run-index.ts';

export interface RunPage {
  limit: number;
  /** Id of the image to continue after. */
  after: string | null;
}

/** Places of the images of a page, and the id to continue after; null at the end. */
export function pageOfRun(
  index: RunIndex,
  { order, ...filter }: IndexFilter & { order: Order },
  { limit, after }: RunPage,
): { places: number[]; next: string | null } {
  const ordered = index.ordered(order);
  const isWanted = index.fitting(filter);
  const last = after === null ? -1 : ordered.indexOf(index.placeOf(after));
  const places: number[] = [];
  for (let at = last + 1; at < ordered.length; at += 1) {
    if (!isWanted(ordered[at]!)) continue;
    if (places.length === limit) return { places, next: index.id(places.at(-1)!) };
    places.push(ordered[at]!);
  }
  return { places, next: null };
}

/** The places of an order, one of each session in turns: sessions in the order of their first image. */
export function* inTurns(places: Iterable<number>, index: RunIndex): Generator<number> {
  const sessions = new Map<number, number[]>();
  for (const place of places) {
    const session = sessions.get(index.session(place));
    if (session) session.push(place);
    else sessions.set(index.session(place), [place]);
  }
  for (let turn = 0, left = [...sessions.values()]; left.length > 0; turn += 1) {
    for (const session of left) yield session[turn]!;
    left = left.filter((session) => session.length > turn + 1);
  }
}
