/** Positions of a ruler's marks. Pure. */

export interface Mark {
  /** In pixels of the picture. */
  value: number;
  /** In CSS pixels from the canvas's edge. */
  at: number;
}

/** Least CSS pixels between two marks. */
const MIN_GAP = 64;
const STEPS = [1, 2, 5];

/** Pixels of the image between two marks: 1, 2 or 5 times a power of ten. @param scale CSS pixels per pixel of the image */
export function stepOf(scale: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of STEPS) if (step * power * scale >= MIN_GAP) return step * power;
}

/**
 * @param offset of the image's edge, in CSS pixels
 * @param length of the image, in its pixels
 * @param room of the canvas, in CSS pixels
 */
export function marksOf(scale: number, offset: number, length: number, room: number): Mark[] {
  const step = stepOf(scale);
  const first = Math.max(0, Math.ceil(-offset / scale / step) * step);
  const last = Math.min(length, (room - offset) / scale);
  const marks: Mark[] = [];
  for (let value = first; value <= last; value += step) marks.push({ value, at: value * scale + offset });
  return marks;
}
