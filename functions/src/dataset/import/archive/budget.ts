import { FileFault, ImportFault } from '../import-fault.ts';

const MB = 1024 * 1024;
/** Bytes that are held until the images are imported: names, labels, and what finds them. */
const MOST_HELD = 160 * MB;
/** Bytes of label files, unpacked: 1 MB of an archive can be 1 GB of them. */
const MOST_READ = 4096 * MB;
/** Pixels of the masks of one image, and of all that one call paints: 5 million fit 400 times. */
const MOST_PIXELS = 2e9;
const MOST_PAINTED = 20e9;
/** Bytes that the labels of the images take which are read at once; one image alone may have as many. */
const MOST_AT_ONCE = 64 * MB;
/** Labels of one image that are looked at, with those that are left out. */
const MOST_LABELS = 100_000;

/** Nesting of a label file. */
export const DEEPEST = 64;
/** Maximum bytes of one line, record or item; and values of one that is JSON, which is parsed without a pause. */
export const LONGEST = 2 * MB;
export const SHAPE = { bytes: LONGEST, depth: DEEPEST, members: 400_000 };

/** Bytes in memory for each byte of text, once it is parsed: `{},` is an object of 56 bytes. */
const PARSED = 16;
/** Pixels that are to be painted, or as many as take the same time. @throws FileFault */
export type Spend = (pixels: number) => void;

/** What one check or run of an import may hold, read and paint, shared by everything that it does at once (Contract 11). */
export class Budget {
  #held = 0;
  #read = 0;
  #painted = 0;

  /** @param bytes estimated @throws ImportFault */
  hold(bytes: number): void {
    this.#held += bytes;
    if (this.#held > MOST_HELD)
      throw new ImportFault(
        'its names and labels are too many for one import; split the archive into several',
      );
  }

  /** @param bytes of a label file @throws ImportFault */
  read(bytes: number): void {
    this.#read += bytes;
    if (this.#read > MOST_READ)
      throw new ImportFault(
        `its label files have more than ${MOST_READ} bytes; split the archive into several`,
      );
  }

  /** For the masks of one image: to be called before they are painted. */
  painting(): Spend {
    let left = MOST_PIXELS;
    return (pixels) => {
      left -= pixels;
      if (left < 0)
        throw new FileFault(
          `its masks take too long to paint: they span over ${MOST_PIXELS / 1e6} megapixels`,
        );
      this.#painted += pixels;
    };
  }

  /** Whether this call has painted so much that the next one goes on. */
  get isSpent(): boolean {
    return this.#painted >= MOST_PAINTED;
  }
}

/** Bytes that a label file takes while it is parsed. */
export const parsedWeight = (bytes: number): number => bytes * PARSED;

/** For `inOrder`: how many files with labels are read at once. */
export const LABELS_AHEAD = {
  items: 16,
  weight: MOST_AT_ONCE,
  weigh: ({ size }: { size: number }) => parsedWeight(Math.min(size, LONGEST)),
};

/** Estimated bytes of a text. */
export const textWeight = (text: string): number => 24 + text.length * 2;

/** @throws FileFault for labels that nobody looks at any more */
export function requireBounded(labels: number): void {
  if (labels > MOST_LABELS) throw new FileFault(`it has ${labels} labels; at most ${MOST_LABELS} are read`);
}

/** @param weight of the labels of an image, before they are read @throws FileFault */
export function requireLight(weight: number): void {
  if (weight > MOST_AT_ONCE)
    throw new FileFault(
      `its label files have ${weight / PARSED} bytes together; at most ${MOST_AT_ONCE / PARSED} are read for an image`,
    );
}
