/** Routes of Contract 9 for the images of a dataset. */
import { done } from '../../common/http/done.ts';
import { type Route, route } from '../../common/http/route.ts';
import { refuseQuery } from '../refuse-request.ts';
import { targetOf } from '../require-dataset.ts';
import { datasetPath } from '../schema.ts';
import { ports } from '../wiring.ts';
import { changeImages } from './change-images.ts';
import { deleteTrashed } from './delete-trashed.ts';
import { linkImages } from './link-images.ts';
import { listImages } from './list-images.ts';
import { listTrash } from './list-trash.ts';
import { restoreImages } from './restore-images.ts';
import { changesBody, imagesBody, listQuery, trashQuery } from './schema.ts';

/** Seconds that a call works on a selection: whoever waits sees how far it is. */
const SLICE = 2;

const common = { params: datasetPath, refuse: refuseQuery, rate: 'curate' } as const;

export const curateRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'listImages',
    methods: ['GET'],
    path: '/:dataset_id/images',
    query: listQuery,
    readOnly: true,
    handle: async (input) => {
      const { limit, after, thumbnails, ...filter } = input.query;
      const page = { limit, after, thumbnails };
      return done(await listImages({ ...targetOf(input), filter, page }, ports));
    },
  }),
  route({
    ...common,
    id: 'changeImages',
    methods: ['PATCH'],
    path: '/:dataset_id/images',
    action: 'images change',
    body: changesBody,
    keyed: true,
    handle: async ({ body, requestKey, signal, ...input }) => {
      const { changes = [], select, change = {}, undo } = body;
      const working = { ...targetOf(input), seconds: SLICE, signal };
      if (select) {
        const { changeSelection } = await import('./select/change-selection.ts');
        return done(await changeSelection({ ...working, select, change, requestKey }, ports));
      }
      if (undo !== undefined) {
        const { undoSelection } = await import('./select/undo-selection.ts');
        return done(await undoSelection({ ...working, undo }, ports));
      }
      return done({ images: await changeImages({ ...targetOf(input), changes, requestKey }, ports) });
    },
  }),
  route({
    ...common,
    id: 'listTrash',
    methods: ['GET'],
    path: '/:dataset_id/trash',
    query: trashQuery,
    readOnly: true,
    handle: async (input) => done(await listTrash({ ...targetOf(input), page: input.query }, ports)),
  }),
  route({
    ...common,
    id: 'restoreImages',
    methods: ['POST'],
    path: '/:dataset_id/trash/restore',
    action: 'images restore',
    body: imagesBody,
    handle: async (input) => {
      const images = await restoreImages({ ...targetOf(input), images: input.body.images }, ports);
      return done({ images });
    },
  }),
  route({
    ...common,
    id: 'deleteTrashed',
    methods: ['DELETE'],
    path: '/:dataset_id/trash',
    action: 'images delete',
    body: imagesBody,
    handle: async (input) =>
      done({ images: await deleteTrashed({ ...targetOf(input), images: input.body.images }, ports) }),
  }),
  route({
    ...common,
    id: 'linkImages',
    methods: ['POST'],
    path: '/:dataset_id/links',
    body: imagesBody,
    readOnly: true,
    handle: async (input) => done(await linkImages({ ...targetOf(input), images: input.body.images }, ports)),
  }),
];
