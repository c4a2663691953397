import { countBits } from '../../functions/src/common/images/look.ts';

/** Bits in which two looks differ, 0 to 64. */
export const bitsApart = (a: string, b: string): number =>
  [0, 8].reduce((sum, from) => sum + countBits(halfOf(a, from) ^ halfOf(b, from)), 0);

const halfOf = (look: string, from: number): number => Number.parseInt(look.slice(from, from + 8), 16);
