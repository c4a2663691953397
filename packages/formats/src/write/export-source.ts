import type { DatasetType, TrainingSet } from '../../../records/src/lists.ts';
import type { ManifestImage } from '../../../records/src/manifest.ts';
import type { VersionCounts, VersionTag } from '../../../records/src/version-counts.ts';
import { type ClassParameters, classNames } from './class-names.ts';

/** The input of a format: a version, which never changes. */
export interface ExportSource {
  dataset: string;
  type: DatasetType;
  counts: VersionCounts;
  /** As they were when the version was created. */
  tags: readonly VersionTag[];
  tagmap: ReadonlyMap<string, string | null>;
  classes: Classes;
  /** All images, ordered by id; can be read more than once. */
  images(): AsyncIterable<readonly ManifestImage[]>;
}

/** An image of the version, as an example for estimates; undefined if it has none. */
export async function anyImage(source: ExportSource): Promise<ManifestImage | undefined> {
  for await (const [first] of source.images()) if (first) return first;
  return undefined;
}

/** Classes are numbered from 0, in the order of their first tag. */
export interface Classes {
  names: readonly string[];
  /** Undefined for a tag without a class. */
  of(tag: string | null): number | undefined;
}

export function classesOf(parameters: ClassParameters): Classes {
  const byTag = classNames(parameters);
  const names = [...new Set(byTag.values())];
  const numbers = new Map(names.map((name, number) => [name, number]));
  const ofTag = new Map(Array.from(byTag, ([tag, name]) => [tag, numbers.get(name) as number]));
  return { names, of: (tag) => (tag === null ? undefined : ofTag.get(tag)) };
}

/** The names of the sets for most readers. */
export const SHORT_SETS: Readonly<Record<TrainingSet, string>> = {
  TRAIN: 'train',
  VALIDATION: 'val',
  TEST: 'test',
};

/** Their names for Hugging Face and MVTec AD. */
export const LONG_SETS: Readonly<Record<TrainingSet, string>> = {
  ...SHORT_SETS,
  VALIDATION: 'validation',
};

/** In the order in which they are written. */
export const SETS = ['TRAIN', 'VALIDATION', 'TEST'] as const satisfies readonly TrainingSet[];

/** Numbers of all classes that the image contains: its own, and those of annotations and masks; each once. */
export function containedClasses({ tag, tags, masks }: ManifestImage, classes: Classes): number[] {
  const all = [tag, ...tags.map((each) => each.tag), ...masks.map((each) => each.tag)];
  return [...new Set(all.map((each) => classes.of(each)))].filter((each) => each !== undefined);
}
