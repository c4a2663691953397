/** Routes of Spec 4.1. */

import * as z from 'zod/mini';
import { checkFirestore, checkLinks, checkObjects } from '../common/adapters/health-checks.ts';
import { healthRoutes } from '../common/health.ts';
import { hookOperations } from '../common/hooks/hook-operations.ts';
import { done } from '../common/http/done.ts';
import { doneSchema, doneWith, ok } from '../common/http/done-answers.ts';
import { about } from '../common/http/input/fields.ts';
import { type OperationTable, operation } from '../common/http/operation.ts';
import { isId } from '../common/ids.ts';
import { lazy } from '../common/lazy.ts';
import { noteLogFields } from '../common/log.ts';
import { memberOperations } from '../common/members/member-operations.ts';
import { cropAnnotations } from './crops/crop-annotations.ts';
import { csvQuery, toCsvRequest } from './csv/csv-request.ts';
import { generateCsv } from './csv/generate-csv.ts';
import { curateRoutes } from './curate/routes.ts';
import { fileReply } from './file-reply.ts';
import { exportRoutes } from './formats/routes.ts';
import { importRoutes } from './import/routes.ts';
import { jobRoutes } from './job/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { manageRoutes } from './manage/routes.ts';
import { monitorRoutes } from './monitors/routes.ts';
import { area } from './owned.ts';
import { refreshCounters } from './refresh-counters.ts';
import { refuseCsv, refusePath, refuseQuery, refuseZip } from './refuse-request.ts';
import { datasetPath, targetOf } from './require-dataset.ts';
import { retainRoutes } from './retain/routes.ts';
import { runExportRoutes } from './runs/export/routes.ts';
import { judgeRoutes } from './runs/judge/routes.ts';
import { runRoutes } from './runs/routes.ts';
import { uploadRoutes } from './runs/upload/routes.ts';
import { splitWarning } from './split/split-warning.ts';
import { acceptRoutes } from './suggest/accept/routes.ts';
import { findRoutes } from './suggest/find/routes.ts';
import { suggestRoutes } from './suggest/routes.ts';
import { tagPath, tagRoutes } from './tags/routes.ts';
import { versionRoutes } from './version/routes.ts';
import { downloadZip } from './zip/download-zip.ts';
import { ZIP_BUDGET, zipBody, zipQuery } from './zip/zip-request.ts';

const gsUri = lazy(() => z.string().check(about('URI of the file in Storage.', { pattern: '^gs://' })));

const training = lazy(() =>
  z.object({
    status: z.literal('success'),
    result: z.object({
      error: z.literal(false),
      training: z.object({ name: z.string().check(about('Name of the dataset.')), dataset: gsUri() }),
      link: z
        .optional(z.object({ url: z.string(), expires: z.int().check(about('Unix milliseconds.')) }))
        .check(about('Short-lived address of the file; only with `link=true`.')),
      warnings: z
        .optional(z.array(z.string()))
        .check(about('Which requested shares could not be kept, in sentences; absent if all were.')),
      warningCodes: z.optional(z.array(splitWarning())).check(about('The same, as codes with their values.')),
    }),
  }),
);

/** Spec 2.5. */
const crop = lazy(() =>
  z
    .object({
      id: z.string().check(about("The tag's id.")),
      imageId: z.string(),
      cropUri: z.string().check(about('Data URI of a WebP.', { pattern: '^data:image/webp;base64,' })),
      tagIndex: z.int().check(z.gte(0), about("Index of the annotation in the image's `tags`.")),
    })
    .check(z.meta({ id: 'AnnotationCrop' })),
);

const cropsQuery = z.object({
  limit: z
    .optional(
      z.pipe(
        z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'limit must be a whole number from 1')),
        z.transform(Number),
      ),
    )
    .check(
      about('Ends the list before the image whose crops would exceed it, but never before the first.', {
        type: 'integer',
        minimum: 1,
        maximum: 999_999_999,
        pattern: undefined,
      }),
    ),
  after: z
    .optional(z.string().check(z.refine(isId, 'after must be an image id')))
    .check(about('The last `imageId` of the previous page: the list continues after it.')),
});

const link = lazy(() => doneWith({ result: z.string().check(about('URL of the archive.')) }));

const common = { rate: 'export' } as const;

