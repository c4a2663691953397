/** Ports for suggestions that are accepted in bulk (Contract 15). Adapters are in `adapters/`. */
import type { SteppedRecords, Worked } from '../records/stepped-ports.ts';

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
export interface ReviewedImage {
  image: string;
  /** The one that they looked at. */
  revision: number;
  correct: boolean;
  /** The class of one that is not correct; null: not known. */
  tag: string | null;
}

/** A class of the dataset when the acceptance was made. */
export interface AcceptedClass {
  tag: string;
  /** Images that would get it. */
  suggested: number;
  /** Images to which people have given it; more than 1,000 are counted as 1,000. */
  known: number;
}

/** How far an acceptance has come. */
export interface Progress extends Worked {
  state: 'open' | 'accepted' | 'undone';
  /** Empty while it is open. */
  reviewed: readonly ReviewedImage[];
  /** Images that got their class. */
  accepted: number;
  /** Those of them that are the sample's. */
  sampled: number;
  /** Those of the others that have lost it again. */
  restored: number;
}

/** `dataset/{id}/acceptance/{id}`. */
export interface Acceptance {
  id: string;
  /** Number of the run, and its name. */
  run: number;
  name: string;
  /** As asked. `tags`: only images of these classes; null: of any. */
  threshold: number;
  tags: readonly string[] | null;
  precision: number;
  /** How many images it is about. */
  suggestions: number;
  /** All classes of the dataset: what is called X may be any of them. */
  classes: readonly AcceptedClass[];
  /** The images that a person reviews. */
  sample: readonly SuggestedImage[];
  /** SHA-256 of the object that names the others (`acceptanceName`). */
  others: string;
  /** uid of the person, `''` if unknown. */
  by: string;
  progress: Progress;
}

/** As it was kept. `at`: Unix milliseconds. */
export type ListedAcceptance = Pick<
  Acceptance,
  'id' | 'run' | 'name' | 'precision' | 'suggestions' | 'by' | 'progress'
> & { at: number };

export interface Acceptances extends SteppedRecords<Acceptance> {
  /** Newest first. @param after id of the last one before them; null begins. Null: there is none with this id */
  page(
    dataset: string,
    page: { limit: number; after: string | null },
  ): Promise<readonly ListedAcceptance[] | null>;
  /** Images that have their class from it, and that no person has changed or reviewed since. */
  unreviewed(id: string): Promise<number>;
}

/** Name of the object with `[image, tag, revision, change or null]` of the images that nobody reviews. */
export const acceptanceName = (dataset: string, hash: string): string =>
  `dataset/${dataset}/acceptance/${hash}.json`;
