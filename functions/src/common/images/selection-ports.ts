/** Ports for changes of all images that a filter shows (Contract 9: PATCH images, `select`). Adapters are in `adapters/`. */
import type { ImageRecord } from '../model.ts';
import type { ImageFilter, PagePlace } from '../ports.ts';
import type { SteppedRecords } from '../records/stepped-ports.ts';
import type { ImageChange, Restored } from './curate-ports.ts';

/** An image of a selection as it was at its time. */
export interface Selected extends Restored, Pick<ImageRecord, 'tag' | 'set' | 'revision' | 'change'> {
  image: string;
}

/** How far it has come. Pages of images are listed in objects (`selectedName`) first, then changed, and may then be taken back. */
export interface SelectionProgress {
  state: 'open' | 'undone';
  /** `pages` that are listed, and images in them; `after`: the next begins there. `isWhole`: there is no other. */
  listed: { pages: number; images: number; after: PagePlace | null; isWhole: boolean };
  /** Of each page that is changed: images by outcome. `stale`: changed since its time, or gone. */
  pages: readonly { done: number; stale: number; invalid: number }[];
  /** Of each page that is taken back: images that are as before. */
  restored: readonly number[];
}

/** `dataset/{id}/change/{id}`. */
export interface SelectionChange {
  id: string;
  /** SHA-256 of what was asked. */
  body: string;
  filter: ImageFilter;
  /** Unix milliseconds: the images are those of that time. */
  at: number;
  change: Pick<ImageChange, 'tag' | 'set' | 'decision' | 'checked'>;
  /** uid of the person, `''` if unknown. */
  by: string;
  progress: SelectionProgress;
}

export type Selections = SteppedRecords<SelectionChange>;

/** Name of the object with the images of a page. */
export const selectedName = (dataset: string, change: string, page: number): string =>
  `dataset/${dataset}/change/${change}/${page}.json`;
