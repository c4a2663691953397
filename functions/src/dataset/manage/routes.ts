/** Routes that create, change and delete datasets (Contract 9). */
import { permitCreator, permitReader } from '../../common/access/permit-maker.ts';
import { allowedHookHosts, embedderAddress } from '../../common/config.ts';
import { HttpError } from '../../common/errors.ts';
import { done } from '../../common/http/done.ts';
import { isReserved } from '../../common/http/input/name-fields.ts';
import { type Route, type RouteTable, route } from '../../common/http/route.ts';
import { listOffers } from '../../common/members/list-offers.ts';
import { refuseQuery } from '../refuse-request.ts';
import { targetOf } from '../require-dataset.ts';
import { datasetPath } from '../schema.ts';
import { ports } from '../wiring.ts';
import { changeDataset } from './change-dataset.ts';
import { deleteDataset } from './delete-dataset.ts';
import { listDatasets } from './list-datasets.ts';
import { makeDataset } from './make-dataset.ts';
import { restoreDataset } from './restore-dataset.ts';
import { datasetChangeBody, datasetsQuery, deleteDatasetBody, newDatasetBody } from './schema.ts';

const common = { refuse: refuseQuery, rate: 'curate' } as const;

/**
 * Creates a dataset.
 * @param table all routes of the function: their path segments cannot be ids
 */
const makeRoute = (table: () => RouteTable): Route =>
  route({
    ...common,
    id: 'makeDataset',
    methods: ['POST'],
    path: '/',
    action: 'dataset make',
    body: newDatasetBody,
    keyed: true,
    permit: permitCreator,
    handle: async ({ body, caller, requestKey }) => {
      if (body.id !== undefined && isReserved(body.id, table()))
        throw new HttpError('bad parameter', { reason: `id "${body.id}" is a word of the routes` });
      return done({ id: await makeDataset({ dataset: body, caller, requestKey }, ports) });
    },
  });

const otherRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'listDatasets',
    methods: ['GET'],
    path: '/',
    query: datasetsQuery,
    readOnly: true,
    permit: permitReader,
    handle: async ({ caller, query }) => {
      const [listed, offers] = await Promise.all([
        listDatasets({ caller, page: query }, ports),
        listOffers({ caller }, ports),
      ]);
      return done({ ...listed, ...offers });
    },
  }),
  route({
    ...common,
    id: 'changeDataset',
    methods: ['PATCH'],
    path: '/:dataset_id',
    action: 'dataset change',
    params: datasetPath,
    body: datasetChangeBody,
    handle: async (input) => {
      const about = { hosts: allowedHookHosts(), hasEmbedder: embedderAddress() !== null };
      return done(await changeDataset({ ...targetOf(input), change: input.body, ...about }, ports));
    },
  }),
  route({
    ...common,
    id: 'deleteDataset',
    methods: ['DELETE'],
    path: '/:dataset_id',
    action: 'dataset delete',
    params: datasetPath,
    body: deleteDatasetBody,
    handle: async (input) => {
      const deletion = { ...targetOf(input), confirm: input.body.confirm, now: Date.now() };
      return done({ until: await deleteDataset(deletion, ports) });
    },
  }),
  route({
    ...common,
    id: 'restoreDataset',
    methods: ['POST'],
    path: '/:dataset_id/restore',
    action: 'dataset restore',
    params: datasetPath,
    handle: async (input) => done(await restoreDataset({ ...targetOf(input), now: Date.now() }, ports)),
  }),
];

/** @param table all routes of the function */
export const manageRoutes = (table: () => RouteTable): Route[] => [makeRoute(table), ...otherRoutes];
