/** The protocol's names for "before every key" and "after every key". */
export const MIN_KEY = '[MIN_NAME]';
export const MAX_KEY = '[MAX_NAME]';

const INTEGER = /^-?0*\d{1,10}$/;
const isInt32 = (value: number): boolean => value >= -(2 ** 31) && value < 2 ** 31;

const asInteger = (key: string): number | undefined =>
  INTEGER.test(key) && isInt32(Number(key)) ? Number(key) : undefined;

/** Keys that are 32-bit integers first, by number; then all others by code unit. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  if (a === MIN_KEY || b === MAX_KEY) return -1;
  if (b === MIN_KEY || a === MAX_KEY) return 1;
  const left = asInteger(a);
  const right = asInteger(b);
  if (left !== undefined && right !== undefined) return left - right || a.length - b.length;
  if (left !== undefined) return -1;
  if (right !== undefined) return 1;
  return a < b ? -1 : 1;
}
