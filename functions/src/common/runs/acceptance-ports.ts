/** Ports for suggestions that are accepted in bulk (Contract 15). Adapters are in `adapters/`. */
import type { SteppedRecords } from '../records/stepped-ports.ts';

/** An image with the class that a run suggests. */
export interface SuggestedImage {
  image: string;
  /** Tag id. */
  tag: string;
  /** From 0 to 1. */
  score: number;
  /** Of the image when the acceptance was made. */
  revision: number;
}

/** What a person says of an image of the sample. */
export interface JudgedImage {
  image: string;
  /** The revision that they looked at. */
  seen: number;
  right: boolean;
  /** The class of one that is not right; null: not known. */
  tag: string | null;
}

/** How far an acceptance has come. Its pages: what was judged, then 500 images each. */
export interface Progress {
  state: 'open' | 'accepted' | 'undone';
  /** Empty while it is open. */
  judged: readonly JudgedImage[];
  /** Of each page that is written: images that got their class, and those that had changed before. */
  pages: readonly { accepted: number; stale: number }[];
  /** Of each page that is taken back: images that lost their class. */
  restored: readonly number[];
}

/** `dataset/{id}/acceptance/{id}`. */
export interface Acceptance {
  id: string;
  /** Number of the run, and its name. */
  run: number;
  name: string;
  /** As asked. `tag`: only images of this class; null: of any. */
  atLeast: number;
  tag: string | null;
  precision: number;
  /** How many images it is about. */
  suggestions: number;
  /** Those of them that a person judges. */
  sample: readonly SuggestedImage[];
  /** SHA-256 of the object that names the others (`acceptanceName`). */
  others: string;
  /** uid of the person, `''` if unknown. */
  by: string;
  progress: Progress;
}

export type Acceptances = SteppedRecords<Acceptance>;

/** Name of the object with `[image, tag, revision, change or null]` of the images that nobody judges. */
export const acceptanceName = (dataset: string, hash: string): string =>
  `dataset/${dataset}/acceptance/${hash}.json`;
