/** What answers show of runs (Contract 14). */

import * as z from 'zod/mini';
import { RUN_SOURCES, RUN_STATES, TRAINING_SETS } from '../../../../packages/records/src/lists.ts';
import { about } from '../../common/http/input/fields.ts';
import { lazy } from '../../common/lazy.ts';

export const whole = () => z.int().check(z.gte(0));

export const number = lazy(() => z.int().check(z.gte(1)));

export const runCounts = lazy(() =>
  z
    .object({
      images: whole().check(about('Images that the model has looked at.')),
      empty: whole().check(about('Those of them in which it saw nothing.')),
      predictions: whole(),
      tags: z.record(z.string(), whole()).check(about('Predictions by tag id.')),
      gone: whole().check(about('Images that it was told of, but that were gone when it was made.')),
    })
    .check(z.meta({ id: 'RunCounts' })),
);

/** Exactly one of the limits. */
export const point = lazy(() =>
  z
    .object({
      version: number().check(about('The version on whose images it was chosen.')),
      set: z.enum(TRAINING_SETS),
      escapes: z.optional(z.number()).check(about('The limit, if it was one of escapes.')),
      falseRejects: z.optional(z.number()).check(about('The limit, if it was one of false rejects.')),
      threshold: z.number(),
    })
    .check(z.meta({ id: 'RunPoint' })),
);

export const run = lazy(() => ({
  point: z.optional(point()).check(about('The operating point that was chosen, if one was.')),
  number: number(),
  name: z.string(),
  model: z.string().check(about("`''` if it was not given.")),
  source: z.enum(RUN_SOURCES).check(about('Where its predictions come from.')),
  trainedOn: z.nullable(number()).check(about('The version that the model was trained on, if it is known.')),
  state: z
    .enum(RUN_STATES)
    .check(
      about(
        '`open` takes predictions; `building` waits for its file, or is being put in order; `ready` never changes.',
      ),
    ),
  hash: z.string().check(about("SHA-256 of its file; `''` unless ready.")),
  counts: z.nullable(runCounts()).check(about('Null unless ready.')),
  by: z.string().check(about("uid of who made it; `''` for nobody that is known.")),
  createdAt: z.number().check(about('Unix milliseconds.')),
  reason: z.optional(z.string()).check(about('Why it failed.')),
  covers: z
    .optional(
      z.union([
        z.enum(['all', 'listed']),
        z.object({ version: number(), sets: z.optional(z.array(z.enum(TRAINING_SETS))) }),
      ]),
    )
    .check(about('Of a file: the images that the model was given, if that was said.')),
}));

export const listed = lazy(() => z.object(run()).check(z.meta({ id: 'Run' })));
