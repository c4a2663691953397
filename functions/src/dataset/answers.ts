/** Answers of the routes of Spec 4.1 (Spec 7, Contract 3 and 4). */
import * as z from 'zod/mini';
import { hookAnswers } from '../common/hooks/answers.ts';
import type { Answers } from '../common/http/answers.ts';
import { doneSchema, doneWith, ok } from '../common/http/done-answers.ts';
import { healthAnswers } from '../common/http/health-answers.ts';
import { about } from '../common/http/input/fields.ts';
import { memberAnswers } from '../common/members/answers.ts';
import { curateAnswers } from './curate/answers.ts';
import { importAnswers } from './import/answers.ts';
import { keyAnswers } from './keys/answers.ts';
import { manageAnswers } from './manage/answers.ts';
import { monitorAnswers } from './monitors/answers.ts';
import { runAnswers } from './runs/answers.ts';
import { judgeAnswers } from './runs/judge/answers.ts';
import { uploadAnswers } from './runs/upload/answers.ts';
import { splitWarning } from './split/answers.ts';
import { acceptAnswers } from './suggest/accept/answers.ts';
import { suggestAnswers } from './suggest/answers.ts';
import { findAnswers } from './suggest/find/answers.ts';
import { tagAnswers } from './tags/answers.ts';
import { versionAnswers } from './version/answers.ts';

const gsUri = z.string().check(about('URI of the file in Storage.', { pattern: '^gs://' }));

const training = z.object({
  status: z.literal('success'),
  result: z.object({
    error: z.literal(false),
    training: z.object({ name: z.string().check(about('Name of the dataset.')), dataset: gsUri }),
    link: z
      .optional(z.object({ url: z.string(), expires: z.int().check(about('Unix milliseconds.')) }))
      .check(about('Short-lived address of the file; only with `link=true`.')),
    warnings: z
      .optional(z.array(z.string()))
      .check(about('Which requested shares could not be kept, in sentences; absent if all were.')),
    warningCodes: z.optional(z.array(splitWarning)).check(about('The same, as codes with their values.')),
  }),
});

/** Spec 2.5. */
const crop = z
  .object({
    id: z.string().check(about("The tag's id.")),
    imageId: z.string(),
    cropUri: z.string().check(about('Data URI of a WebP.', { pattern: '^data:image/webp;base64,' })),
    tagIndex: z.int().check(z.gte(0), about("Index of the annotation in the image's `tags`.")),
  })
  .check(z.meta({ id: 'AnnotationCrop' }));

const link = doneWith({ result: z.string().check(about('URL of the archive.')) });

const errors = ['bad parameter', 'dataset not found'] as const;

const members = memberAnswers(doneWith, errors);

export const datasetAnswers: Answers = {
  ...manageAnswers,
  listDatasetMembers: members.list,
  setDatasetMember: members.set,
  removeDatasetMember: members.remove,
  acceptDataset: members.accept,
  endDatasetOffer: members.end,
  ...monitorAnswers,
  ...keyAnswers,
  ...hookAnswers('dataset', { name: 'Hook', wrap: doneWith, errors }),
  ...tagAnswers,
  ...versionAnswers,
  ...importAnswers,
  ...runAnswers,
  ...uploadAnswers,
  ...judgeAnswers,
  ...suggestAnswers,
  ...acceptAnswers,
  ...findAnswers,
  ...healthAnswers,
  ...curateAnswers,
  generateCsv: {
    summary: 'Write the training CSV of a dataset',
    description:
      'The import file of AutoML Vision or Vertex AI, and a report with the same name and the extension `.report.json`. The same records give the same file.',
    success: ok('The location of the file.', training),
    errors: ['dataset not found', 'csv parameter', 'csv failed'],
  },
  downloadZip: {
    summary: 'Download images as a ZIP archive',
    success: {
      200: {
        description:
          'The archive as a stream. With `redirect=false` and an archive that is too large for a streamed answer: JSON with its URL.',
        mediaType: 'application/zip',
        schema: link,
        headers: {
          'Content-Disposition':
            'If the answer is the archive: attachment, with the file name dataset_YYYY-MM-DD.zip.',
        },
      },
      303: {
        description: 'The archive is too large for a streamed answer and is downloaded from Storage.',
        schema: link,
        headers: { Location: 'Short-lived URL of the archive.' },
      },
    },
    errors: ['dataset not found', 'images required', 'bad parameter', 'no images found', 'archive too large'],
  },
  cropAnnotations: {
    summary: 'Crop the annotated regions of a tag',
    success: ok('The crops, ordered by image.', z.array(crop)),
    errors: ['dataset not found', 'tag not found', 'bad parameter', 'crops too large'],
  },
  refreshCounters: {
    summary: 'Count images and annotations again',
    success: ok('The counters are exact.', doneSchema),
    errors: ['dataset not found'],
  },
};
