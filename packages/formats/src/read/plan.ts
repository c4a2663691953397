import type { Xml } from '../text/xml.ts';
/** What a reader finds in an archive, before anything is imported. */

import type { Annotation, Suggested } from '../../../records/src/image.ts';
import type { Unread } from '../../../records/src/import.ts';
import type { TrainingSet } from '../../../records/src/lists.ts';
import type { ImportFormat } from '../../formats.ts';
import type { Archive, Entry } from './entry.ts';
import type { ImageIndex } from './image-index.ts';
import type { Lost } from './losses.ts';
import type { Note } from './notes.ts';

/**
 * A box or point of a label. In pixels of the upright image, or as shares of its size (0 to 1), which are cut at its edges and
 * rounded unless they are exact.
 */
export interface LabelBox {
  label: string;
  type: Annotation['type'];
  unit: 'share' | 'pixels' | 'exact';
  /** By people unless given. */
  labeled?: Annotation['labeled'];
  x: number;
  y: number;
  w: number;
  h: number;
}

/**
 * Where the pixels of a mask come from: a picture (scaled to the image if it may have another size), a picture of a part (PNG in
 * base64), one that is transparent outside, run lengths of a part, row by row, COCO's run lengths, or polygons (x and y in turn),
 * as shares of the image's size, in its pixels, or in pixels of the size that the archive states.
 */
export type MaskSource =
  | { kind: 'picture'; entry: Entry; isScaled?: boolean }
  | {
      kind: 'rows';
      left: number;
      top: number;
      width: number;
      height: number;
      /** Of the image, as the archive states it; 0 where it does not. */
      of: { width: number; height: number };
      counts: readonly number[];
    }
  | { kind: 'patch'; left: number; top: number; width: number; height: number; png: string }
  | { kind: 'alpha'; width: number; height: number; png: string }
  | { kind: 'rle'; width: number; height: number; counts: string | readonly number[] }
  | {
      kind: 'polygons';
      unit: 'share' | 'pixels' | { width: number; height: number };
      polygons: readonly (readonly number[])[];
    };

export interface LabelMask {
  label: string;
  source: MaskSource;
}

/** Labels of one image, as the archive spells them. */
export interface ImageLabels {
  /** Of the whole image, in their order. */
  classes: readonly string[];
  boxes: readonly LabelBox[];
  masks: readonly LabelMask[];
  /** What its files say besides, and is not kept. */
  lost?: Lost | undefined;
}

export const NO_LABELS: ImageLabels = { classes: [], boxes: [], masks: [] };

export type ImportSet = TrainingSet | 'PREDETERMINED';

/** What an archive says of an image besides its labels. */
export interface ImageFacts {
  set: ImportSet;
  /** File name of its record; of its path unless given. */
  name?: string | undefined;
  /** When it was taken, Unix milliseconds. */
  date?: number | undefined;
  /** Id of its session, in the project of the archive. */
  session?: string | undefined;
  /** Id of its monitor, which counts only where the dataset admits it. */
  monitor?: string | undefined;
  /** A person has judged it, with all of the labels that come. */
  checked?: boolean | undefined;
  /** Where its class comes from, if a model has given it and no person has looked. */
  suggested?: Suggested | undefined;
}

export interface PlannedImage extends ImageFacts {
  entry: Entry;
  /** Called by `readLabels`. @throws FileFault */
  labels: () => ImageLabels | Promise<ImageLabels>;
}

/** `key`: one character, the keyboard shortcut. */
export interface PlannedTag {
  color: string;
  key: string;
  unclassified: boolean;
}

export interface Plan {
  format: ImportFormat;
  /** In an order that depends only on the archive. */
  images: PlannedImage[];
  /** Labels that the archive declares, in its order, including unused ones. */
  declared: readonly string[];
  /** What tags that are made for them have besides their names. */
  tags?: ReadonlyMap<string, PlannedTag>;
  /** Images may have other labels too. */
  hasMore?: boolean;
  unread: Unread[];
  /** What the files say and is not kept, besides what is with the labels of images. */
  lost?: Lost | undefined;
  /** About what the dataset cannot hold. */
  notes: readonly Note[];
  /** About labels that were not understood. */
  foreign: readonly Note[];
}

export type Reading = Omit<Plan, 'format' | 'foreign'> & Partial<Pick<Plan, 'foreign'>>;

/** What records take as they are. */
export interface RecordRules {
  isId(value: unknown): value is string;
  isColor(value: unknown): value is string;
  /** The keyboard shortcut of a tag. */
  isKey(value: unknown): value is string;
}

/** What a reader works with. */
export interface Source {
  archive: Archive;
  index: ImageIndex;
  rules: RecordRules;
  xml: Xml;
  /** Files with these endings (in lower case; all without any) that are not pictures. */
  files: (...endings: string[]) => readonly Entry[];
  /** To be called for the files that a reader reads as labels, and the pictures that it reads as masks. */
  use: (entries: Iterable<Entry>) => void;
}

/**
 * Reads one format. Null: the archive is not in it.
 * @throws ImportFault for an archive that is in it and cannot be imported
 */
export type Reader = (source: Source) => Promise<Reading | null>;
