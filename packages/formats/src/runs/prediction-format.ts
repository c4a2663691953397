import type { Archive } from '../read/entry.ts';
import type { Fields } from '../read/json-fields.ts';
import type { RawFile, RawImage } from './raw.ts';

/** A format of files of predictions (Contract 14): an archive, or JSON with an object on each line or in a list. */
export type PredictionFormat = {
  /** What people send, in words. */
  sent: string;
} & (
  | { kind: 'archive'; open(archive: Archive): Promise<RawFile> }
  | {
      kind: 'lines' | 'list';
      /** Whether each item is all that the model said of an image: the same image again replaces it. */
      isWhole: boolean;
      read(item: Fields): RawImage;
      /** Whether an item of the file is of this format. */
      fits(item: Fields): boolean;
    }
);
