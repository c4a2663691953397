/** What the files of models say, before images and tags are known (Contract 14). */
import type { RunLengths } from '../../../records/src/run-lines.ts';

/** How a file names an image: as the exports of a version do, or by its id or address. */
export interface ImageKey {
  id?: string;
  uri?: string;
  /** From 1, in the order of the version. */
  number?: number;
  /** File name, or a path that ends with it. */
  name?: string;
  /** The same without extension. */
  stem?: string;
  /** The same as a number, of a stem of digits. */
  digits?: number;
}

export interface RawPrediction {
  /** Name or id of a tag, or the number of a class from 0. */
  label: string | number;
  /** Undefined if the file has none. */
  score: number | undefined;
  /** Corner, width and height, in the unit. */
  box?: readonly [number, number, number, number];
  unit?: 'pixels' | 'share';
  rle?: RunLengths;
  /** Instead of `rle`: x and y in turns, in the unit. The object is what is in any of them. */
  outlines?: readonly (readonly number[])[];
}

/** Why a prediction, or a part of one, is left out. */
export const RUN_LOSSES = [
  'masks in an encoding that is not read',
  'masks of another size than their images',
  'outlines',
  'places in pixels of images whose size is not known',
  'places outside of their images',
  'predictions beyond the best 1000 of an image',
  'predictions by further models',
  'predictions of other kinds',
  'scores that are not from 0 to 1',
  'turned boxes',
] as const;
export type RunLoss = (typeof RUN_LOSSES)[number];

export interface RawImage {
  key: ImageKey;
  predictions: readonly RawPrediction[];
  lost?: Partial<Record<RunLoss, number>>;
}

/** The file as its format has it. */
export interface RawFile {
  /** Whether each entry is all that the model said of an image: the same image again replaces it. */
  isWhole: boolean;
  /** The names that the file itself gives to the numbers of classes. */
  names?: readonly string[];
  /** From the beginning at each call. @throws FileFault */
  images(): AsyncIterable<RawImage>;
}
