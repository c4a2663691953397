/** Which labels are probably wrong: each is judged by a head that was not told it, nor what is like it. */
import { fitSharpness, softmax } from './calibration.ts';
import { fitHead, judge, type Labelled, penaltiesOf } from './head.ts';
import { likeliest } from './labels.ts';
import { Products, packer } from './products.ts';
import { dot } from './ridge.ts';
import { evenly, type Spread, type Vectors } from './vectors.ts';

export interface Doubt {
  /** The class that the other labels speak for, and its share. */
  instead: number;
  share: number;
  /** From -1, nobody doubts it, to 1. */
  doubt: number;
}

interface Told {
  vectors: Vectors;
  labelled: readonly Labelled[];
  classes: number;
  /** What makes values comparable where labels are many: as a head of some of them has it. */
  spread: Spread;
}

/** So few labels are left out one burst after the other; of more, a fifth of the bursts at once. */
const FEW = 600;

/** How far the other labels deny each, in their order. It yields where a pause may be made. */
export const doubting = (told: Told): Generator<void, Doubt[]> =>
  told.labelled.length <= FEW ? doubtingFew(told) : doubtingMany(told);

export function doubtsAmong(told: Told): Doubt[] {
  const work = doubting(told);
  for (;;) {
    const { value, done } = work.next();
    if (done) return value;
  }
}

/** A label with more doubt than this does not speak for others: wrong ones would speak for each other. */
const DENIED = 0.5;

function* doubtingFew({ vectors, labelled, classes }: Told): Generator<void, Doubt[]> {
  const trusted = fitHead(vectors, labelled, classes)
    .leftOut.filter(({ labelled: { label }, shares }) => doubtOf(shares, label).doubt <= DENIED)
    .map((each) => each.labelled);
  yield;
  const head = fitHead(vectors, trusted, classes);
  const known = new Map(head.leftOut.map((each) => [each.labelled, each.shares]));
  return labelled.map((each) => doubtOf(known.get(each) ?? judge(head, vectors, each.row), each.label));
}

const FOLDS = 5;
/** Labels between two places where a pause may be made. */
const STRETCH = 32;
/** Scores from which it is learned how far they can be trusted. */
const ENOUGH = 4000;

/** The same regression as a head's, by its values instead of its rows: time grows with the labels, memory hardly does. */
function* doubtingMany({ vectors, spread, labelled, classes }: Told): Generator<void, Doubt[]> {
  const { size, pack } = packer(vectors, spread);
  const penalties = penaltiesOf(labelled, classes);
  const folds = Array.from({ length: FOLDS }, () => new Products(size, classes));
  const tell = ({ row, label, burst }: Labelled, sign: number) =>
    folds[burst % FOLDS]!.add(pack(row), label, sign / penalties[label]!);
  for (const [at, each] of labelled.entries()) {
    tell(each, 1);
    if (at % STRETCH === 0) yield;
  }
  const first = yield* judgeEach(folds, { labelled, pack });
  for (const [at, each] of labelled.entries())
    if (first[at]!.doubt > DENIED) {
      tell(each, -1);
      yield;
    }
  return yield* judgeEach(folds, { labelled, pack });
}

/** Each by the heads of the other folds. */
function* judgeEach(
  folds: readonly Products[],
  { labelled, pack }: { labelled: readonly Labelled[]; pack: (row: number) => Float64Array },
): Generator<void, Doubt[]> {
  const heads: Float64Array[][] = [];
  for (const fold of folds) heads.push(yield* Products.fit(folds.filter((each) => each !== fold)));
  const scoresOf = ({ row, burst }: Labelled) => {
    const packed = pack(row);
    return Float64Array.from(heads[burst % FOLDS]!, (weights) => dot(weights, packed));
  };
  const some = evenly(labelled.length, ENOUGH).map((at) => labelled[at]!);
  const sharpness = fitSharpness(
    some.map(scoresOf),
    some.map(({ label }) => label),
  );
  const doubts: Doubt[] = [];
  for (const each of labelled)
    if (doubts.push(doubtOf(softmax(scoresOf(each), sharpness), each.label)) % STRETCH === 0) yield;
  return doubts;
}

/** What shares say of a label that they do not know. */
function doubtOf(shares: Float64Array, label: number): Doubt {
  const others = shares.map((share, at) => (at === label ? -1 : share));
  const instead = likeliest(others);
  const share = others[instead]!;
  return { instead, share, doubt: share - shares[label]! };
}
