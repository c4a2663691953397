/** A version beside runs: a merge of sorted lists, with one image of each in memory. */
import { byteOrder } from '../../../../../../packages/records/src/byte-order.ts';
import type { ManifestImage } from '../../../../../../packages/records/src/manifest.ts';
import {
  MOST_PREDICTIONS,
  type Prediction,
  type RunImage,
} from '../../../../../../packages/records/src/run-lines.ts';
import { oneByOne } from '../../../../common/concurrency/one-by-one.ts';
import { mergeSorted } from '../../../../common/counters/merge-sorted.ts';

export interface Joined {
  id: string;
  /** Null: it is not in the version. */
  image: ManifestImage | null;
  /** Of each run; null: it has not looked at the image. */
  said: readonly (readonly Prediction[] | null)[];
  /** The model of the first run was trained on it. */
  isTrained: boolean;
}

export interface Sources {
  images: AsyncIterable<readonly ManifestImage[]>;
  runs: readonly AsyncIterable<readonly RunImage[]>[];
  /** The version that the model was trained on; null if it is unknown. */
  trained: AsyncIterable<readonly ManifestImage[]> | null;
}

export function joinSources({ images, runs, trained }: Sources): AsyncIterable<Joined> {
  const joined = runs.reduce(withRun, ofVersion(images));
  return trained ? withTrained(joined, trained) : joined;
}

async function* ofVersion(pages: AsyncIterable<readonly ManifestImage[]>): AsyncGenerator<Joined> {
  for await (const image of oneByOne(pages)) yield { ...EMPTY, id: image.image, image };
}

const EMPTY = { id: '', image: null, said: [], isTrained: false } satisfies Joined;

async function* withRun(
  all: AsyncIterable<Joined>,
  run: AsyncIterable<readonly RunImage[]>,
  before: number,
): AsyncGenerator<Joined> {
  const nothing = Array.from({ length: before }, () => null);
  for await (const [known, line] of mergeSorted(all, oneByOne(run), (a, b) => byteOrder(a.id, b.image))) {
    const { id, image, said } = known ?? { ...EMPTY, id: line.image, said: nothing };
    const predictions = line?.predictions.slice(0, MOST_PREDICTIONS) ?? null;
    yield { id, image, said: [...said, predictions], isTrained: false };
  }
}

async function* withTrained(
  all: AsyncIterable<Joined>,
  trained: AsyncIterable<readonly ManifestImage[]>,
): AsyncGenerator<Joined> {
  const sides = mergeSorted(all, oneByOne(trained), (a, b) => byteOrder(a.id, b.image));
  for await (const [joined, image] of sides)
    if (joined) yield image?.set === 'TRAIN' ? { ...joined, isTrained: true } : joined;
}
