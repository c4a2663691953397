import { compare, type Difference } from '../../../../../../packages/evaluate/src/resample.ts';
import type { TrainingSet } from '../../../../../../packages/records/src/lists.ts';
import { Evaluation, type EvaluationOptions } from './evaluation.ts';
import { type CopiesOf, type Groups, groupImages } from './group-images.ts';
import type { Sources } from './joined.ts';
import type { ReadMask } from './truth.ts';
import { type Listed, walkVersion } from './walk-version.ts';

export interface EvaluateInput {
  /** Read twice if something is inspected. */
  images: () => Sources['images'];
  run: Sources['runs'][number];
  trained: Sources['trained'];
  set: TrainingSet;
  options: EvaluationOptions;
  readMask: ReadMask;
  copiesOf: CopiesOf;
}

/** The part of a report that depends on the images: the figures of `packages/evaluate`, and what is not in them. */
export async function evaluateImages({ run, ...input }: EvaluateInput) {
  const evaluation = new Evaluation(input.options);
  const groups = evaluation.inspection && (await groupsOf(input));
  const sources = { images: input.images(), runs: [run] };
  const coverage = await walkVersion({ ...input, ...sources }, ({ image, place, said: [predictions] }) =>
    evaluation.add({ image, predictions: predictions ?? [], burst: place, group: groups?.parts[place] }),
  );
  const { uncovered, unknown, leaked, unlabelled, unaccepted } = coverage;
  const [ofRun, ofVersion] = [uncovered[0] as Listed, unknown[0] as Listed];
  return {
    ...evaluation.measured.figures(),
    inspection: inspected(evaluation, input.options, groups),
    uncovered: { run: ofRun, version: ofVersion },
    leaked: input.trained && leaked,
    ...{ unlabelled, unaccepted, unclassed: evaluation.unclassed },
  };
}

const groupsOf = ({
  images,
  set,
  options,
  copiesOf,
}: Omit<EvaluateInput, 'run' | 'trained'>): Promise<Groups> =>
  groupImages({ images: images(), set, classes: options.classes, bad: options.bad ?? [], copiesOf });

const inspected = ({ inspection }: Evaluation, { bad }: EvaluationOptions, groups: Groups | null) =>
  inspection && groups && { bad, alike: groups.alike, ...inspection.figures() };

export interface CompareInput {
  /** Read twice. */
  images: () => Sources['images'];
  a: Sources['runs'][number];
  b: Sources['runs'][number];
  set: TrainingSet;
  options: EvaluationOptions;
  readMask: ReadMask;
  copiesOf: CopiesOf;
  /** The operating points that were chosen for them; null: none. */
  thresholds: { a: number | null; b: number | null };
  /** What is drawn depends on it alone. */
  seed: number;
}

/** Two runs on the images that both have looked at, with intervals by resampling bursts. */
export async function compareImages({ images, a, b, seed, thresholds, ...input }: CompareInput) {
  const groups = await groupsOf({ images, ...input });
  const [first, second] = [new Evaluation(input.options), new Evaluation(input.options)];
  const numbers = new Map<number, number>();
  let count = 0;
  const sources = { images: images(), runs: [a, b], trained: null };
  const { uncovered } = await walkVersion({ ...input, ...sources }, ({ image, place, said: [ofA, ofB] }) => {
    const [number = 0, group] = [groups.bursts[place], groups.parts[place]];
    const burst = numbers.get(number) ?? numbers.size;
    numbers.set(number, burst);
    first.add({ image, predictions: ofA ?? [], burst, group });
    second.add({ image, predictions: ofB ?? [], burst, group });
    count += 1;
  });
  const figures = compare(first.measured, second.measured, {
    seed,
    times: timesFor(first.size + second.size),
  });
  return {
    images: count,
    bursts: numbers.size,
    uncovered: { a: uncovered[0] as Listed, b: uncovered[1] as Listed },
    points: { a: pointOf(first, thresholds.a), b: pointOf(second, thresholds.b) },
    inspections: {
      a: inspected(first, input.options, groups),
      b: inspected(second, input.options, groups),
    },
    figures: Array.from(figures, (each) => shown(each, numbers.size)),
  };
}

const pointOf = ({ inspection }: Evaluation, threshold: number | null) =>
  threshold === null ? null : (inspection?.at(threshold) ?? null);

/** Figures of a class are named `ap: bolt` in the package. */
function shown([name, { a, b, difference }]: [string, Difference], bursts: number) {
  const [figure = '', ...ofClass] = name.split(': ');
  // A single burst can only be drawn as it is.
  const interval = bursts > 1 ? difference.interval : null;
  return {
    figure,
    class: ofClass.length > 0 ? ofClass.join(': ') : null,
    ...{ a, b, difference: difference.value, interval },
  };
}

/** Draws: as many as usual, fewer for so many predictions that they would take minutes. */
const timesFor = (size: number): number =>
  Math.max(100, Math.min(1000, Math.floor(100_000_000 / (size + 1))));
