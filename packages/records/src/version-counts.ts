/** What a version holds (Contract 11). */
import type { PerSet } from './per-set.ts';

/** A tag as it was when the version was created: old versions keep their names. Without a color in versions of before. */
export interface VersionTag {
  id: string;
  name: string;
  unclassified: boolean;
  color?: string;
  key?: string;
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
  /** Pixels of all masks together; absent in versions of before. */
  maskPixels?: number;
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
