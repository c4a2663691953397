/** A promise that a split could not keep, in answers (Contract 4). */
import * as z from 'zod/mini';
import { TRAINING_SETS } from '../../../../packages/records/src/lists.ts';
import { ALIKE } from '../../../../packages/records/src/version-counts.ts';
import { about } from '../../common/http/input/fields.ts';
import { lazy } from '../../common/lazy.ts';
import { REASON_CODES } from './sentences.ts';

const whole = () => z.int().check(z.gte(0));

/** By what bursts were found. */
export const alike = lazy(() =>
  z
    .optional(z.enum(ALIKE))
    .check(
      about(
        'By what images are together, if by bursts: `look`: similar thumbnails; `signature`: near copies too. Absent in versions of earlier releases.',
      ),
    ),
);

const percent = lazy(() => z.object({ TRAIN: z.number(), TEST: z.number(), VALIDATION: z.number() }));

const shares = lazy(() => ({
  shares: percent().check(about('Of the images, in percent.')),
  asked: percent(),
  reason: z.object({
    code: z.enum(REASON_CODES),
    count: whole().check(about('Groups there are, or images of the largest; 0 where nothing is counted.')),
  }),
}));

const withCode = <C extends string, T extends z.core.$ZodLooseShape>(code: C, values: T) =>
  z.object({ code: z.literal(code), values: z.object(values) });

export const splitWarning = lazy(() =>
  z
    .union([
      withCode('shares', shares()),
      withCode('label', { label: z.string(), ...shares() }),
      withCode('cut', { bursts: whole(), limit: whole(), places: whole() }),
      withCode('saved', { labels: z.array(z.string()), count: whole() }),
      withCode('missing', {
        labels: z.array(z.object({ label: z.string(), sets: z.array(z.enum(TRAINING_SETS)) })),
        count: whole(),
        fewest: whole(),
      }),
      withCode('more', { count: whole() }),
    ])
    .check(z.meta({ id: 'SplitWarning', description: 'Lists have the first 20 labels; `count` is of all.' })),
);
