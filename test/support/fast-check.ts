/** fast-check with the seed of the run (./seed.ts), so that a failure can be repeated. */
import fc from 'fast-check';
import { SEED } from './seed.ts';

fc.configureGlobal({ seed: SEED });

/** Code points without surrogates. */
const BELOW_SURROGATES = 0xd800;
const SURROGATES = 0x800;
const COUNT = 0x110000 - SURROGATES;

const codePoint = fc
  .nat({ max: COUNT - 1 })
  .map((index) => String.fromCodePoint(index < BELOW_SURROGATES ? index : index + SURROGATES), indexOf);

function indexOf(text: unknown): number {
  const point = typeof text === 'string' ? text.codePointAt(0)! : Number.NaN;
  if (String.fromCodePoint(point) !== text) throw new Error('not a code point');
  return point < BELOW_SURROGATES ? point : point - SURROGATES;
}

/** Strings of any code points, like fast-check's unit `binary`, which takes two seconds and 100 MB for a table of them all. */
export const anyText = (constraints: fc.StringSharedConstraints = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: codePoint });

export { default as fc } from 'fast-check';
