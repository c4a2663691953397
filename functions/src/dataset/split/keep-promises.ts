import { TRAINING_SETS, type TrainingSet } from '../../../../packages/records/src/lists.ts';
import { indexesWhere, mapIndexes } from './indexes.ts';
import type { PackedImages } from './packed-images.ts';
import type { Percentages } from './percentages.ts';
import { countByTally, type Groups, missOf, type Tallies, type Tally } from './tally.ts';

/** Candidate moves compared per step, and swap partners tried per move. */
const COMPARED = 64;
const PARTNERS = 200;
/** The budget: evaluations in total, so that a split with very many classes ends within seconds. */
const MOST_WEIGHED = 10_000_000;
/** Groups whose counts are cached. When full, the cache is emptied. */
const MOST_COUNTED = 10_000;
const EPSILON = 1e-12;

interface Move {
  /** Number of the group. */
  group: number;
  to: TrainingSet;
}

/** A set that misses its promised share of all images, or of a class. */
interface Deviation {
  tally: Tally;
  set: TrainingSet;
}

/** `groups.sets` and `tallies` are updated with each move. */
interface Grouped {
  groups: Groups;
  images: PackedImages;
  tallies: Tallies;
  asked: Percentages;
}

/**
 * Moves groups, those next to a cut first, until every set has its share of all images and of each class (Contract 4), no
 * move and no exchange among those compared improves it, or the budget is used up. Each step reduces the sum of all errors. If
 * the cuts alone keep the promises, nothing moves.
 * @param free numbers of the groups that may move, those next to a cut first; their entries in `groups.sets` are changed
 */
export function keepPromises(free: Uint32Array, grouped: Grouped): void {
  const mover = new Mover(free, grouped);
  const hopeless = new Set<string>();
  while (!mover.isOverBudget()) {
    const worst = mover.worst((deviation) => !hopeless.has(nameOf(deviation)));
    if (!worst) return;
    if (mover.improve(worst)) hopeless.clear();
    else hopeless.add(nameOf(worst));
  }
}

const nameOf = ({ tally, set }: Deviation): string => `${set} ${tally.tag ?? ''}`;

class Mover {
  readonly #free: Uint32Array;
  readonly #groups: Groups;
  readonly #images: PackedImages;
  readonly #tallies: Tallies;
  readonly #asked: Percentages;
  readonly #sets: readonly TrainingSet[];
  /** The share of all images has priority over that of any class. */
  readonly #weightOfAll: number;
  #weighed = 0;
  readonly #counts = new Map<number, Map<Tally, number>>();
  readonly #groupsOf = new Map<Tally, Uint32Array>();

  constructor(free: Uint32Array, { groups, images, tallies, asked }: Grouped) {
    this.#free = free;
    this.#groups = groups;
    this.#images = images;
    this.#tallies = tallies;
    this.#asked = asked;
    this.#sets = TRAINING_SETS.filter((set) => asked[set] > 0);
    this.#weightOfAll = tallies.classes.size + 1;
  }

  isOverBudget(): boolean {
    return this.#weighed >= MOST_WEIGHED;
  }

  worst(isOpen: (deviation: Deviation) => boolean): Deviation | null {
    let worst: Deviation | null = null;
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
   * Makes the best of the moves that are compared. If none improves anything, makes the first of them that does so in
   * exchange with another group.
   * @returns false if none does
   */
  improve(deviation: Deviation): boolean {
    const moves = this.#moves(deviation).take(COMPARED).toArray();
    const best = lowest(moves, (move) => this.#change(move));
    if (best) this.#apply(best);
    return best !== null || this.#exchange(moves);
  }

  #missed(tally: Tally, set: TrainingSet): number {
    return missOf(tally, set, this.#asked) * (tally.tag === null ? this.#weightOfAll : 1);
  }

  /** Moves that take images of the tally out of the set if it has too many, or into it if it has too few. */
  *#moves({ tally, set }: Deviation): Generator<Move> {
    const hasTooMany = tally.sets[set] > (tally.images * this.#asked[set]) / 100;
    for (const group of this.#holders(tally)) {
      if ((this.#setOf(group) === set) !== hasTooMany) continue;
      if (!hasTooMany) yield { group, to: set };
      else for (const to of this.#sets) if (to !== set) yield { group, to };
    }
  }

  #holders(tally: Tally): Uint32Array {
    if (tally.tag === null) return this.#free;
    const known = this.#groupsOf.get(tally);
    if (known) return known;
    const { members, starts } = this.#groups;
    const lists = this.#tallies.ofList.map((each) => each.includes(tally));
    const has = (group: number) => {
      let at = starts[group]!;
      while (at < starts[group + 1]! && !lists[this.#images.list(members[at]!)]) at += 1;
      return at < starts[group + 1]!;
    };
    const free = this.#free;
    const places = indexesWhere(free.length, (at) => has(free[at]!));
    const found = mapIndexes(places, (at) => free[at]!);
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

  #setOf(group: number): TrainingSet {
    return TRAINING_SETS[this.#groups.sets[group]!]!;
  }

  #missedBy(group: number, other: TrainingSet): number {
    const set = this.#setOf(group);
    let sum = 0;
    for (const tally of this.#countsOf(group).keys()) {
      sum += this.#missed(tally, set) + this.#missed(tally, other);
    }
    return sum;
  }

  /** @returns the move that reverts this one */
  #apply({ group, to }: Move): Move {
    const from = this.#setOf(group);
    for (const [tally, count] of this.#countsOf(group)) {
      tally.sets[from] -= count;
      tally.sets[to] += count;
    }
    this.#groups.sets[group] = TRAINING_SETS.indexOf(to);
    return { group, to: from };
  }

  #exchange(moves: readonly Move[]): boolean {
    for (const move of moves) {
      const change = this.#change(move);
      const back = this.#apply(move);
      const partner = lowest(
        this.#partners(move, back).take(PARTNERS).toArray(),
        (each) => change + this.#change(each),
      );
      this.#apply(partner ?? back);
      if (partner) return true;
    }
    return false;
  }

  *#partners({ group, to: from }: Move, { to }: Move): Generator<Move> {
    for (const other of this.#free)
      if (other !== group && this.#setOf(other) === from) yield { group: other, to };
  }

  #countsOf(group: number): Map<Tally, number> {
    const known = this.#counts.get(group);
    if (known) return known;
    const found = countByTally(this.#groups, group, this.#images, this.#tallies);
    // Always summed in the same order, so that floating-point sums are identical.
    const counts = new Map([...found].sort(([a], [b]) => ((a.tag ?? '') < (b.tag ?? '') ? -1 : 1)));
    if (this.#counts.size === MOST_COUNTED) this.#counts.clear();
    this.#counts.set(group, counts);
    return counts;
  }
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
