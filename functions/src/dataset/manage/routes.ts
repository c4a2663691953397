/** Routes that create, change and delete datasets (Contract 9). */

import * as z from 'zod/mini';
import { DATASET_TYPES, EMBEDDERS } from '../../../../packages/records/src/lists.ts';
import { ROLES } from '../../common/access/permit.ts';
import { permitCreator, permitReader } from '../../common/access/permit-maker.ts';
import { datasetMembers } from '../../common/adapters/firestore/people/member-records.ts';
import { allowedHookHosts, embedderAddress } from '../../common/config.ts';
import { HttpError } from '../../common/errors.ts';
import { done } from '../../common/http/done.ts';
import { doneSchema, doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { next } from '../../common/http/input/list-query.ts';
import { isReserved } from '../../common/http/input/name-fields.ts';
import { type Operation, type OperationTable, operation } from '../../common/http/operation.ts';
import { lazy } from '../../common/lazy.ts';
import { listOffers } from '../../common/members/list-offers.ts';
import { offers } from '../../common/members/shown-member.ts';
import { refuseQuery } from '../refuse-request.ts';
import { datasetPath, targetOf } from '../require-dataset.ts';
import { changeDataset, datasetChangeBody } from './change-dataset.ts';
import { deleteDataset, deleteDatasetBody } from './delete-dataset.ts';
import { datasetsQuery, listDatasets } from './list-datasets.ts';
import { makeDataset, newDatasetBody } from './make-dataset.ts';
import { restoreDataset } from './restore-dataset.ts';

const role = lazy(() => z.enum(ROLES).check(about('Role of the caller; an administrator counts as owner.')));

const retention = lazy(() =>
  z
    .object({
      unlabelled: z
        .nullable(z.int())
        .check(about('Days after which unlabelled images go into the trash; null: never.')),
      rejected: z.int().check(about('Days for which the trash keeps images.')),
    })
    .check(z.meta({ id: 'Retention', description: 'How long images are kept.' })),
);

const listed = lazy(() =>
  z
    .object({
      id: z.string(),
      name: z.string(),
      type: z.enum(DATASET_TYPES),
      imageCounter: z.number(),
      suggest: z.enum(EMBEDDERS).check(about('What suggestions rest on.')),
      detector: z.string().check(about('Address of its own detector; `off`: Cloud Vision.')),
      retention: retention(),
      role: role(),
      tags: z
        .optional(z.array(z.object({ id: z.string(), name: z.string() })))
        .check(about('Absent with `tags=false`.')),
      deleted: z
        .optional(z.number())
        .check(about('Only of a deleted dataset: when it is permanently deleted, Unix milliseconds.')),
    })
    .check(z.meta({ id: 'ListedDataset' })),
);

const common = { refuse: refuseQuery, rate: 'curate' } as const;

/**
 * Creates a dataset.
 * @param table all routes of the function: their path segments cannot be ids
 */
const makeRoute = (table: () => OperationTable): Operation =>
  operation({
    ...common,
    id: 'makeDataset',
    at: 'POST /',
    role: 'creator',
    sample: () => ({
      body: {
        name: 'Made',
        type: 'MULTILABEL',
        tags: [{ name: 'good', color: '#22aa44', key: 'g', unclassified: false }],
        id: 'made',
      },
    }),
    summary: 'Create a dataset',
    description:
      'For people with the claim `admin` or `creator`, or whose verified e-mail address is in `CREATORS`. The caller becomes its owner.',
    answers: () => ok('The dataset is created.', doneWith({ id: z.string() })),
    errors: ['bad parameter', 'dataset exists'],

    action: 'dataset make',
    body: newDatasetBody,
    keyed: true,
    permit: permitCreator,
    handle: async ({ body, caller, requestKey }) => {
      if (body.id !== undefined && isReserved(body.id, table()))
        throw new HttpError('bad parameter', { reason: `id "${body.id}" is a word of the routes` });
      return done({ id: await makeDataset({ dataset: body, caller, requestKey }) });
    },
  });

const otherRoutes: readonly Operation[] = [
  operation({
    ...common,
    id: 'listDatasets',
    at: 'GET /',
    role: 'person',
    sample: ({ spare }) => ({ query: { limit: '2', after: spare.dataset, tags: 'false' } }),
    summary: 'List the datasets that the caller may see',
    description:
      'Each page is sorted by name. Deleted datasets of the caller are included and have `deleted`. A page that has 10,000 tags ends there.',
    answers: () => ok('The datasets.', doneWith({ datasets: z.array(listed()), next, offers: offers() })),
    errors: ['bad parameter'],

    query: datasetsQuery,
    readOnly: true,
    permit: permitReader,
    handle: async ({ caller, query }) => {
      const [listed, offers] = await Promise.all([
        listDatasets({ caller, page: query }),
        listOffers({ caller }, datasetMembers),
      ]);
      return done({ ...listed, ...offers });
    },
  }),
  operation({
    ...common,
    id: 'changeDataset',
    at: 'PATCH /:dataset_id',
    role: 'editor of dataset',
    sample: ({ spare }) => ({
      params: { dataset_id: spare.dataset },
      body: { name: 'Changed', type: 'MULTICLASS', suggest: 'builtin' },
    }),
    summary: "Change a dataset's name, type, detector, retention, or what suggestions rest on",
    description:
      'The type can be changed only as long as there are no images. With `suggest: "off"`, what suggestions have made of the pictures is removed. The detector and `retention` are for the owner to change.',
    answers: () => ok('The dataset is changed.', doneSchema),
    errors: ['bad parameter', 'dataset not found', 'dataset in use'],

    action: 'dataset change',
    params: datasetPath,
    body: datasetChangeBody,
    handle: async (input) => {
      const about = { hosts: allowedHookHosts(), hasEmbedder: embedderAddress() !== null };
      return done(await changeDataset({ ...targetOf(input), change: input.body, ...about }));
    },
  }),
  operation({
    ...common,
    id: 'deleteDataset',
    at: 'DELETE /:dataset_id',
    role: 'owner of dataset',
    sample: ({ doomed }) => ({ params: { dataset_id: doomed.dataset }, body: { confirm: doomed.name } }),
    summary: 'Delete a dataset',
    description:
      'For its owner. Nobody can use it any more. The owner can restore it for 7 days; then it is permanently deleted with its images.',
    answers: () =>
      ok(
        'The dataset is deleted.',
        doneWith({
          until: z.number().check(about('When it can no longer be restored, Unix milliseconds.')),
        }),
      ),
    errors: ['bad parameter', 'dataset not found'],

    action: 'dataset delete',
    params: datasetPath,
    body: deleteDatasetBody,
    handle: async (input) => {
      const deletion = { ...targetOf(input), confirm: input.body.confirm, now: Date.now() };
      return done({ until: await deleteDataset(deletion) });
    },
  }),
  operation({
    ...common,
    id: 'restoreDataset',
    at: 'POST /:dataset_id/restore',
    role: 'owner of dataset',
    sample: ({ doomed }) => ({ params: { dataset_id: doomed.dataset } }),
    summary: 'Restore a deleted dataset',
    description: 'For its owner, within 7 days. Does nothing if the dataset is not deleted.',
    answers: () => ok('The dataset is restored.', doneSchema),
    errors: ['dataset not found'],

    action: 'dataset restore',
    params: datasetPath,
    handle: async (input) => done(await restoreDataset({ ...targetOf(input), now: Date.now() })),
  }),
];

/** @param table all routes of the function */
export const manageRoutes = (table: () => OperationTable): Operation[] => [makeRoute(table), ...otherRoutes];
