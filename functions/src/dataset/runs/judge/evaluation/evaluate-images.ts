import { compare, type Difference } from '../../../../../../packages/evaluate/src/resample.ts';
import type { TrainingSet } from '../../../../../../packages/records/src/lists.ts';
import { gatherGroups } from '../../../split/groups.ts';
import { PackedImages } from '../../../split/packed-images.ts';
import { Evaluation, type EvaluationOptions } from './evaluation.ts';
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
}

/** The part of a report that depends on the images: the figures of `packages/evaluate`, and what is not in them. */
export async function evaluateImages({ run, ...input }: EvaluateInput) {
  const evaluation = new Evaluation(input.options);
  const groups = evaluation.inspection && (await burstsOf(input.images(), input.set));
  const sources = { images: input.images(), runs: [run] };
  const coverage = await walkVersion({ ...input, ...sources }, ({ image, place, said: [predictions] }) =>
    evaluation.add({ image, predictions: predictions ?? [], burst: place, group: groups?.[place] }),
  );
  const { uncovered, unknown, leaked, unlabelled, unaccepted } = coverage;
  const [ofRun, ofVersion] = [uncovered[0] as Listed, unknown[0] as Listed];
  return {
    ...evaluation.measured.figures(),
    inspection: inspected(evaluation, input.options),
    uncovered: { run: ofRun, version: ofVersion },
    leaked: input.trained && leaked,
    ...{ unlabelled, unaccepted, unclassed: evaluation.unclassed },
  };
}

const inspected = ({ inspection }: Evaluation, { bad }: EvaluationOptions) =>
  inspection && { bad, ...inspection.figures() };

export interface CompareInput {
  /** Read twice. */
  images: () => Sources['images'];
  a: Sources['runs'][number];
  b: Sources['runs'][number];
  set: TrainingSet;
  options: EvaluationOptions;
  readMask: ReadMask;
  /** The operating points that were chosen for them; null: none. */
  thresholds: { a: number | null; b: number | null };
  /** What is drawn depends on it alone. */
  seed: number;
}

/** Two runs on the images that both have looked at, with intervals by resampling bursts. */
export async function compareImages({ images, a, b, seed, thresholds, ...input }: CompareInput) {
  const burstOf = await burstsOf(images(), input.set);
  const [first, second] = [new Evaluation(input.options), new Evaluation(input.options)];
  const numbers = new Map<number, number>();
  let count = 0;
  const sources = { images: images(), runs: [a, b], trained: null };
  const { uncovered } = await walkVersion({ ...input, ...sources }, ({ image, place, said: [ofA, ofB] }) => {
    const group = burstOf[place] as number;
    const burst = numbers.get(group) ?? numbers.size;
    numbers.set(group, burst);
    first.add({ image, predictions: ofA ?? [], burst });
    second.add({ image, predictions: ofB ?? [], burst });
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
    inspections: { a: inspected(first, input.options), b: inspected(second, input.options) },
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

/** The number of the burst of each image of a set, by its place: as in a split, without the looks, which a version lacks. */
async function burstsOf(pages: Sources['images'], set: TrainingSet): Promise<Uint32Array> {
  const images = new PackedImages();
  for await (const page of pages)
    for (const { image, session, date, sha256, uri } of page.filter((each) => each.set === set))
      images.add({ id: image, set, session, date, look: '', tags: [], content: sha256 || uri });
  const { members, starts } = gatherGroups(images, 'burst', Number.POSITIVE_INFINITY);
  const groups = new Uint32Array(images.length);
  for (let group = 0; group + 1 < starts.length; group += 1)
    for (let at = starts[group]!; at < starts[group + 1]!; at += 1) groups[members[at]!] = group;
  return groups;
}
