/** Tags of a dataset (Contract 9). */
import { done } from '../../common/http/done.ts';
import { type Route, route } from '../../common/http/route.ts';
import { refuseQuery } from '../refuse-request.ts';
import { targetOf } from '../require-dataset.ts';
import { datasetPath, cropsPath as tagPath } from '../schema.ts';
import { ports } from '../wiring.ts';
import { changeTag } from './change-tag.ts';
import { deleteTag } from './delete-tag.ts';
import { makeTag } from './make-tag.ts';
import { deleteTagBody, newTagBody, tagChangeBody } from './schema.ts';

const common = { refuse: refuseQuery, rate: 'curate' } as const;

export const tagRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'makeTag',
    methods: ['POST'],
    path: '/:dataset_id/tag',
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
  route({
    ...common,
    id: 'changeTag',
    methods: ['PATCH'],
    path: '/:dataset_id/tag/:tag_id',
    action: 'tag change',
    params: tagPath,
    body: tagChangeBody,
    handle: async (input) =>
      done(await changeTag({ ...targetOf(input), tag: input.params.tag_id, change: input.body }, ports)),
  }),
  route({
    ...common,
    id: 'deleteTag',
    methods: ['DELETE'],
    path: '/:dataset_id/tag/:tag_id',
    action: 'tag delete',
    params: tagPath,
    body: deleteTagBody,
    handle: async (input) => {
      const { into } = input.body;
      return done(await deleteTag({ ...targetOf(input), tag: input.params.tag_id, into }, ports));
    },
  }),
];
