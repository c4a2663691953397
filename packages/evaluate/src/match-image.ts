/** Which predictions of one class in one image are right, as COCO decides it, for each area range and overlap. */

/** COCO's ten overlaps, to the bit as numpy's linspace has them: some are a little less than the decimal number. */
export const OVERLAPS: readonly number[] = Array.from(
  { length: 10 },
  (_, at) => at * ((0.95 - 0.5) / 9) + 0.5,
);

/** In pixels; both ends belong to the range. */
export const AREA_RANGES = {
  all: [0, 1e10],
  small: [0, 1024],
  medium: [1024, 9216],
  large: [9216, 1e10],
} as const;
export type AreaRange = keyof typeof AREA_RANGES;
export const RANGE_NAMES = Object.keys(AREA_RANGES) as AreaRange[];

/** COCO looks at this number of predictions of a class in an image, those with the highest scores. */
export const MOST_PREDICTIONS = 100;

export interface MatchInput {
  /** Areas of the predictions, highest score first. */
  predicted: readonly number[];
  /** Areas of the objects. */
  truth: readonly number[];
  /** Of a prediction with an object, by their places in the lists. */
  overlap: (prediction: number, truth: number) => number;
}

const isWithin = (area: number, range: AreaRange): boolean =>
  area >= AREA_RANGES[range][0] && area <= AREA_RANGES[range][1];

/** Bit n: an object of this area counts in the nth range. */
export const rangesOf = (area: number): number =>
  RANGE_NAMES.reduce((bits, range, at) => bits | (Number(isWithin(area, range)) << at), 0);

/**
 * @returns for each prediction a word: bit n says that it is right at the nth overlap, bit n + overlaps.length that
 * it does not count there, because it or its object is outside the area range
 */
export function matchImage(input: MatchInput, range: AreaRange, overlaps: readonly number[]): Uint32Array {
  const counts = input.truth.map((area) => isWithin(area, range));
  const places = [...counts.keys()];
  const order = [...places.filter((at) => counts[at]), ...places.filter((at) => !counts[at])];
  const words = new Uint32Array(input.predicted.length);
  for (const [bit, overlap] of overlaps.entries()) {
    const free = { order: [...order], counts };
    for (const [prediction, area] of input.predicted.entries()) {
      const match = takeMatch(input, prediction, overlap, free);
      if (!(match === undefined ? isWithin(area, range) : counts[match]))
        words[prediction]! |= 1 << (bit + overlaps.length);
      else if (match !== undefined) words[prediction]! |= 1 << bit;
    }
  }
  return words;
}

interface FreeObjects {
  /** Those that count come first. */
  order: number[];
  counts: readonly boolean[];
}

/** The free object with the largest overlap; of equal ones the last. One that counts goes before those that do not. */
function takeMatch(
  input: MatchInput,
  prediction: number,
  least: number,
  free: FreeObjects,
): number | undefined {
  let best = Math.min(least, 1 - 1e-10);
  let match: number | undefined;
  for (const object of free.order) {
    if (match !== undefined && free.counts[match] && !free.counts[object]) break;
    const overlap = input.overlap(prediction, object);
    if (overlap < best) continue;
    best = overlap;
    match = object;
  }
  if (match !== undefined) free.order.splice(free.order.indexOf(match), 1);
  return match;
}
