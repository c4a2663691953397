/** Answers of the routes for imports (Contract 11). */
import * as z from 'zod/mini';
import type { Answers } from '../../common/http/answers.ts';
import { doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { IMPORT_FORMATS } from './import-format.ts';
import { NOTE_CODES } from './notes.ts';

const whole = () => z.int().check(z.gte(0));

const format = z.enum(IMPORT_FORMATS);

const unread = z
  .object({
    count: whole(),
    items: z.array(z.object({ path: z.string(), reason: z.string() })).check(about('The first 100 of them.')),
  })
  .check(z.meta({ id: 'ImportUnread', description: 'What cannot be read, and why.' }));

const label = z
  .object({
    label: z.string().check(about('As the archive spells it.')),
    images: whole().check(about('Images that have it as a class, in an annotation or in a mask.')),
    annotations: whole(),
    masks: whole(),
    tag: z.nullable(z.string()).check(about('Id of its tag; null if the tag is new or the label left out.')),
    name: z.nullable(z.string()).check(about('Name of its tag; null if the label is left out.')),
    isNew: z.boolean().check(about('The run creates this tag.')),
  })
  .check(z.meta({ id: 'ImportLabel' }));

const note = z
  .object({
    code: z.enum(NOTE_CODES),
    values: z.object({
      count: z.optional(whole()),
      file: z.optional(z.string()).check(about('The first of the files.')),
      more: z.optional(whole()).check(about('Further files.')),
      what: z.optional(z.string()).check(about('What the files are, or what is not kept.')),
      instead: z.optional(z.string()).check(about('What to export instead.')),
      format: z.optional(format),
    }),
  })
  .check(z.meta({ id: 'ImportNote', description: 'What is not kept or not read.' }));

const sets = z.object({ TRAIN: whole(), VALIDATION: whole(), TEST: whole(), PREDETERMINED: whole() });

const progress = z
  .object({
    total: whole(),
    done: whole().check(about('The sum of `added`, `known` and `failed`.')),
    added: whole(),
    known: whole().check(about('Images whose bytes were already in the dataset.')),
    failed: whole(),
  })
  .check(z.meta({ id: 'ImportProgress', description: 'Numbers of images.' }));

const errors = ['dataset not found', 'import not found', 'import not uploaded', 'import failed'] as const;

export const importAnswers: Answers = {
  makeImport: {
    summary: 'Start an import into a dataset',
    description:
      'Send the ZIP to `upload` as a resumable upload of Cloud Storage: PUT with `Content-Range`; after a broken connection `Content-Range: bytes */<size>` asks how much has arrived.',
    success: ok(
      'The import waits for its archive.',
      doneWith({
        id: z.string(),
        upload: z.string().check(about('URL that accepts the bytes without credentials, for a week.')),
      }),
    ),
    errors: ['dataset not found', 'bad parameter'],
  },
  checkImport: {
    summary: 'Check what an import would add',
    description: 'Reads the archive and changes nothing.',
    success: ok(
      'What would be imported.',
      doneWith({
        format,
        images: whole(),
        unlabelled: whole().check(about('Images that would have no class, annotation or mask.')),
        labels: z.array(label),
        sets,
        unread,
        notes: z
          .array(z.string())
          .check(about('Sentences about what is not kept or not read, with counts by kind.')),
        noteCodes: z.array(note).check(about('The same, as codes with their values.')),
        understood: z
          .boolean()
          .check(about('False: some labels are not read, as `notes` says. `run` then needs `format`.')),
      }),
    ),
    errors: [...errors, 'bad parameter'],
  },
  runImport: {
    summary: 'Import the archive, or continue',
    description:
      'Works for `seconds` and answers `running` with its progress: call again until it is `done`. An image whose bytes are in the dataset is not added again. If a call was interrupted, the next one continues.',
    success: ok(
      'Its progress.',
      doneWith({
        state: z.enum(['running', 'done']),
        format,
        progress,
        unread,
      }),
    ),
    errors: [...errors, 'bad parameter'],
  },
};
