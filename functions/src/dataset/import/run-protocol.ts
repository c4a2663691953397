/** What the isolated process of an import and its parent say to each other. */

import type { Size } from '../../../../packages/formats/src/read/label-sink.ts';
import type { PlannedImage } from '../../../../packages/formats/src/read/plan.ts';
import type { Tag } from '../../common/model.ts';
import type { NewTag } from '../../common/records/record-ports.ts';
import type { ImportStep } from '../../common/versions/import-ports.ts';
import type { RecordLabels } from './labels/to-annotations.ts';

export type Stored = 'added' | 'known' | { reason: string };

/** An image as the parent needs it. `isRepeated`: an earlier one has the same bytes, and only one of them is added. */
export type ComingImage = Omit<PlannedImage, 'labels'> & { isRepeated: boolean };

/** `isWhole`: no label is left out. */
export type ComingLabels = Pick<RecordLabels, 'tag' | 'tags'> & { isWhole: boolean };

export type NewImportTag = Pick<NewTag, 'id' | 'name' | 'color' | 'key' | 'unclassified'>;

export interface ArchivePorts {
  /** Bytes of the archive. */
  range(start: number, end: number): Promise<Buffer>;
  tags(): Promise<Tag[]>;
  /** False: its name is taken. */
  makeTag(tag: NewImportTag): Promise<boolean>;
  /** Reads its picture: what has become of it already, or its size. Then `close` must follow. */
  open(image: ComingImage): Promise<Stored | Size>;
  /** A PNG. */
  addMask(image: ComingImage, tag: string, png: Buffer): Promise<void>;
  /** Stores it; null forgets it. `again`: its masks may be gone, and are to be added again. */
  close(image: ComingImage, labels: ComingLabels | null): Promise<Stored | 'again'>;
  /** @returns whether the time of the attempt is up */
  note(step: ImportStep): Promise<boolean>;
}
