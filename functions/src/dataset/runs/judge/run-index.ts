/** What orders and filters the images of a run, in memory: made by `RunIndexBuilder`. */

import { byteOrder } from '../../../../../packages/records/src/byte-order.ts';
import { SET_TYPES, type SetType } from '../../../../../packages/records/src/lists.ts';
import { indexesWhere, sortIndexes } from '../../split/indexes.ts';

export const ORDERS = ['disagreement', 'uncertain', 'missed', 'extra', 'score'] as const;
export type Order = (typeof ORDERS)[number];

/** One number for each image: where its id and its pairs end, bytes of its line, its set, and its measures in millionths. */
export const COLUMNS = ['textEnd', 'pairEnd', 'length', 'set', 'session', ...ORDERS] as const;
export type ColumnName = (typeof COLUMNS)[number];
/** One for each pair of label and prediction: numbers of tags, and the score in millionths. */
export const PAIR_COLUMNS = ['label', 'predicted', 'score'] as const;

/** The first line of the index, before its columns and the ids. */
export interface IndexHeader {
  images: number;
  pairs: number;
  /** Whether any prediction has a mask. */
  hasMasks: boolean;
  tags: readonly string[];
  sessions: readonly string[];
}

export const MILLIONTHS = 1e6;
/** Instead of a tag: nothing there. */
export const NONE = 0xffff_ffff;
/** In `set`, beside its number: the image is labelled. */
export const LABELLED = 8;

const NUMBER = Uint32Array.BYTES_PER_ELEMENT;
const LINE_BREAK = 0x0a;

/** `class` of a label, `predicted` of the prediction at the same place: tag ids, or null for "nothing". */
export interface IndexFilter {
  class?: string | null | undefined;
  predicted?: string | null | undefined;
  minScore?: number | undefined;
  set?: SetType | undefined;
}

export class RunIndex {
  readonly header: IndexHeader;
  readonly #columns: Record<ColumnName, Uint32Array>;
  readonly #pairs: Record<(typeof PAIR_COLUMNS)[number], Uint32Array>;
  readonly #ids: Buffer;
  /** Where each line begins in the run's file: made when it is needed. */
  #starts: Float64Array | undefined;
  readonly #orders = new Map<Order, Uint32Array>();

  constructor(bytes: Buffer) {
    const start = bytes.indexOf(LINE_BREAK) + 1;
    this.header = JSON.parse(bytes.toString('utf8', 0, start)) as IndexHeader;
    const { images, pairs } = this.header;
    const end = start + NUMBER * (COLUMNS.length * images + PAIR_COLUMNS.length * pairs);
    // A copy begins at a place where numbers may begin.
    const numbers = new Uint32Array(bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + end));
    this.#columns = cut(numbers, COLUMNS, images);
    this.#pairs = cut(numbers.subarray(COLUMNS.length * images), PAIR_COLUMNS, pairs);
    this.#ids = Buffer.from(bytes.subarray(end));
  }

  get length(): number {
    return this.header.images;
  }

  /** Estimated bytes of memory. */
  get size(): number {
    return this.#ids.length + NUMBER * (2 * COLUMNS.length * this.length + 3 * this.header.pairs);
  }

  id(at: number): string {
    const { textEnd } = this.#columns;
    return this.#ids.toString('utf8', at === 0 ? 0 : textEnd[at - 1], textEnd[at]);
  }

  /** Number of the image's session in the header. */
  session(at: number): number {
    return this.#columns.session[at]!;
  }

  /** Bytes of the image's line in the run's file, without its line break. */
  line(at: number): { start: number; end: number } {
    const { length } = this.#columns;
    this.#starts ??= startsOf(length);
    return { start: this.#starts[at]!, end: this.#starts[at]! + length[at]! };
  }

  /** Place of the image with this id, or where it would be. */
  placeOf(id: string): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (byteOrder(this.id(middle), id) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Places of the images, highest first; of equal ones those with more in dispute, then by id. Disagreement, missed and extra
   * list only images that have any.
   */
  ordered(order: Order): Uint32Array {
    const known = this.#orders.get(order);
    if (known) return known;
    const { missed, extra, [order]: column } = this.#columns;
    const isAny = order === 'score' || order === 'uncertain';
    const places = indexesWhere(this.length, (at) => isAny || column[at]! > 0);
    const dispute = (at: number) => missed[at]! + extra[at]!;
    const sorted = sortIndexes(places, (a, b) => column[b]! - column[a]! || dispute(b) - dispute(a));
    this.#orders.set(order, sorted);
    return sorted;
  }

  /**
   * Places of the images of which the other run has less to dispute, or is surer, than this one: largest difference first.
   * Images that the other one has not looked at are left out.
   */
  orderedAgainst(order: Order, other: RunIndex): Uint32Array {
    const mine = this.#columns[order];
    const theirs = other.#columns[order];
    const more = new Float64Array(this.length);
    for (let [at, place] = [0, 0]; at < this.length && place < other.length; ) {
      const side = byteOrder(this.id(at), other.id(place));
      if (side === 0) more[at] = mine[at]! - theirs[place]!;
      if (side <= 0) at += 1;
      if (side >= 0) place += 1;
    }
    const places = indexesWhere(this.length, (at) => more[at]! > 0);
    return sortIndexes(places, (a, b) => more[b]! - more[a]!);
  }

  /** Whether an image fits a filter. */
  fitting(filter: IndexFilter): (at: number) => boolean {
    const fitsPair = this.#fittingPair(filter);
    const set = filter.set && SET_TYPES.indexOf(filter.set);
    const { pairEnd, set: sets } = this.#columns;
    return (at) => {
      if (set !== undefined && sets[at]! % LABELLED !== set) return false;
      // Of an image that nobody has labelled nobody knows what is in it.
      if (filter.class !== undefined && sets[at]! < LABELLED) return false;
      if (!fitsPair) return true;
      for (let pair = at === 0 ? 0 : pairEnd[at - 1]!; pair < pairEnd[at]!; pair += 1)
        if (fitsPair(pair)) return true;
      return false;
    };
  }

  #fittingPair(filter: IndexFilter): ((pair: number) => boolean) | null {
    const { minScore } = filter;
    if (filter.class === undefined && filter.predicted === undefined && minScore === undefined) return null;
    const [wanted, predicted] = [this.#numberOf(filter.class), this.#numberOf(filter.predicted)];
    const least = minScore === undefined || filter.predicted === null ? null : minScore * MILLIONTHS;
    const pairs = this.#pairs;
    return (pair) =>
      (wanted === undefined || pairs.label[pair] === wanted) &&
      (predicted === undefined || pairs.predicted[pair] === predicted) &&
      (least === null || (pairs.predicted[pair] !== NONE && pairs.score[pair]! >= least));
  }

  /** Undefined: any. A tag that the run does not know is like no other. */
  #numberOf(tag: string | null | undefined): number | undefined {
    return tag === undefined ? undefined : tag === null ? NONE : this.header.tags.indexOf(tag);
  }
}

function cut<Name extends string>(
  numbers: Uint32Array,
  names: readonly Name[],
  length: number,
): Record<Name, Uint32Array> {
  const columns = names.map((name, at) => [name, numbers.subarray(at * length, (at + 1) * length)]);
  return Object.fromEntries(columns) as Record<Name, Uint32Array>;
}

function startsOf(lengths: Uint32Array): Float64Array {
  const starts = new Float64Array(lengths.length);
  for (let at = 1; at < starts.length; at += 1) starts[at] = starts[at - 1]! + lengths[at - 1]! + 1;
  return starts;
}
