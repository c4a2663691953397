/** What answers show of imports (Contract 11). */
import * as z from 'zod/mini';
import { IMPORT_FORMATS } from '../../../../packages/formats/formats.ts';
import { NOTE_CODES } from '../../../../packages/formats/src/read/notes.ts';
import { about } from '../../common/http/input/fields.ts';
import { lazy } from '../../common/lazy.ts';

export const whole = () => z.int().check(z.gte(0));

export const format = lazy(() => z.enum(IMPORT_FORMATS));

export const unread = lazy(() =>
  z
    .object({
      count: whole(),
      items: z
        .array(z.object({ path: z.string(), reason: z.string() }))
        .check(about('The first 100 of them.')),
    })
    .check(z.meta({ id: 'ImportUnread', description: 'What cannot be read, and why.' })),
);

export const label = lazy(() =>
  z
    .object({
      label: z.string().check(about('As the archive spells it.')),
      images: whole().check(about('Images that have it as a class, in an annotation or in a mask.')),
      annotations: whole(),
      masks: whole(),
      tag: z
        .nullable(z.string())
        .check(about('Id of its tag; null if the tag is new or the label left out.')),
      name: z.nullable(z.string()).check(about('Name of its tag; null if the label is left out.')),
      isNew: z.boolean().check(about('The run creates this tag.')),
    })
    .check(z.meta({ id: 'ImportLabel' })),
);

export const note = lazy(() =>
  z
    .object({
      code: z.enum(NOTE_CODES),
      values: z.object({
        count: z.optional(whole()),
        file: z.optional(z.string()).check(about('The first of the files.')),
        more: z.optional(whole()).check(about('Further files.')),
        what: z.optional(z.string()).check(about('What the files are, or what is not kept.')),
        instead: z.optional(z.string()).check(about('What to export instead.')),
        format: z.optional(format()),
      }),
    })
    .check(z.meta({ id: 'ImportNote', description: 'What is not kept or not read.' })),
);

export const sets = lazy(() =>
  z.object({ TRAIN: whole(), VALIDATION: whole(), TEST: whole(), PREDETERMINED: whole() }),
);

export const progress = lazy(() =>
  z
    .object({
      total: whole(),
      done: whole().check(about('The sum of `added`, `known` and `failed`.')),
      added: whole(),
      known: whole().check(about('Images whose bytes were already in the dataset.')),
      failed: whole(),
    })
    .check(z.meta({ id: 'ImportProgress', description: 'Numbers of images.' })),
);

export const errors = [
  'dataset not found',
  'import not found',
  'import not uploaded',
  'import failed',
] as const;
