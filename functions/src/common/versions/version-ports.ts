/** Ports for versions of a dataset (Contract 11). Adapters are in `adapters/`. */
import type { DatasetType, VersionState } from '../../../../packages/records/src/lists.ts';
import type { PerSet, Tag } from '../model.ts';
import type { ImageFilter } from '../ports.ts';

/** A tag as it was when the version was created: old versions keep their names. Without a color in versions of before. */
export type VersionTag = Pick<Tag, 'id' | 'name' | 'unclassified'> & Partial<Pick<Tag, 'color' | 'key'>>;

export const CHOICES = ['include', 'exclude'] as const;
export type Choice = (typeof CHOICES)[number];

/** The parameters of a version. Together with the records they determine the manifest. */
export interface VersionParameters {
  type: DatasetType;
  /** Shares in percent; the remainder is for training. */
  test: number;
  validation: number;
  group: 'burst' | 'minute' | 'session' | 'image';
  /** The assigned sets are written to the records. */
  save: boolean;
  /** Tag id to class name; null leaves the tag out. Has only tags that the request named. */
  tagmap: Record<string, string | null>;
  filter: ImageFilter;
  /** Annotations of models that no person has accepted. Absent in versions of before, which include them. */
  inference?: Choice;
  /** Images without any label that nobody has checked. Absent in versions of before, which include them. */
  unchecked?: Choice;
  /** All tags, in the order of the dataset. */
  tags: VersionTag[];
}

/** Counts of one tag. `images` contain it as their class, in an annotation or in a mask. */
export interface TagCounts {
  tag: string;
  images: number;
  annotations: number;
  masks: number;
  sets: PerSet;
  /** Annotations and masks; a mask and the box around it are one. Absent in versions of before. */
  objects?: PerSet;
}

/** What images have: each has one of these. */
export const LABELS = [
  /** Labels, all of them by people. */
  'manual',
  /** Annotations of a model that no person has accepted. */
  'inference',
  /** Nothing, as a person has said. */
  'empty',
  /** Nothing, and nobody has looked. */
  'unchecked',
  /** Labels that have no class in the version. */
  'unclassed',
] as const;

/** Images with each. */
export type LabelCounts = Record<(typeof LABELS)[number], number>;

/** What some export formats cannot contain, of labels that have a class. */
export const FEATURES = [
  'rects',
  /** Annotations of type `mask`: boxes around a mask. */
  'maskBoxes',
  'points',
  /** Annotations of models that no person has accepted. */
  'unaccepted',
  /** Mask pictures. */
  'masks',
  /** Boxes without area in the image. */
  'flatBoxes',
  /** Images with a class, and images with several classes of defects in total. */
  'classified',
  'severalTags',
  'webp',
  /** Images over 30 MB; boxes with an edge under 0.01 of the image; boxes after the first 500 of an image. */
  'largeImages',
  'smallBoxes',
  'manyBoxes',
] as const;

/** The number of each. */
export type Features = Record<(typeof FEATURES)[number], number>;

/** By what images of a burst are together: their thumbnails alone, or also the signatures of which there are some. */
export const ALIKE = ['look', 'signature'] as const;
export type Alike = (typeof ALIKE)[number];

export interface VersionCounts {
  images: number;
  /** Total size of the originals. */
  bytes: number;
  /** Images without class, annotation and mask. */
  unlabelled: number;
  /** Images in each set. */
  sets: PerSet;
  /** Absent in versions of before. */
  labels?: PerSet<LabelCounts>;
  tags: TagCounts[];
  features: Features;
  /** What was left out, by reason. */
  dropped: Record<string, number>;
  /** `alike`: by what bursts were found; absent where images are not grouped by burst, and in versions of before. */
  groups: { count: number; largest: number; alike?: Alike };
  /** Shares that the split could not keep, in sentences. */
  warnings: string[];
  /** The same as codes with values (`dataset/split/sentences.ts`); absent in versions of before. */
  warningCodes?: readonly { code: string; values: object }[];
}

export interface Version {
  number: number;
  name: string;
  note: string;
  /** uid of the person who created it, `''` if unknown. */
  by: string;
  /** Unix milliseconds. */
  createdAt: number;
  state: VersionState;
  /** SHA-256 of the manifest, hexadecimal; `''` unless ready. */
  hash: string;
  /** Null unless ready. */
  counts: VersionCounts | null;
  parameters: VersionParameters;
  /** Why it failed; `''` otherwise. */
  reason: string;
  /** Opaque to operations: the time of the records that it contains, which is that of its creation. */
  moment: unknown;
}

export type NewVersion = Pick<Version, 'name' | 'note' | 'by' | 'parameters'>;

/** `dataset/{id}/version/{number}`. */
export interface Versions {
  /**
   * Creates the next version in the state `building`. Two concurrent calls get two numbers.
   * @param request identifies the caller's request: a retry gets the version that the first attempt created
   */
  create(dataset: string, version: NewVersion, request: string | null): Promise<Version>;
  /** `latest`: the ready version with the highest number. */
  find(dataset: string, number: number | 'latest'): Promise<Version | null>;
  /** Highest number first, below `after` if it is given. */
  page(dataset: string, options: { limit: number; after: number | null }): Promise<Version[]>;
  /**
   * Called when the manifest is stored. Does nothing unless the version is `building`.
   * @param made `tags`: those of the version's moment
   */
  finish(
    dataset: string,
    number: number,
    made: { hash: string; counts: VersionCounts; tags: readonly VersionTag[] },
  ): Promise<void>;
  /** Does nothing unless the version is `building`. */
  fail(dataset: string, number: number, reason: string): Promise<void>;
  /** Called if there is nothing to make a version of. Does nothing unless the version is `building`. */
  remove(dataset: string, number: number): Promise<void>;
  /** True if the dataset has a version in any state: objects that it may name must stay. */
  any(dataset: string): Promise<boolean>;
  /** Versions in the state `building` that were created before this moment (Unix milliseconds). */
  unfinished(before: number): Promise<{ dataset: string; number: number }[]>;
}

/** Name of the object with a version's lines: the same content has the same name. */
export const manifestName = (dataset: string, hash: string): string =>
  `dataset/${dataset}/version/${hash}.ndjson`;
