import { CsvFault } from '../../../../packages/formats/csv/csv-error.ts';
import type { ImageDrop, ImageRows, PartDrop } from '../../../../packages/formats/csv/rows.ts';
import type { DatasetType } from '../../../../packages/records/src/lists.ts';
import { TRAINING_SETS, type TrainingSet } from '../../../../packages/records/src/lists.ts';
import { type PerSet, perSet } from '../../../../packages/records/src/per-set.ts';
import type { Alike } from '../../../../packages/records/src/version-counts.ts';
import type { Warning } from '../split/sentences.ts';
import type { CsvRequest } from './csv-request.ts';

/** The request's parameters, as the report shows them. */
export interface CsvParameters extends Omit<CsvRequest, 'tagmap' | 'link'> {
  /** Tag id to label, as requested. */
  tagmap: Readonly<Record<string, string | null>>;
}

/** `annotations`: boxes for imageObjectDetection; otherwise the same as `images`. */
export interface LabelCount {
  images: number;
  annotations: number;
}

export interface SetCount {
  images: number;
  unlabelled: number;
  labels: Record<string, LabelCount>;
}

/** The file `{same name}.report.json` next to a CSV (Contract 4). */
export interface CsvReport {
  dataset: string;
  type: DatasetType;
  parameters: CsvParameters;
  images: number;
  rows: number;
  sets: PerSet<SetCount>;
  /** Sums over all sets. */
  labels: Record<string, LabelCount>;
  groups: GroupCount;
  /** Images in the file whose format Vertex AI does not list for training; only in the format `vertex`. */
  unlisted?: { webp: number };
  /** Which promises of the split could not be kept, and why. Complete, whereas the answer has only the first ones. */
  warnings: readonly string[];
  warningCodes: readonly Warning[];
  /** `images`: left out entirely. `parts`: labels and boxes left out of images that are in the file. */
  dropped: { images: Record<string, number>; parts: Record<string, number> };
}

/** What the split moved as a unit. */
export interface GroupCount {
  count: number;
  /** Images of the largest group. */
  largest: number;
  /** What images of a group have in common: their thumbnails alone, or also signatures; absent if images are not grouped by burst. */
  alike?: Alike;
  /** Bursts that were too large; absent if images are not grouped by burst. */
  bursts?: {
    /** Maximum number of images in a burst. */
    limit: number;
    /** Number of bursts that were cut, and the number of cuts. */
    cut: number;
    cuts: number;
    /** Cuts whose two sides are in different sets. */
    apart: number;
  };
}

/** What the split reports about itself. */
export interface SplitReport {
  groups: GroupCount;
  warnings: readonly string[];
  warningCodes: readonly Warning[];
}

interface Tally {
  images: number;
  unlabelled: number;
  labels: Map<string, LabelCount>;
}

/** The importer's minimum number of images per label (Contract 4). */
const MIN_IMAGES = 10;

/** Counts, image by image, what is in the file and what is left out. */
export class ReportCount {
  #rows = 0;
  #webp = 0;
  readonly #sets: PerSet<Tally> = perSet(newTally);
  readonly #images = new Map<ImageDrop, number>();
  readonly #parts = new Map<PartDrop, number>();

  addDropped(reason: ImageDrop, count: number): void {
    this.#images.set(reason, (this.#images.get(reason) ?? 0) + count);
  }

  /** Counts an image whose format Vertex AI does not list. */
  addUnlisted(): void {
    this.#webp += 1;
  }

  addImage(set: TrainingSet, { rows, labels, drops }: ImageRows): void {
    const tally = this.#sets[set];
    tally.images += 1;
    if (labels.length === 0) tally.unlabelled += 1;
    addLabels(tally.labels, labels);
    this.#rows += rows.length;
    for (const drop of drops) increment(this.#parts, drop);
  }

  report(dataset: string, type: DatasetType, parameters: CsvParameters, split: SplitReport): CsvReport {
    const all = newTally();
    for (const set of TRAINING_SETS) mergeInto(all, this.#sets[set]);
    return {
      dataset,
      type,
      parameters,
      images: all.images,
      rows: this.#rows,
      sets: perSet((set) => toSetCount(this.#sets[set])),
      labels: sorted(all.labels),
      groups: split.groups,
      ...(parameters.format === 'vertex' && { unlisted: { webp: this.#webp } }),
      warnings: split.warnings,
      warningCodes: split.warningCodes,
      dropped: { images: sorted(this.#images), parts: sorted(this.#parts) },
    };
  }
}

/**
 * @throws {CsvFault} `data`, "insufficient data": no image can be exported, or there is no label; with `strict` also if a
 *   label has fewer images than the importer's minimum (Contract 4).
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
