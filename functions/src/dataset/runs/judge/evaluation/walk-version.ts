import { inOrder } from '../../../../../../packages/concurrency/src/in-order.ts';
import type { TrainingSet } from '../../../../../../packages/records/src/lists.ts';
import type { Prediction } from '../../../../../../packages/records/src/run-lines.ts';
import { type EvaluationOptions, type KnownImage, knownImage } from './evaluation.ts';
import { type Joined, joinSources, type Sources } from './joined.ts';
import type { ReadMask } from './truth.ts';

/** A number of images, and the first of them. */
export interface Listed {
  count: number;
  images: string[];
}

const FIRST = 20;

const nobody = (): Listed => ({ count: 0, images: [] });

function list(listed: Listed, id: string): void {
  listed.count += 1;
  if (listed.images.length < FIRST) listed.images.push(id);
}

/** What cannot be compared, and what the model may have seen before. */
export interface Coverage {
  /** Of the set, but not in each run. */
  uncovered: Listed[];
  /** In a run, but not in the version. */
  unknown: Listed[];
  leaked: Listed;
  /** Images without class. */
  unlabelled: number;
  /** Annotations of models that no person has accepted. */
  unaccepted: number;
}

interface Walk extends Sources {
  set: TrainingSet;
  options: EvaluationOptions;
  readMask: ReadMask;
}

/** Masks that are read at once, and their pixels, as in an export. */
const AHEAD = { items: 16, weight: 50e6 };

interface Seen {
  image: KnownImage;
  /** The place of the image in its set. */
  place: number;
  /** Of each run. */
  said: readonly (readonly Prediction[])[];
}

/** Passes each image of a set that all runs have looked at, in the order of ids. */
export async function walkVersion(walk: Walk, visit: (seen: Seen) => void): Promise<Coverage> {
  const { runs, options, readMask } = walk;
  const coverage: Coverage = {
    uncovered: runs.map(nobody),
    unknown: runs.map(nobody),
    leaked: nobody(),
    unlabelled: 0,
    unaccepted: 0,
  };
  const known = inOrder(
    coveredImages(walk, coverage),
    async (each) => ({ ...each, known: await knownImage(each.image, options, readMask) }),
    { ...AHEAD, weigh: ({ image: { masks, width, height } }) => (masks.length > 0 ? width * height : 0) },
  );
  for await (const each of known) {
    if (each.known) visit({ image: each.known, place: each.place, said: each.said });
    else coverage.unlabelled += 1;
  }
  return coverage;
}

async function* coveredImages(walk: Walk, coverage: Coverage): AsyncGenerator<Covered & { place: number }> {
  let place = -1;
  for await (const joined of joinSources(walk)) {
    if (joined.image?.set === walk.set) place += 1;
    if (note(joined, walk.set, coverage)) yield { ...joined, place };
  }
}

type Covered = Joined & { image: NonNullable<Joined['image']>; said: readonly (readonly Prediction[])[] };

/** Whether the image is in the set, and every run has looked at it. */
function note(joined: Joined, set: TrainingSet, coverage: Coverage): joined is Covered {
  const { id, image, said, isTrained } = joined;
  if (image && image.set !== set) return false;
  for (const [run, predictions] of said.entries()) {
    if (!image && predictions) list(coverage.unknown[run]!, id);
    if (image && !predictions) list(coverage.uncovered[run]!, id);
  }
  if (!image || said.includes(null)) return false;
  if (isTrained) list(coverage.leaked, id);
  coverage.unaccepted += image.tags.filter(({ labeled }) => labeled === 'inference').length;
  return true;
}
