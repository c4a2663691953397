/** What is said in the sentence of one file or image. All else is bounded by the process that reads the archive (Contract 11). */
import { FileFault } from './import-fault.ts';

const MB = 1024 * 1024;
/** Pixels of the masks of one image: 5 million fit 400 times. */
const MOST_PIXELS = 2e9;
/** Labels of one image that are looked at, with those that are left out. */
const MOST_LABELS = 100_000;

/** Nesting of a label file. */
export const DEEPEST = 64;
/** Maximum bytes of one line, record or item; and values of one that is JSON. */
export const LONGEST = 2 * MB;
export const SHAPE = { bytes: LONGEST, depth: DEEPEST, members: 400_000 };

/** For `inOrder`: how many files with labels are read at once. Parsed, they may take 16 times their bytes: `{},` is an object. */
export const LABELS_AHEAD = {
  items: 16,
  weight: 4 * MB,
  weigh: ({ size }: { size: number }) => Math.min(size, LONGEST),
};

/** Pixels that are to be painted, or as many as take the same time. @throws FileFault */
export type Spend = (pixels: number) => void;

/** For the masks of one image: to be called before they are painted. */
export function painting(): Spend {
  let painted = 0;
  return (pixels) => {
    painted += pixels;
    if (painted > MOST_PIXELS)
      throw new FileFault(
        `its masks take too long to paint: they have ${painted} pixels or more; at most ${MOST_PIXELS} are painted`,
      );
  };
}

/** @throws FileFault for labels that nobody looks at any more */
export function requireBounded(labels: number): void {
  if (labels > MOST_LABELS) throw new FileFault(`it has ${labels} labels; at most ${MOST_LABELS} are read`);
}
