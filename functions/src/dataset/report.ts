import type { DatasetType } from '../common/model.ts';
import { CsvFault } from './csv-fault.ts';
import type { ImageDrop, ImageRows, PartDrop } from './csv-rows.ts';
import { type PerSet, TRAINING_SETS, type TrainingSet } from './cuts.ts';
import type { GroupMode } from './groups.ts';
import type { Percentages } from './percentages.ts';

/** What was asked, as the report repeats it. */
export interface CsvParameters {
  percentages: Percentages;
  group: GroupMode;
  /** Tag id -> label, as asked. */
  tagmap: Readonly<Record<string, string | null>>;
  strict: boolean;
  save: boolean;
}

/** `annotations`: boxes for imageObjectDetection, else as many as images. */
export interface LabelCount {
  images: number;
  annotations: number;
}

export interface SetCount {
  images: number;
  unlabelled: number;
  labels: Record<string, LabelCount>;
}

/** The file `{same name}.report.json` beside a CSV (Contract 4). */
export interface CsvReport {
  dataset: string;
  type: DatasetType;
  parameters: CsvParameters;
  images: number;
  rows: number;
  sets: PerSet<SetCount>;
  /** All sets together. */
  labels: Record<string, LabelCount>;
  /** `images`: left out whole. `parts`: labels and boxes left out of images that are in the file. */
  dropped: { images: Record<string, number>; parts: Record<string, number> };
}

interface Tally {
  images: number;
  unlabelled: number;
  labels: Map<string, LabelCount>;
}

/** The importer's minimum of images for each label (Contract 4). */
const MIN_IMAGES = 10;

/** Counts, image by image, what goes into the file and what does not. */
export class ReportCount {
  #rows = 0;
  readonly #sets: PerSet<Tally> = { TRAIN: newTally(), TEST: newTally(), VALIDATION: newTally() };
  readonly #images = new Map<ImageDrop, number>();
  readonly #parts = new Map<PartDrop, number>();

  addDropped(reason: ImageDrop): void {
    increment(this.#images, reason);
  }

  addImage(set: TrainingSet, { rows, labels, drops }: ImageRows): void {
    const tally = this.#sets[set];
    tally.images += 1;
    if (labels.length === 0) tally.unlabelled += 1;
    addLabels(tally.labels, labels);
    this.#rows += rows.length;
    for (const drop of drops) increment(this.#parts, drop);
  }

  report(dataset: string, type: DatasetType, parameters: CsvParameters): CsvReport {
    const all = newTally();
    for (const set of TRAINING_SETS) mergeInto(all, this.#sets[set]);
    const { TRAIN, TEST, VALIDATION } = this.#sets;
    return {
      dataset,
      type,
      parameters,
      images: all.images,
      rows: this.#rows,
      sets: { TRAIN: toSetCount(TRAIN), TEST: toSetCount(TEST), VALIDATION: toSetCount(VALIDATION) },
      labels: sorted(all.labels),
      dropped: { images: sorted(this.#images), parts: sorted(this.#parts) },
    };
  }
}

/**
 * @throws {CsvFault} `data`, "insufficient data": no exportable image, or no label at all; with `strict` also a label
 *   with fewer images than the importer's minimum (Contract 4).
 */
export function requireSufficient({ images, labels, parameters }: CsvReport): void {
  const counts = Object.entries(labels);
  if (images === 0 || counts.length === 0) throw new CsvFault('data', 'insufficient data');
  if (!parameters.strict) return;
  const short = counts.filter(([, count]) => count.images < MIN_IMAGES);
  if (short.length === 0) return;
  const list = short.map(([label, count]) => `${label} has ${count.images}`).join(', ');
  throw new CsvFault('data', `insufficient data: each label needs ${MIN_IMAGES} images, ${list}`);
}

const newTally = (): Tally => ({ images: 0, unlabelled: 0, labels: new Map() });

const increment = <K>(counts: Map<K, number>, key: K): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

function addLabels(counts: Map<string, LabelCount>, labels: readonly string[]): void {
  for (const label of labels) countOf(counts, label).annotations += 1;
  for (const label of new Set(labels)) countOf(counts, label).images += 1;
}

function countOf(counts: Map<string, LabelCount>, label: string): LabelCount {
  const count = counts.get(label) ?? { images: 0, annotations: 0 };
  counts.set(label, count);
  return count;
}

function mergeInto(all: Tally, part: Tally): void {
  all.images += part.images;
  for (const [label, count] of part.labels) {
    const total = countOf(all.labels, label);
    total.images += count.images;
    total.annotations += count.annotations;
  }
}

const toSetCount = ({ images, unlabelled, labels }: Tally): SetCount => ({
  images,
  unlabelled,
  labels: sorted(labels),
});

/** By key, so that the same records give the same report in any order. */
const sorted = <T>(map: ReadonlyMap<string, T>): Record<string, T> =>
  Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
