/** The lines of a run's file (Contract 14): one per image that was looked at, sorted by id in UTF-8 byte order. */

/** COCO's compressed run lengths: column by column, first the pixels outside. */
export interface RunLengths {
  counts: string;
  /** Pixels of the upright image. */
  size: readonly [height: number, width: number];
}

export interface Prediction {
  /** Tag id. */
  tag: string;
  /** From 0 to 1. */
  score: number;
  /** In the units of annotations (Spec 2.4): corner, width and height, as shares of the upright image. */
  box?: readonly [x: number, y: number, w: number, h: number] | undefined;
  rle?: RunLengths | undefined;
}

export interface RunImage {
  image: string;
  /** Empty where the model saw nothing. */
  predictions: readonly Prediction[];
}

/** Of an image: as many as annotations. */
export const MOST_PREDICTIONS = 1000;

/** Scores and shares keep six decimals, so that the same predictions in any format give the same bytes. */
const DECIMALS = 1e6;
const rounded = (value: number): number => Math.round(value * DECIMALS) / DECIMALS;

/**
 * The line of an image, without line break. Canonical JSON (RFC 8785); predictions with the highest score first, equal ones in
 * the order in which they were sent.
 */
export function runLine({ image, predictions }: RunImage): string {
  const texts = predictions.map(({ tag, score, box, rle }) => ({
    score: rounded(score),
    text: JSON.stringify({
      ...(box && { box: box.map(rounded) }),
      ...(rle && { rle: { counts: rle.counts, size: rle.size } }),
      score: rounded(score),
      tag,
    }),
  }));
  texts.sort((a, b) => b.score - a.score);
  return `{"image":${JSON.stringify(image)},"predictions":[${texts.map(({ text }) => text).join(',')}]}`;
}

export const readRunLine = (line: string): RunImage => JSON.parse(line) as RunImage;
