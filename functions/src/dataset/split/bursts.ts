/** Bursts (Contract 4): successive frames of one session that are at most a second apart and look alike. */

import type { Forest } from './forest.ts';
import { indexesTo, indexesWhere, mapIndexes, numbersOf, sortIndexes } from './indexes.ts';
import { discard, newBytes, newIndexes } from './lists.ts';
import type { PackedImages } from './packed-images.ts';
import { placeOf } from './place.ts';

/** Maximum milliseconds between two successive frames of a burst. */
const GAP = 1000;
/** Maximum number of bits in which the hashes of two successive frames of a burst differ. A frame without a hash counts as alike. */
const BITS = 6;
/** Instead of the bits of a frame that is in no burst with the one before it. */
const APART = 255;

/** Which bursts were too large and therefore cut. */
export interface Cuts {
  /** Maximum number of images in a burst. */
  limit: number;
  /** Number of bursts that were cut. */
  bursts: number;
  /** The frames before and after each cut: numbers of the images. */
  earlier: Uint32Array;
  later: Uint32Array;
}

/**
 * The frames of sessions in the order of time, those of one session together, and then near copies, those of one group together. A pair
 * of successive frames is known by the place of the later one.
 */
interface Film {
  frames: Uint32Array;
  /** Bits in which the frame at each place and the one before it differ, or `APART`. */
  bits: Uint8Array;
}

/**
 * Joins the frames of each burst. A burst with more images than the limit is cut where its frames are least alike: where
 * most bits differ, then where most time passes, then by a hash; the parts are cut in the same way until none is too large.
 * Therefore a new frame changes the cuts of a burst only less than `limit` frames away from it, and the parts for a higher
 * limit consist of entire parts for a lower one. Copies of one picture are never separated.
 * @param joining.forest what is joined already for other reasons; the bursts are joined in it
 * @param joining.copies near copies in the order of time: each of them and the next one are together as frames of a burst are
 */
export function joinBursts(images: PackedImages, { forest, limit, copies }: Joining): Cuts {
  const film = filmOf(images, copies);
  const { frames, bits } = film;
  const whole = forest.copy();
  for (let at = 1; at < frames.length; at += 1)
    if (bits[at] !== APART) whole.unite(frames[at - 1]!, frames[at]!);
  const isLarge = (at: number) => bits[at] !== APART && whole.size(frames[at]!) > limit;
  const large = indexesWhere(frames.length, isLarge);
  for (let at = 1; at < frames.length; at += 1)
    if (bits[at] !== APART && !isLarge(at)) forest.unite(frames[at - 1]!, frames[at]!);
  joinUpTo(limit, { frames, large, order: orderByLikeness(large, film, images) }, forest);
  const isCut = (place: number) => {
    const at = large[place]!;
    return forest.find(frames[at - 1]!) !== forest.find(frames[at]!);
  };
  const cuts = mapIndexes(indexesWhere(large.length, isCut), (place) => large[place]!);
  const bursts = countDistinct(cuts, (at) => whole.find(frames[at]!), images.length);
  const earlier = mapIndexes(cuts, (at) => frames[at - 1]!);
  const later = mapIndexes(cuts, (at) => frames[at]!);
  discard(frames, bits, large);
  whole.release();
  return { limit, bursts, earlier, later };
}

interface Joining {
  forest: Forest;
  limit: number;
  copies: readonly (readonly number[])[];
}

export const framesOfSessions = (images: PackedImages): Uint32Array =>
  indexesWhere(images.length, (index) => images.counts(index) && images.isInSession(index));

function filmOf(images: PackedImages, copies: Joining['copies']): Film {
  const film = filmOfSessions(images);
  if (copies.length === 0) return film;
  const all = copies.flat();
  const frames = newIndexes(film.frames.length + all.length);
  const bits = newBytes(frames.length).fill(APART);
  frames.set(film.frames);
  frames.set(all, film.frames.length);
  bits.set(film.bits);
  let first = film.frames.length;
  for (const group of copies) {
    for (let at = 1; at < group.length; at += 1)
      bits[first + at] = Math.min(BITS, images.bitsApart(group[at - 1]!, group[at]!));
    first += group.length;
  }
  discard(film.frames, film.bits);
  return { frames, bits };
}

function filmOfSessions(images: PackedImages): Film {
  const ranks = ranksOf(images.sessions.values);
  const frames = sortIndexes(
    framesOfSessions(images),
    (a, b) =>
      ranks[images.session(a)]! - ranks[images.session(b)]! ||
      images.date(a) - images.date(b) ||
      (images.id(a) < images.id(b) ? -1 : 1),
  );
  const bits = newBytes(frames.length).fill(APART);
  for (let at = 1; at < frames.length; at += 1) {
    const [a, b] = [frames[at - 1]!, frames[at]!];
    if (images.session(a) !== images.session(b) || images.date(b) - images.date(a) > GAP) continue;
    const apart = images.bitsApart(a, b);
    if (apart <= BITS) bits[at] = apart;
  }
  return { frames, bits };
}

/** The place of each text in the order of all. */
function ranksOf(texts: readonly string[]): Uint32Array {
  const order = sortIndexes(indexesTo(texts.length), (a, b) => (texts[a]! < texts[b]! ? -1 : 1));
  const ranks = newIndexes(texts.length);
  for (let rank = 0; rank < order.length; rank += 1) ranks[order[rank]!] = rank;
  return ranks;
}

/** From the most alike to the least alike pair: places in `large`. */
function orderByLikeness(large: Uint32Array, { frames, bits }: Film, images: PackedImages): Uint32Array {
  const places = numbersOf(large, (at) => placeOf(images.id(frames[at]!)));
  const gap = (at: number) => images.date(frames[at]!) - images.date(frames[at - 1]!);
  const order = sortIndexes(
    indexesTo(large.length),
    (a, b) =>
      bits[large[a]!]! - bits[large[b]!]! || gap(large[a]!) - gap(large[b]!) || places[a]! - places[b]!,
  );
  discard(places);
  return order;
}

/**
 * Joins from the most alike to the least alike pair. If two parts together would be too large, both are final. The result is
 * the same as cutting at the least alike places first.
 */
function joinUpTo(
  limit: number,
  { frames, large, order }: { frames: Uint32Array; large: Uint32Array; order: Uint32Array },
  forest: Forest,
): void {
  const final = newBytes(order.length === 0 ? 0 : forest.length);
  for (const next of order) {
    const at = large[next]!;
    const [a, b] = [forest.find(frames[at - 1]!), forest.find(frames[at]!)];
    if (a === b) continue;
    const fits = final[a] === 0 && final[b] === 0 && forest.size(a) + forest.size(b) <= limit;
    if (fits) forest.unite(a, b);
    else final[a] = final[b] = 1;
  }
  discard(final, order);
}

function countDistinct(all: Uint32Array, numberOf: (each: number) => number, numbers: number): number {
  const found = newBytes(all.length === 0 ? 0 : numbers);
  for (const each of all) found[numberOf(each)] = 1;
  return found.reduce((sum, each) => sum + each, 0);
}
