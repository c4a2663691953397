/** Routes of Contract 9 for the images of a dataset. */

import * as z from 'zod/mini';
import { done } from '../../common/http/done.ts';
import { doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { type Operation, operation } from '../../common/http/operation.ts';
import { answerJob, startQuery, underWay } from '../job/follow-job.ts';
import { refuseQuery } from '../refuse-request.ts';
import { datasetPath, targetOf } from '../require-dataset.ts';
import { changeImages } from './change-images.ts';
import { deleteTrashed } from './delete-trashed.ts';
import {
  link,
  listed,
  listedImage,
  millis,
  next,
  outcomes,
  rejected,
  selectionChanged,
  selectionUndone,
} from './image-answer.ts';
import { listQuery, trashQuery } from './image-filter.ts';
import { changesBody, emptyBody, imagesBody } from './images-request.ts';
import { linkImages } from './link-images.ts';
import { listImages } from './list-images.ts';
import { listTrash } from './list-trash.ts';
import { restoreImages } from './restore-images.ts';

const common = { params: datasetPath, refuse: refuseQuery, rate: 'curate' } as const;

export const curateRoutes: readonly Operation[] = [
  operation({
    ...common,
    id: 'listImages',
    at: 'GET /:dataset_id/images',
    role: 'viewer of dataset',
    sample: () => ({
      query: {
        tag: ['good', 'bad'],
        set: 'PREDETERMINED',
        session: 'day-2026-09-21',
        monitor: 'line-1',
        labelled: 'true',
        checked: 'false',
        from: '0',
        to: '1790000000000',
        limit: '2',
        after: 'WzE3OTAwMDAwMDAwMDAsIngiXQ',
        thumbnails: 'true',
      },
    }),
    summary: 'List images of a dataset',
    description:
      'Newest first, by date and then by id. Filters can be combined. Images that are added while you read pages neither repeat nor hide others.',
    answers: () =>
      ok(
        'A page.',
        doneWith({
          images: z.array(listedImage()),
          next: next(),
          at: millis().check(about('When it was read, Unix milliseconds. Send it with `select`.')),
        }),
      ),
    errors: ['dataset not found', 'bad parameter'],

    query: listQuery,
    readOnly: true,
    handle: async (input) => {
      const { limit, after, thumbnails, ...filter } = input.query;
      const page = { limit, after, thumbnails };
      return done(await listImages({ ...targetOf(input), filter, page }));
    },
  }),
  operation({
    ...common,
    id: 'changeImages',
    at: 'PATCH /:dataset_id/images',
    role: 'editor of dataset',
    sample: ({ images }) => [
      {
        body: {
          changes: [
            { image: images[0], seen: 0, tag: 'good', set: 'TRAIN', decision: 'accept' },
            { image: images[1], tag: null, decision: 'review' },
          ],
        },
      },
      {
        body: {
          select: { tag: 'good', set: 'TRAIN', labelled: true, from: 1, shown: 100, at: Date.now() },
          change: { tag: 'bad', set: 'TEST', decision: 'accept' },
        },
      },
      { body: { undo: 'none' } },
    ],
    summary: 'Label images and decide about them',
    description:
      'Each change is made completely or not at all. `Idempotency-Key` identifies the request: if it is sent again with the same key within an hour, it gets the same answer and changes nothing twice. Without a key, the changes identify it if each of them has `seen`.\n\nInstead of `changes`: `select` and `change` change all images that a filter has shown, and `undo` takes that back. A job does that; twice is once. What has come after `at` is not touched.',
    answers: () => ({
      ...ok(
        'The outcome of each change, or of those of a selection, or of taking them back.',
        z.union([doneWith({ images: outcomes() }), selectionChanged(), selectionUndone()]),
      ),
      ...underWay(),
    }),
    errors: ['dataset not found', 'change not found', 'change refused', 'jobs enough', 'bad parameter'],

    action: 'images change',
    query: startQuery,
    body: changesBody,
    keyed: true,
    handle: async (input) => {
      const { changes = [], select, change = {}, undo } = input.body;
      const target = { ...targetOf(input), requestKey: input.requestKey };
      if (!select && undo === undefined) return done({ images: await changeImages({ ...target, changes }) });
      const job = select
        ? await (await import('./select/change-selection.ts')).changeSelection({ ...target, select, change })
        : await (await import('./select/undo-selection.ts')).undoSelection({ ...target, undo: undo ?? '' });
      return answerJob(job, input, 'change refused');
    },
  }),
  operation({
    ...common,
    id: 'listTrash',
    at: 'GET /:dataset_id/trash',
    role: 'editor of dataset',
    sample: () => ({ query: { limit: '2', after: 'W1sxNzkwMDAwMDAwLDBdLCJ4Il0', thumbnails: 'true' } }),
    summary: 'List rejected images',
    description:
      'Most recently rejected first. Rejected images are in no list, export or counter, and are permanently deleted after the days of `retention.rejected`, 7 unless set.',
    answers: () =>
      ok(
        'A page.',
        doneWith({
          images: z.array(z.object({ ...listed(), ...rejected() }).check(z.meta({ id: 'TrashedImage' }))),
          next: next(),
        }),
      ),
    errors: ['dataset not found', 'bad parameter'],

    query: trashQuery,
    readOnly: true,
    handle: async (input) => done(await listTrash({ ...targetOf(input), page: input.query })),
  }),
  operation({
    ...common,
    id: 'restoreImages',
    at: 'POST /:dataset_id/trash/restore',
    role: 'editor of dataset',
    sample: ({ images }) => ({ body: { images } }),
    summary: 'Restore images from the trash',
    description:
      'Each image gets all its fields back. An image that exists and is not in the trash is `done`.',
    answers: () => ok('The outcome of each change.', doneWith({ images: outcomes() })),
    errors: ['dataset not found', 'bad parameter'],

    action: 'images restore',
    body: imagesBody,
    handle: async (input) => {
      const images = await restoreImages({ ...targetOf(input), images: input.body.images });
      return done({ images });
    },
  }),
  operation({
    ...common,
    id: 'deleteTrashed',
    at: 'DELETE /:dataset_id/trash',
    role: 'editor of dataset',
    sample: ({ images }) => ({ body: { images: ['x', images[0]] } }),
    summary: 'Delete rejected images for good',
    description: 'Before their days are over. What is not in the trash is `not found` and stays as it is.',
    answers: () => ok('The outcome of each image.', doneWith({ images: outcomes() })),
    errors: ['dataset not found', 'bad parameter'],

    action: 'images delete',
    body: imagesBody,
    handle: async (input) =>
      done({ images: await deleteTrashed({ ...targetOf(input), images: input.body.images }) }),
  }),
  operation({
    ...common,
    id: 'emptyTrash',
    at: 'POST /:dataset_id/trash/empty',
    role: 'editor of dataset',
    sample: ({ spare }) => ({ params: { dataset_id: spare.dataset }, body: { before: 1 } }),
    summary: 'Delete for good what was rejected before a time',
    description:
      'A job does it. What is restored meanwhile stays; what is rejected later stays in the trash.',
    answers: () => ({
      ...ok('They are gone.', doneWith({ deleted: z.int().check(about('Number of images.')) })),
      ...underWay(),
    }),
    errors: ['dataset not found', 'bad parameter', 'change refused', 'jobs enough'],

    action: 'trash empty',
    query: startQuery,
    body: emptyBody,
    keyed: true,
    handle: async (input) => {
      const { emptyTrash } = await import('./purge-job.ts');
      const { body, requestKey } = input;
      return answerJob(
        await emptyTrash({ ...targetOf(input), ...body, requestKey }),
        input,
        'change refused',
      );
    },
  }),
  operation({
    ...common,
    id: 'linkImages',
    at: 'POST /:dataset_id/links',
    role: 'viewer of dataset',
    sample: ({ images }) => ({ body: { images } }),
    summary: 'Get links to originals and masks',
    description:
      'For pages that show images. A link serves the stored bytes for 15 minutes. There is none for an image that is not in the dataset.',
    answers: () =>
      ok(
        'Links by image id.',
        doneWith({
          links: z.record(z.string(), link()),
          expires: millis().check(about('When the links expire, Unix milliseconds.')),
        }),
      ),
    errors: ['dataset not found', 'bad parameter'],

    body: imagesBody,
    readOnly: true,
    handle: async (input) => done(await linkImages({ ...targetOf(input), images: input.body.images })),
  }),
];
