/** Spec 4.2. DELETE works beside GET for delete (Contract 3). */
import type { ZodMiniType } from 'zod/mini';
import type { Caller } from '../common/access/caller.ts';
import { detectionCache, detectionDeadline } from '../common/config.ts';
import { HttpError } from '../common/errors.ts';
import { healthRoutes } from '../common/health.ts';
import { done } from '../common/http/done.ts';
import type { Flaw } from '../common/http/input/parse.ts';
import { type RouteTable, route } from '../common/http/route.ts';
import { deleteImage } from './delete-image.ts';
import { detectObjects } from './detect-objects.ts';
import type { EncodedUri } from './encoded-uri.ts';
import { deleteMask, putMask } from './put-mask.ts';
import { readBase64 } from './read-base64.ts';
import { imagePath, MASK_BUDGET, maskQuery } from './schema.ts';
import { checks, ports } from './wiring.ts';

const target = ({ params, caller }: { params: { encoded_uri: EncodedUri }; caller: Caller }) => ({
  uri: params.encoded_uri,
  caller,
});

const refuse = ({ message }: Flaw): HttpError => new HttpError('uri invalid', {}, message);

const refuseMask = (flaw: Flaw): HttpError =>
  flaw.place === 'params' ? refuse(flaw) : new HttpError('bad parameter', { reason: flaw.message });

const common = { params: imagePath, refuse } as const;

type Path = typeof imagePath;
type Query = typeof maskQuery;

export const imageRoutes: RouteTable = {
  prefix: 'image',
  shape: 'imageStatus',
  routes: [
    ...healthRoutes(checks),
    route({
      ...common,
      id: 'deleteImage',
      methods: ['GET', 'DELETE'],
      path: '/delete/image/:encoded_uri',
      action: 'image delete',
      handle: async (input) => done(await deleteImage(target(input), ports)),
    }),
    route({
      ...common,
      id: 'detectObjects',
      methods: ['GET'],
      path: '/detect/image/:encoded_uri',
      rate: 'detect',
      // Each detection costs money: HEAD or a prefetch must not trigger one.
      shape: 'imageError',
      handle: async (input) => {
        const until = Date.now() + detectionDeadline();
        const useCache = detectionCache();
        return { json: { result: await detectObjects({ ...target(input), useCache, until }, ports) } };
      },
    }),
    route({
      ...common,
      id: 'readBase64',
      methods: ['GET'],
      path: '/getb64/image/:encoded_uri',
      readOnly: true,
      handle: async (input) => {
        const { stream, length } = await readBase64({ ...target(input), signal: input.signal }, ports);
        const headers = {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': String(length),
        };
        return { headers, stream };
      },
    }),
    route<Path, Query, ZodMiniType<Buffer>, Query>({
      ...common,
      id: 'putMask',
      methods: ['PUT'],
      path: '/mask/image/:encoded_uri',
      action: 'mask put',
      query: maskQuery,
      bytes: { types: ['image/png'], query: maskQuery, read: (png) => png },
      budget: MASK_BUDGET,
      refuse: refuseMask,
      rate: 'curate',
      handle: async (input) => {
        const asked = { ...target(input), ...input.query, png: input.body, signal: input.signal };
        return done({ uri: await putMask(asked, ports) });
      },
    }),
    route({
      ...common,
      id: 'deleteMask',
      methods: ['DELETE'],
      path: '/mask/image/:encoded_uri',
      action: 'mask delete',
      query: maskQuery,
      refuse: refuseMask,
      rate: 'curate',
      handle: async (input) => done(await deleteMask({ ...target(input), ...input.query }, ports)),
    }),
  ],
};
