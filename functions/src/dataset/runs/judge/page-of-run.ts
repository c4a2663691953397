import { HttpError } from '../../../common/errors.ts';
import type { IndexFilter, Order, RunIndex } from './run-index.ts';

interface RunPageFilter extends IndexFilter {
  order: Order;
  /** Only images of which this other run has less of the order. */
  against?: RunIndex | undefined;
  /** Only this image, also where the order would leave it out. */
  image?: string | undefined;
}

export interface RunPage {
  limit: number;
  /** Id of the image to continue after. */
  after: string | null;
}

/** Bytes of the lines of a page: a line with masks may be long. */
const MOST_BYTES = 8e6;

/**
 * Places of the images of a page, and the id to continue after; null at the end.
 * @throws HttpError `bad parameter` for an id that the order does not have
 */
export function pageOfRun(
  index: RunIndex,
  { order, against, image, ...filter }: RunPageFilter,
  { limit, after }: RunPage,
): { places: number[]; next: string | null } {
  const ordered =
    image !== undefined
      ? placesOf(index, image)
      : against
        ? index.orderedAgainst(order, against)
        : index.ordered(order);
  const isWanted = index.fitting(filter);
  const last = after === null ? -1 : lastPlace(index, ordered, after);
  const places: number[] = [];
  let bytes = 0;
  for (let at = last + 1; at < ordered.length; at += 1) {
    if (!isWanted(ordered[at]!)) continue;
    if (places.length === limit || bytes > MOST_BYTES) return { places, next: index.id(places.at(-1)!) };
    places.push(ordered[at]!);
    const { start, end } = index.line(ordered[at]!);
    bytes += end - start;
  }
  return { places, next: null };
}

/** The place of an image; none if the run has not looked at it. */
function placesOf(index: RunIndex, image: string): Uint32Array {
  const place = index.placeOf(image);
  return Uint32Array.from(place < index.length && index.id(place) === image ? [place] : []);
}

function lastPlace(index: RunIndex, ordered: Uint32Array, after: string): number {
  const [place] = placesOf(index, after);
  const last = place === undefined ? -1 : ordered.indexOf(place);
  if (last < 0) throw new HttpError('bad parameter', { reason: 'after must be `next` of a page' });
  return last;
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
