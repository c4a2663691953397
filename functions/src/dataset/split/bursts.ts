/** Bursts (Contract 4): successive frames of one session that are at most a second apart and look alike. */
import { bitsApart } from '../../common/look.ts';
import { Forest } from './forest.ts';
import type { SplitImage } from './groups.ts';
import { placeOf } from './place.ts';

/** Maximum milliseconds between two successive frames of a burst. */
const GAP = 1000;
/** Maximum number of bits in which the hashes of two successive frames of a burst differ. */
const BITS = 6;

/** Two successive frames of a burst: indexes of the images. */
interface Pair {
  earlier: number;
  later: number;
  /** Bits in which their hashes differ. A frame without a hash counts as alike. */
  bits: number;
  /** Milliseconds between them. */
  gap: number;
}

/** Which bursts were too large and therefore cut. */
export interface Cuts {
  /** Maximum number of images in a burst. */
  limit: number;
  /** Number of bursts that were cut. */
  bursts: number;
  /** Successive frames that a cut separated: indexes of the images. */
  places: readonly { earlier: number; later: number }[];
}

/**
 * Joins the frames of each burst. A burst with more images than the limit is cut where its frames are least alike: where
 * most bits differ, then where most time passes, then by a hash; the parts are cut in the same way until none is too large.
 * Therefore a new frame changes the cuts of a burst only less than `limit` frames away from it, and the parts for a higher
 * limit consist of entire parts for a lower one. Copies of one picture are never separated.
 * @param forest what is joined already for other reasons; the bursts are joined in it
 * @param members indexes of the images that count
 */
export function joinBursts(
  images: readonly SplitImage[],
  members: readonly number[],
  forest: Forest,
  limit: number,
): Cuts {
  const pairs = pairsOf(images, members);
  const whole = joinWhole(images, pairs, forest);
  const isLarge = ({ earlier }: Pair) => whole.size(earlier) > limit;
  for (const pair of pairs) if (!isLarge(pair)) forest.unite(pair.earlier, pair.later);
  const large = pairs.filter(isLarge);
  joinUpTo(limit, sortByLikeness(large, images), forest);
  const places = large.filter(({ earlier, later }) => forest.find(earlier) !== forest.find(later));
  const bursts = new Set(places.map(({ earlier }) => whole.find(earlier))).size;
  return { limit, bursts, places };
}

function pairsOf(images: readonly SplitImage[], members: readonly number[]): Pair[] {
  const frames = members.filter((index) => images[index]!.session !== '');
  frames.sort((a, b) => inTime(images[a]!, images[b]!));
  const pairs: Pair[] = [];
  for (let at = 1; at < frames.length; at += 1) {
    const [earlier, later] = [frames[at - 1]!, frames[at]!];
    const [a, b] = [images[earlier]!, images[later]!];
    const gap = b.date - a.date;
    if (a.session !== b.session || gap > GAP) continue;
    const bits = a.look === '' || b.look === '' ? 0 : bitsApart(a.look, b.look);
    if (bits <= BITS) pairs.push({ earlier, later, bits, gap });
  }
  return pairs;
}

function inTime(a: SplitImage, b: SplitImage): number {
  if (a.session !== b.session) return a.session < b.session ? -1 : 1;
  return a.date - b.date || (a.id < b.id ? -1 : 1);
}

/** Joins the frames of all bursts, without any limit. */
function joinWhole(images: readonly SplitImage[], pairs: readonly Pair[], forest: Forest): Forest {
  const whole = new Forest(images.length);
  for (const index of images.keys()) whole.unite(index, forest.find(index));
  for (const { earlier, later } of pairs) whole.unite(earlier, later);
  return whole;
}

function sortByLikeness(pairs: readonly Pair[], images: readonly SplitImage[]): Pair[] {
  const placed = pairs.map((pair) => ({ pair, place: placeOf(images[pair.later]!.id) }));
  placed.sort((a, b) => a.pair.bits - b.pair.bits || a.pair.gap - b.pair.gap || a.place - b.place);
  return placed.map(({ pair }) => pair);
}

/**
 * Joins from the most alike to the least alike pair. If two parts together would be too large, both are final. The result is
 * the same as cutting at the least alike places first.
 */
function joinUpTo(limit: number, pairs: readonly Pair[], forest: Forest): void {
  const final = new Set<number>();
  for (const { earlier, later } of pairs) {
    const [a, b] = [forest.find(earlier), forest.find(later)];
    if (a === b) continue;
    if (!final.has(a) && !final.has(b) && forest.size(a) + forest.size(b) <= limit) forest.unite(a, b);
    else final.add(a).add(b);
  }
}
