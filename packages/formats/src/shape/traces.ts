import type { MaskRegion } from './mask-region.ts';

/** What formats say of a mask. */
export interface Traces {
  /** x and y in turns, 0 to 1. */
  outline: number[];
  region: MaskRegion;
}
