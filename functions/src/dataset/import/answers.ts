/** Answers of the routes for imports (Contract 11). */
import * as z from 'zod/mini';
import type { Answers } from '../../common/http/answers.ts';
import { doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/fields.ts';
import { IMPORT_FORMATS } from './import-format.ts';

const whole = () => z.int().check(z.gte(0));

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
    tag: z.nullable(z.string()).check(about('Id of its tag; null if it is left out, or made by the run.')),
    name: z.nullable(z.string()).check(about('Name of its tag; null if it is left out.')),
    isNew: z.boolean().check(about('The run makes this tag.')),
  })
  .check(z.meta({ id: 'ImportLabel' }));

const sets = z.object({ TRAIN: whole(), VALIDATION: whole(), TEST: whole(), PREDETERMINED: whole() });

const progress = z
  .object({
    total: whole(),
    done: whole().check(about('The sum of the three below.')),
    added: whole(),
    known: whole().check(about('They were in the dataset already, by content.')),
    failed: whole(),
  })
  .check(z.meta({ id: 'ImportProgress', description: 'Numbers of images.' }));

const format = z.enum(IMPORT_FORMATS);

const errors = ['dataset not found', 'import not found', 'import not uploaded', 'import failed'] as const;

export const importAnswers: Answers = {
  makeImport: {
    summary: 'Begin an import into a dataset',
    description:
      'Send the ZIP to `upload` as a resumable upload of Cloud Storage: PUT with `Content-Range`; after a broken connection `Content-Range: bytes */<size>` asks how much has arrived.',
    success: ok(
      'It waits for its archive.',
      doneWith({
        id: z.string(),
        upload: z.string().check(about('URL that takes the bytes, without credentials, for a week.')),
      }),
    ),
    errors: ['dataset not found', 'bad parameter'],
  },
  checkImport: {
    summary: 'What an import would bring',
    description: 'Reads the archive and changes nothing.',
    success: ok(
      'What would come.',
      doneWith({
        format,
        images: whole(),
        unlabelled: whole().check(about('Images that would come without class, annotation and mask.')),
        labels: z.array(label),
        sets,
        unread,
        notes: z.array(z.string()).check(about('What the dataset cannot hold of the archive, in sentences.')),
      }),
    ),
    errors: [...errors, 'bad parameter'],
  },
  runImport: {
    summary: 'Import the archive, or go on with it',
    description:
      'Works for `seconds` and answers `running` with its progress: call again until it is `done`. An image whose bytes are in the dataset is not added again. A call that was interrupted is continued by the next one.',
    success: ok(
      'How far it is.',
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
