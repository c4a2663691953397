import type { Contrast } from './background.ts';

/** Minimum colour distance, whatever the noise: people do not see fainter objects either. */
const FAINT = 13;
const CLEAR = 28;

/**
 * Pixels that clearly stand out, and fainter ones that touch them.
 * @returns 1 for foreground, 0 for background
 */
export function findForeground({ distance, noise }: Contrast, width: number): Uint8Array {
  const [faint, clear] = [Math.max(FAINT, 3.5 * noise), Math.max(CLEAR, 8 * noise)];
  const marks = new Uint8Array(distance.length);
  const open: number[] = [];
  for (let at = 0; at < distance.length; at++) {
    if (distance[at]! >= clear) {
      marks[at] = 1;
      open.push(at);
    }
  }
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width;
    for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
      if (next < 0 || next >= marks.length || marks[next] === 1 || distance[next]! < faint) continue;
      marks[next] = 1;
      open.push(next);
    }
  }
  return marks;
}