export const datasetRoutes: OperationTable = {
  prefix: 'dataset',
  shape: 'dataset',
  routes: [
    ...healthRoutes({ firestore: checkFirestore, storage: checkObjects, links: checkLinks }),
    operation({
      ...common,
      id: 'generateCsv',
      at: 'GET /:dataset_id/csv',
      role: 'editor of dataset',
      sample: () => ({
        query: { test: '20', validation: '10', tagmap: 'good:fine,bad:poor', group: 'session' },
      }),
      summary: 'Write the training CSV of a dataset',
      description:
        'The import file of AutoML Vision or Vertex AI, and a report with the same name and the extension `.report.json`. The same records give the same file.',
      answers: () => ok('The location of the file.', training()),
      errors: ['dataset not found', 'csv parameter', 'csv failed'],

      params: datasetPath,
      query: csvQuery,
      refuse: refuseCsv,
      // Because it writes a file.
      handle: async (input) => {
        const request = toCsvRequest(input.query);
        const result = await generateCsv({ ...targetOf(input), request, signal: input.signal });
        return { json: { status: 'success', result: { error: false, ...result } } };
      },
    }),
    operation({
      ...common,
      id: 'downloadZip',
      at: 'POST /:dataset_id/downloadZip',
      role: 'viewer of dataset',
      sample: ({ images }) => ({ body: { images, userId: 'user-1' } }),
      summary: 'Download images as a ZIP archive',
      answers: () => ({
        200: {
          description:
            'The archive as a stream. With `redirect=false` and an archive that is too large for a streamed answer: JSON with its URL.',
          mediaType: 'application/zip',
          schema: link(),
          headers: {
            'Content-Disposition':
              'If the answer is the archive: attachment, with the file name dataset_YYYY-MM-DD.zip.',
          },
        },
        303: {
          description: 'The archive is too large for a streamed answer and is downloaded from Storage.',
          schema: link(),
          headers: { Location: 'Short-lived URL of the archive.' },
        },
      }),
      errors: [
        'dataset not found',
        'images required',
        'bad parameter',
        'no images found',
        'archive too large',
      ],

      params: datasetPath,
      query: zipQuery,
      body: zipBody,
      budget: ZIP_BUDGET,
      refuse: refuseZip,
      readOnly: true,
      handle: async (input) => {
        const { images, userId } = input.body;
        // Only a claim of the request body: `userId` of a log line is the verified caller.
        if (userId !== undefined) noteLogFields({ claimedUserId: userId });
        const { redirect, upright } = input.query;
        const wanted = { ...targetOf(input), images, upright, signal: input.signal };
        return fileReply(await downloadZip(wanted), redirect);
      },
    }),
    operation({
      ...common,
      id: 'cropAnnotations',
      at: 'GET /:dataset_id/annotationsCrops/:tag_id',
      role: 'viewer of dataset',
      sample: () => ({ query: { limit: '5' } }),
      summary: 'Crop the annotated regions of a tag',
      answers: () => ok('The crops, ordered by image.', z.array(crop())),
      errors: ['dataset not found', 'tag not found', 'bad parameter', 'crops too large'],

      params: tagPath,
      query: cropsQuery,
      refuse: refuseQuery,
      rate: 'crops',
      readOnly: true,
      handle: async (input) => {
        const { query, params, signal } = input;
        const stream = await cropAnnotations({ ...targetOf(input), tag: params.tag_id, ...query, signal });
        return { headers: { 'Content-Type': 'application/json; charset=utf-8' }, stream };
      },
    }),
    operation({
      ...common,
      id: 'refreshCounters',
      at: 'POST /:dataset_id/refreshCounters',
      role: 'editor of dataset',
      sample: () => ({}),
      summary: 'Count images and annotations again',
      answers: () => ok('The counters are exact.', doneSchema),
      errors: ['dataset not found', 'change refused', 'jobs enough'],

      action: 'counters refresh',
      params: datasetPath,
      refuse: refusePath,
      handle: async (input) => done(await refreshCounters({ ...targetOf(input), signal: input.signal })),
    }),
    ...curateRoutes,
    ...manageRoutes(() => datasetRoutes),
    ...retainRoutes,
    ...tagRoutes,
    ...memberOperations(area),
    ...monitorRoutes,
    ...keyRoutes,
    ...hookOperations(area),
    ...jobRoutes,
    ...versionRoutes,
    ...exportRoutes,
    ...importRoutes,
    ...runRoutes,
    ...uploadRoutes,
    ...judgeRoutes,
    ...runExportRoutes,
    ...suggestRoutes,
    ...acceptRoutes,
    ...findRoutes,
  ],
};
