import { TRAINING_SETS, type TrainingSet } from './cuts.ts';
import type { SplitImage } from './groups.ts';
import type { Percentages } from './percentages.ts';
import { countByTally, missOf, type SplitGroup, type Tallies, type Tally } from './tally.ts';

/** Moves that are compared before the best one is made, and candidates for an exchange with each. */
const COMPARED = 64;
const PARTNERS = 200;
/** Maximum number of evaluations in total, so that a split with very many classes ends within seconds. */
const MOST_WEIGHED = 10_000_000;
const EPSILON = 1e-12;

interface Move {
  group: SplitGroup;
  to: TrainingSet;
}

/** A set that misses its promised share of all images, or of a class. */
interface Miss {
  tally: Tally;
  set: TrainingSet;
}

/**
 * Moves groups, those next to a cut first, until every set has its share of all images and of each class (Contract 4), or no
 * move and no exchange of two groups improves it. Each step reduces the sum of all errors. If the cuts alone keep the
 * promises, nothing moves.
 * @param free groups that may move, those next to a cut first; their `set` changes
 * @param tallies updated with each move
 */
export function keepPromises(
  free: readonly SplitGroup[],
  images: readonly SplitImage[],
  tallies: Tallies,
  asked: Percentages,
): void {
  const mover = new Mover(free, images, tallies, asked);
  const hopeless = new Set<string>();
  while (!mover.isTired()) {
    const worst = mover.worst((miss) => !hopeless.has(nameOf(miss)));
    if (!worst) return;
    if (mover.mend(worst)) hopeless.clear();
    else hopeless.add(nameOf(worst));
  }
}

const nameOf = ({ tally, set }: Miss): string => `${set} ${tally.tag ?? ''}`;

class Mover {
  readonly #free: readonly SplitGroup[];
  readonly #images: readonly SplitImage[];
  readonly #tallies: Tallies;
  readonly #asked: Percentages;
  readonly #sets: readonly TrainingSet[];
  /** The share of all images has priority over that of any class. */
  readonly #weightOfAll: number;
  #weighed = 0;
  readonly #counts = new WeakMap<SplitGroup, Map<Tally, number>>();
  readonly #groupsOf = new Map<Tally, readonly SplitGroup[]>();

  constructor(
    free: readonly SplitGroup[],
    images: readonly SplitImage[],
    tallies: Tallies,
    asked: Percentages,
  ) {
    this.#free = free;
    this.#images = images;
    this.#tallies = tallies;
    this.#asked = asked;
    this.#sets = TRAINING_SETS.filter((set) => asked[set] > 0);
    this.#weightOfAll = tallies.classes.size + 1;
  }

  isTired(): boolean {
    return this.#weighed >= MOST_WEIGHED;
  }

  worst(isOpen: (miss: Miss) => boolean): Miss | null {
    let worst: Miss | null = null;
    let most = 0;
    this.#weighed += this.#tallies.classes.size;
    for (const tally of [this.#tallies.all, ...this.#tallies.classes.values()]) {
      for (const set of TRAINING_SETS) {
        const missed = this.#missed(tally, set);
        if (missed <= most || !isOpen({ tally, set })) continue;
        worst = { tally, set };
        most = missed;
      }
    }
    return worst;
  }

  /**
   * Makes the best move or exchange.
   * @returns false if none improves anything
   */
  mend(miss: Miss): boolean {
    const moves = first(this.#moves(miss), COMPARED);
    const best = lowest(moves, (move) => this.#change(move));
    if (best) this.#apply(best);
    return best !== null || this.#exchange(moves.slice(0, PARTNERS));
  }

  #missed(tally: Tally, set: TrainingSet): number {
    return missOf(tally, set, this.#asked) * (tally.tag === null ? this.#weightOfAll : 1);
  }

  /** Moves that take images of the tally out of a set that has too many, or into one that has too few. */
  *#moves({ tally, set }: Miss): Generator<Move> {
    const hasTooMany = tally.sets[set] > (tally.images * this.#asked[set]) / 100;
    for (const group of this.#holders(tally)) {
      if ((group.set === set) !== hasTooMany) continue;
      if (!hasTooMany) yield { group, to: set };
      else for (const to of this.#sets) if (to !== set) yield { group, to };
    }
  }

  #holders(tally: Tally): readonly SplitGroup[] {
    const { tag } = tally;
    if (tag === null) return this.#free;
    const known = this.#groupsOf.get(tally);
    if (known) return known;
    const has = ({ members }: SplitGroup) =>
      members.some((member) => this.#images[member]!.tags.includes(tag));
    const found = this.#free.filter(has);
    this.#groupsOf.set(tally, found);
    return found;
  }

  /** Change of the sum of all errors by this move; negative is better. */
  #change(move: Move): number {
    this.#weighed += this.#countsOf(move.group).size;
    const before = this.#missedBy(move.group, move.to);
    const back = this.#apply(move);
    const after = this.#missedBy(move.group, back.to);
    this.#apply(back);
    return after - before;
  }

  #missedBy(group: SplitGroup, other: TrainingSet): number {
    let sum = 0;
    for (const tally of this.#countsOf(group).keys()) {
      sum += this.#missed(tally, group.set) + this.#missed(tally, other);
    }
    return sum;
  }

  /** @returns the move that reverts this one */
  #apply({ group, to }: Move): Move {
    const from = group.set;
    for (const [tally, count] of this.#countsOf(group)) {
      tally.sets[from] -= count;
      tally.sets[to] += count;
    }
    group.set = to;
    return { group, to: from };
  }

  #exchange(moves: readonly Move[]): boolean {
    for (const move of moves) {
      const change = this.#change(move);
      const back = this.#apply(move);
      const partner = lowest(
        first(this.#partners(move, back), PARTNERS),
        (each) => change + this.#change(each),
      );
      this.#apply(partner ?? back);
      if (partner) return true;
    }
    return false;
  }

  *#partners({ group, to: from }: Move, { to }: Move): Generator<Move> {
    for (const other of this.#free) if (other.set === from && other !== group) yield { group: other, to };
  }

  #countsOf(group: SplitGroup): Map<Tally, number> {
    const known = this.#counts.get(group);
    if (known) return known;
    const found = countByTally(group, this.#images, this.#tallies);
    // Always summed in the same order, so that floating-point sums are identical.
    const counts = new Map([...found].sort(([a], [b]) => ((a.tag ?? '') < (b.tag ?? '') ? -1 : 1)));
    this.#counts.set(group, counts);
    return counts;
  }
}

function first<T>(items: Iterable<T>, count: number): T[] {
  const found: T[] = [];
  for (const item of items) {
    if (found.length === count) break;
    found.push(item);
  }
  return found;
}

/** The move with the lowest change below 0; the first one of equals. */
function lowest(moves: readonly Move[], changeOf: (move: Move) => number): Move | null {
  let best: Move | null = null;
  let least = -EPSILON;
  for (const move of moves) {
    const change = changeOf(move);
    if (change >= least) continue;
    best = move;
    least = change;
  }
  return best;
}
