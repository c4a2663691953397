/** Tags of a dataset (Contract 9). */

import * as z from 'zod/mini';
import { done } from '../../common/http/done.ts';
import { doneSchema, doneWith, ok } from '../../common/http/done-answers.ts';
import { about, id, members } from '../../common/http/input/fields.ts';
import { type Operation, operation } from '../../common/http/operation.ts';
import { answerJob, startQuery, underWay } from '../job/follow-job.ts';
import { refuseQuery } from '../refuse-request.ts';
import { datasetPath, targetOf } from '../require-dataset.ts';
import { changeTag } from './change-tag.ts';
import { deleteTag } from './delete-tag.ts';
import { makeTag, newTagBody } from './make-tag.ts';
import { bad, color, key, order, tagName, unclassified } from './tag-fields.ts';

export const tagPath = z.object({ dataset_id: id('Dataset id'), tag_id: id('Tag id') });

const tagChangeBody = members({
  name: z.optional(tagName),
  color: z.optional(color),
  key: z.optional(key),
  order: z.optional(order),
  unclassified: z.optional(unclassified),
  bad: z.optional(bad),
});

const deleteTagBody = members({
  into: z
    .optional(z.nullable(z.string('into must be a tag id or null')))
    .check(about('Id of the tag that takes over its images and annotations; null leaves them unlabelled.')),
});

const common = { refuse: refuseQuery, rate: 'curate' } as const;

export const tagRoutes: readonly Operation[] = [
  operation({
    ...common,
    id: 'makeTag',
    at: 'POST /:dataset_id/tag',
    role: 'editor of dataset',
    sample: ({ spare }) => ({
      params: { dataset_id: spare.dataset },
      body: { name: 'new', color: '#22aa44', key: 'n', order: 3, unclassified: false, bad: true },
    }),
    summary: 'Create a tag',
    answers: () => ok('The tag is created.', doneWith({ id: z.string() })),
    errors: ['bad parameter', 'dataset not found', 'tag exists'],

    action: 'tag make',
    params: datasetPath,
    body: newTagBody,
    keyed: true,
    handle: async (input) => {
      const { requestKey } = input;
      const tag = { ...input.body, order: input.body.order };
      return done({ id: await makeTag({ ...targetOf(input), tag, requestKey }) });
    },
  }),
  operation({
    ...common,
    id: 'changeTag',
    at: 'PATCH /:dataset_id/tag/:tag_id',
    role: 'editor of dataset',
    sample: ({ spare, kept }) => ({
      params: { dataset_id: spare.dataset, tag_id: kept },
      body: { name: 'named', color: 'red', key: 'f', order: 0, unclassified: true, bad: false },
    }),
    summary: "Change a tag's name, color, key, order or meaning",
    description: 'Its images do not change.',
    answers: () => ok('The tag is changed.', doneSchema),
    errors: ['bad parameter', 'dataset not found', 'tag not found', 'tag exists'],

    action: 'tag change',
    params: tagPath,
    body: tagChangeBody,
    handle: async (input) =>
      done(await changeTag({ ...targetOf(input), tag: input.params.tag_id, change: input.body })),
  }),
  operation({
    ...common,
    id: 'deleteTag',
    at: 'DELETE /:dataset_id/tag/:tag_id',
    role: 'editor of dataset',
    sample: ({ spare, doomed, kept }) => ({
      params: { dataset_id: spare.dataset, tag_id: doomed.tag },
      body: { into: kept },
    }),
    summary: 'Delete a tag, or merge it into another one',
    description:
      'A tag that is in use is only deleted if `into` says what happens to its images and annotations: a job changes them. From the first moment, frames that name a merged tag get the other one. A job that fails or is cancelled is followed by another one.',
    answers: () => ({
      ...ok(
        'The tag is deleted, and no image has it.',
        doneWith({ images: z.int().check(about('How many had it, with those in the trash.')) }),
      ),
      ...underWay(),
    }),
    errors: [
      ...(['bad parameter', 'dataset not found', 'tag not found', 'tag in use'] as const),
      ...(['merges enough', 'change refused', 'jobs enough'] as const),
    ],

    action: 'tag delete',
    params: tagPath,
    query: startQuery,
    body: deleteTagBody,
    keyed: true,
    handle: async (input) => {
      const { into } = input.body;
      const job = await deleteTag({ ...targetOf(input), tag: input.params.tag_id, into });
      return job ? answerJob(job, input, 'change refused') : done({ images: 0 });
    },
  }),
];
