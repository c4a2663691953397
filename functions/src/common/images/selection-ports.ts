/** Ports for changes of all images that a filter shows (Contract 9: PATCH images, `select`). Adapters are in `adapters/`. */
import type { ImageRecord } from '../model.ts';
import type { ImageFilter } from '../ports.ts';
import type { SteppedRecords, Worked } from '../records/stepped-ports.ts';
import type { ImageChange, Restored } from './curate-ports.ts';

/** An image of a selection as it was at its time. */
export interface Selected extends Restored, Pick<ImageRecord, 'tag' | 'set' | 'revision' | 'change'> {
  image: string;
}

/** How far it has come. Images are listed in objects (`selectedName`) first, then changed, and may then be taken back. */
export interface SelectionProgress extends Worked {
  state: 'open' | 'undone';
  /** Pages that are listed; 0 until all are. */
  pages: number;
  /** Images of them. */
  found: number;
  /** Images that are changed. */
  done: number;
  /** Those of them that are as before again. */
  restored: number;
}

/** `dataset/{id}/change/{id}`. */
export interface SelectionChange {
  id: string;
  /** SHA-256 of what was asked. */
  body: string;
  filter: ImageFilter;
  /** How many images were shown: if more are found, nothing changes. */
  shown: number;
  /** Unix milliseconds: the images are those of that time. */
  at: number;
  change: Pick<ImageChange, 'tag' | 'set' | 'decision' | 'checked'>;
  /** uid of the person, `''` if unknown. */
  by: string;
  /** False: a program's. */
  isPerson: boolean;
  progress: SelectionProgress;
}

export type Selections = SteppedRecords<SelectionChange>;

/** Name of the object with the images of a page. */
export const selectedName = (dataset: string, change: string, page: number): string =>
  `dataset/${dataset}/change/${change}/${page}.json`;
