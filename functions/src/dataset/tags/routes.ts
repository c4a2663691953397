/** Tags of a dataset (Contract 9). */

import * as z from 'zod/mini';
import { done } from '../../common/http/done.ts';
import { doneSchema, doneWith, ok } from '../../common/http/done-answers.ts';
import { type Operation, operation } from '../../common/http/operation.ts';
import { refuseQuery } from '../refuse-request.ts';
import { targetOf } from '../require-dataset.ts';
import { datasetPath, cropsPath as tagPath } from '../schema.ts';
import { ports } from '../wiring.ts';
import { changeTag } from './change-tag.ts';
import { deleteTag } from './delete-tag.ts';
import { makeTag } from './make-tag.ts';
import { deleteTagBody, newTagBody, tagChangeBody } from './schema.ts';

const common = { refuse: refuseQuery, rate: 'curate' } as const;

export const tagRoutes: readonly Operation[] = [
  operation({
    ...common,
    id: 'makeTag',
    at: 'POST /:dataset_id/tag',
    role: 'editor of dataset',
    sample: ({ spare }) => ({
      params: { dataset_id: spare.dataset },
      body: { name: 'new', color: '#22aa44', key: 'n', order: 3, unclassified: false },
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
      return done({ id: await makeTag({ ...targetOf(input), tag, requestKey }, ports) });
    },
  }),
  operation({
    ...common,
    id: 'changeTag',
    at: 'PATCH /:dataset_id/tag/:tag_id',
    role: 'editor of dataset',
    sample: ({ spare, kept }) => ({
      params: { dataset_id: spare.dataset, tag_id: kept },
      body: { name: 'named', color: 'red', key: 'f', order: 0, unclassified: true },
    }),
    summary: "Change a tag's name, color, key, order or meaning",
    description: 'Its images do not change.',
    answers: () => ok('The tag is changed.', doneSchema),
    errors: ['bad parameter', 'dataset not found', 'tag not found', 'tag exists'],

    action: 'tag change',
    params: tagPath,
    body: tagChangeBody,
    handle: async (input) =>
      done(await changeTag({ ...targetOf(input), tag: input.params.tag_id, change: input.body }, ports)),
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
      'A tag that is in use is only deleted if `into` says what happens to its images and annotations. From then on, frames that name a merged tag get the other one. A large tag takes a while: a call that is interrupted is completed within minutes, or by its next attempt.',
    answers: () => ok('The tag is deleted, and no image has it.', doneSchema),
    errors: ['bad parameter', 'dataset not found', 'tag not found', 'tag in use', 'merges enough'],

    action: 'tag delete',
    params: tagPath,
    body: deleteTagBody,
    handle: async (input) => {
      const { into } = input.body;
      return done(await deleteTag({ ...targetOf(input), tag: input.params.tag_id, into }, ports));
    },
  }),
];
