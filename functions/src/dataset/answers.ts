/** What the routes of Spec 4.1 answer (Spec 7, Contract 3 and 4). */
import * as z from 'zod/mini';
import type { Answers } from '../common/http/answers.ts';
import { about } from '../common/http/fields.ts';
import { healthAnswers } from '../common/http/health-answers.ts';

const done = z.object({ error: z.literal(false), status: z.literal('success') });

const gsUri = z.string().check(about('Storage uri.', { pattern: '^gs://' }));

const training = z.object({
  status: z.literal('success'),
  result: z.object({
    error: z.literal(false),
    training: z.object({ name: z.string().check(about('Name of the dataset.')), dataset: gsUri }),
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

const link = z.object({
  error: z.literal(false),
  status: z.literal('success'),
  result: z.string().check(about('Address of the archive.')),
});

export const datasetAnswers: Answers = {
  health: healthAnswers,
  generateCsv: {
    summary: 'Write the training CSV of a dataset',
    description:
      'The import file of AutoML Vision and Vertex AI, with a report beside it under the same name and `.report.json`. The same records give the same file.',
    success: { 200: { description: 'Where the file stands.', schema: training } },
    refusals: ['dataset not found', 'csv parameter', 'csv failed'],
  },
  downloadZip: {
    summary: 'Download images as a ZIP archive',
    success: {
      200: {
        description:
          'The archive, as a stream; or, with `redirect=false`, the address of one that is over the limit of a streamed answer.',
        mediaType: 'application/zip',
        schema: link,
        headers: {
          'Content-Disposition': 'Of the archive: attachment, with the file name dataset_YYYY-MM-DD.zip.',
        },
      },
      303: {
        description: 'The archive is over the limit of a streamed answer, and is fetched from Storage.',
        schema: link,
        headers: { Location: 'Short-lived address of the archive.' },
      },
    },
    refusals: ['dataset not found', 'images required', 'no images found', 'archive too large'],
  },
  cropAnnotations: {
    summary: 'The annotated regions of a tag, cut out',
    success: { 200: { description: 'The crops, in the order of their images.', schema: z.array(crop) } },
    refusals: ['dataset not found', 'tag not found', 'bad parameter'],
  },
  refreshCounters: {
    summary: 'Count images and annotations anew',
    success: { 200: { description: 'The counters are exact.', schema: done } },
    refusals: ['dataset not found'],
  },
};
