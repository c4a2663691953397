/** What requests say of the split (Spec 4.1, Contract 4). */
import * as z from 'zod/mini';
import { about, oneOf } from '../../common/http/input/fields.ts';
import { GROUP_MODES } from './groups.ts';
import { type Shares, trainingShare } from './percentages.ts';

/** A percentage, sent as text. */
const share = (name: string) => {
  const flaw = `${name} must be a number from 0 to 100`;
  const number = z.number(flaw).check(z.lte(100, flaw));
  const text = z.string().check(z.regex(/^\d+(\.\d+)?$/, flaw));
  return z
    .optional(z.pipe(z.pipe(text, z.transform(Number)), number))
    .check(
      about(
        `Percentage of the images for ${name}. If both are absent, they are 10 and 10; if one is given, the other is 0.`,
        { type: 'number', minimum: 0, maximum: 100, pattern: undefined },
      ),
    );
};

export const fitTogether = z.refine<Shares>(
  (shares) => trainingShare(shares) >= 0,
  'test and validation together must be at most 100',
);

/** Spec 4.1; the remainder is for training. */
export const shares = z.object({ test: share('test'), validation: share('validation') }).check(fitTogether);

export const groupMode = z._default(oneOf('group', GROUP_MODES), 'burst');
