/** Where a ruler has its marks. Pure. */

export interface Mark {
  /** In pixels of the picture. */
  value: number;
  /** In CSS pixels from the canvas's edge. */
  at: number;
}

/** CSS pixels between two marks, at least. */
const LEAST = 64;
const STEPS = [1, 2, 5];

/** Pixels of the picture from mark to mark: 1, 2 or 5 and their tenfold. @param scale CSS pixels a pixel */
export function stepOf(scale: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of STEPS) if (step * power * scale >= LEAST) return step * power;
}

/** @param offset place of the picture's edge @param length of the picture @param room of the canvas, in CSS pixels */
export function marksOf(scale: number, offset: number, length: number, room: number): Mark[] {
  const step = stepOf(scale);
  const first = Math.max(0, Math.ceil(-offset / scale / step) * step);
  const last = Math.min(length, (room - offset) / scale);
  const marks: Mark[] = [];
  for (let value = first; value <= last; value += step) marks.push({ value, at: value * scale + offset });
  return marks;
}
