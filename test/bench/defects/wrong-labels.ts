/** Wrong labels among many: how many of the first doubts are, and how many of them are found, beside confident learning. */
import { Random } from '../../../emulators/scenes/random.ts';
import { doubtsAmong } from '../../../packages/look/src/doubts.ts';
import { fitHead } from '../../../packages/look/src/head.ts';
import { type Vectors, vectorsOf } from '../../../packages/look/src/vectors.ts';
import { mean, shuffle } from '../suggest/picture-set.ts';
import { fitLogistic } from './logistic.ts';

const DRAWS = 5;
const WRONG_SHARE = 0.05;
/** Labels of which a head is made that says what makes values comparable: as the service has them. */
const FEW = 600;

export interface Labels {
  labels: number[];
  classes: number;
  vectors: Vectors;
}

/** Of as many first doubts as there are wrong labels, and of the wrong labels those in twice as many. */
export interface Found {
  precise: number;
  found: number;
}

/** @returns by row: the higher, the more doubtful */
type Doubt = (set: Labels) => number[];

export const ourDoubts: Doubt = ({ vectors, labels, classes }) => {
  const labelled = labels.map((label, row) => ({ row, label, burst: row }));
  const { spread } = fitHead(vectors, shuffle(labelled, new Random(1)).slice(0, FEW), classes);
  return doubtsAmong({ vectors, labelled, classes, spread }).map(({ doubt }) => doubt);
};

const FOLDS = 5;

/**
 * As cleanlab ranks labels (Northcutt and others): logistic regression in five folds, and how little it believes a label that it has
 * not seen.
 */
export const confidentLearning: Doubt = ({ vectors, labels, classes }) => {
  const doubts = labels.map(() => 0);
  for (let fold = 0; fold < FOLDS; fold++) {
    const known = [...labels.keys()].filter((row) => row % FOLDS !== fold);
    const sharesOf = fitLogistic(
      vectors,
      known.map((row) => ({ row, label: labels[row]! })),
      classes,
    );
    for (let row = fold; row < labels.length; row += FOLDS) doubts[row] = 1 - sharesOf(row)[labels[row]!]!;
  }
  return doubts;
};

/** The same draws for each way to doubt. */
export function findWrong(set: Labels, doubtOf: Doubt): Found {
  const draws = Array.from({ length: DRAWS }, (_, draw): Found => {
    const random = new Random(draw + 1);
    const rows = shuffle([...set.labels.keys()], random);
    // In an order of chance: folds go by place.
    const wrong = new Set(shuffle([...rows.keys()], random).slice(0, Math.round(WRONG_SHARE * rows.length)));
    const labels = rows.map((row, at) => {
      const label = set.labels[row]!;
      return wrong.has(at) ? (label + random.whole(1, set.classes - 1)) % set.classes : label;
    });
    const vectors = vectorsOf(
      rows.map((row) => set.vectors.values.subarray(row * set.vectors.width, (row + 1) * set.vectors.width)),
    );
    const doubts = doubtOf({ labels, classes: set.classes, vectors });
    const ranked = [...doubts.keys()].sort((a, b) => doubts[b]! - doubts[a]!);
    const hits = (count: number) => ranked.slice(0, count).filter((row) => wrong.has(row)).length;
    return { precise: hits(wrong.size) / wrong.size, found: hits(2 * wrong.size) / wrong.size };
  });
  const meanOf = (of: keyof Found) => mean(draws.map((each) => each[of]));
  return { precise: meanOf('precise'), found: meanOf('found') };
}
