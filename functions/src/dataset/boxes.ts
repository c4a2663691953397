import type { Annotation } from '../common/model.ts';

/** Edges of a box, normalized 0-1. */
export interface Box {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** Decimals that are written; also the grain in which edges are compared, so that 0.11 - 0.1 is 0.01. */
const GRAIN = 1e6;

/** An annotation's box cut to the image, its edges in whole millionths divided by a million. NaN stays NaN. */
export function clampBox({ x, y, w, h }: Annotation): Box {
  return { x1: clamp(x), y1: clamp(y), x2: clamp(x + w), y2: clamp(y + h) };
}

/** The shorter edge of a clamped box, exact to the millionth; 0 or less where nothing is in the image. */
export const shortEdge = ({ x1, y1, x2, y2 }: Box): number =>
  Math.min(Math.round((x2 - x1) * GRAIN), Math.round((y2 - y1) * GRAIN)) / GRAIN;

const clamp = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * GRAIN) / GRAIN;
