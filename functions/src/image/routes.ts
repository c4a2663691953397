/** Spec 4.2. DELETE works beside GET for delete (Contract 3). */
import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';
import type { Caller } from '../common/access/caller.ts';
import { detectionCache, detectionDeadline } from '../common/config.ts';
import { HttpError } from '../common/errors.ts';
import { healthRoutes } from '../common/health.ts';
import { done } from '../common/http/done.ts';
import { doneSchema, doneWith, ok } from '../common/http/done-answers.ts';
import { about } from '../common/http/input/fields.ts';
import type { Flaw } from '../common/http/input/parse.ts';
import { type OperationTable, operation } from '../common/http/operation.ts';
import { lazy } from '../common/lazy.ts';
import { deleteImage } from './delete-image.ts';
import { detectObjects } from './detect-objects.ts';
import type { EncodedUri } from './encoded-uri.ts';
import { deleteMask, putMask } from './put-mask.ts';
import { readBase64 } from './read-base64.ts';
import { imagePath, MASK_BUDGET, maskQuery } from './schema.ts';
import { checks, ports } from './wiring.ts';

const unit = () => z.number().check(z.gte(0), z.lte(1));

const detection = lazy(() =>
  z
    .object({
      bbox: z
        .array(unit())
        .check(z.length(4), about('x and y of the top-left corner, width and height, normalized 0-1.')),
      class: z.string(),
      score: unit(),
    })
    .check(z.meta({ id: 'Detection' })),
);

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

export const imageRoutes: OperationTable = {
  prefix: 'image',
  shape: 'imageStatus',
  routes: [
    ...healthRoutes(checks),
    operation({
      ...common,
      id: 'deleteImage',
      at: 'GET|DELETE /delete/image/:encoded_uri',
      role: 'editor of image',
      sample: ({ doomed }) => ({ method: 'DELETE', params: { encoded_uri: doomed.image } }),
      summary: 'Delete an image',
      description:
        'Deletes its record, object, masks and cached detections, and updates the counters. A call that was interrupted is completed by the next one.',
      answers: () => ok('The image is deleted.', doneSchema),
      errors: ['delete refused', 'uri invalid'],

      action: 'image delete',
      handle: async (input) => done(await deleteImage(target(input), ports)),
    }),
    operation({
      ...common,
      id: 'detectObjects',
      at: 'GET /detect/image/:encoded_uri',
      role: 'viewer of image',
      sample: () => ({}),
      summary: 'Detect objects in an image',
      answers: () => ok('The detected objects.', z.object({ result: z.array(detection()) })),
      errors: [
        'file not found',
        'uri invalid',
        'detection quota',
        'detection failed',
        'detection late',
        'detection unreachable',
      ],

      rate: 'detect',
      // Each detection costs money: HEAD or a prefetch must not trigger one.
      shape: 'imageError',
      handle: async (input) => {
        const until = Date.now() + detectionDeadline();
        const useCache = detectionCache();
        const asked = { ...target(input), useCache, until, signal: input.signal };
        return { json: { result: await detectObjects(asked, ports) } };
      },
    }),
    operation({
      ...common,
      id: 'readBase64',
      at: 'GET /getb64/image/:encoded_uri',
      role: 'viewer of image',
      sample: () => ({}),
      summary: 'Get an image as a data URI',
      answers: () =>
        ok(
          'The stored bytes and their media type.',
          z.object({
            result: z.string().check(about('Data URI.', { pattern: '^data:[a-z]+/[a-z0-9.+-]+;base64,' })),
          }),
        ),
      errors: ['file not found', 'uri invalid', 'image too large to answer'],
      namesUri: true,

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
    operation<Path, Query, ZodMiniType<Buffer>, Query>({
      ...common,
      id: 'putMask',
      at: 'PUT /mask/image/:encoded_uri',
      role: 'editor of image',
      sample: ({ png }) => ({ query: { tag: 'good' }, body: png }),
      summary: 'Put a mask',
      description:
        'A PNG of the size of the upright image; 0 means that the pixel does not belong to the tag. It is stored with one channel of 8 bits, lossless. Transparent pixels become 0. The channels of a color are combined by bitwise OR, so that gray keeps its value. An image has at most 400 masks. With `seen`, only if the image has that revision. Repeating a request whose answer was lost succeeds.',
      answers: () =>
        ok(
          'The mask is stored.',
          doneWith({
            uri: z.string().check(about('`gs://` uri of the mask.')),
          }),
        ),
      errors: [
        'file not found',
        'tag not found',
        'uri invalid',
        'bad parameter',
        'body too large',
        'media type',
        'image changed',
        'masks several',
      ],

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
    operation({
      ...common,
      id: 'deleteMask',
      at: 'DELETE /mask/image/:encoded_uri',
      role: 'editor of image',
      sample: () => ({ query: { tag: 'good', mask: 'left' } }),
      summary: 'Delete a mask',
      description: 'Succeeds also if there is none. With `seen`, only if the image has that revision.',
      answers: () => ok('The image does not have the mask.', doneSchema),
      errors: [
        'file not found',
        'tag not found',
        'uri invalid',
        'bad parameter',
        'image changed',
        'masks several',
      ],

      action: 'mask delete',
      query: maskQuery,
      refuse: refuseMask,
      rate: 'curate',
      handle: async (input) => done(await deleteMask({ ...target(input), ...input.query }, ports)),
    }),
  ],
};
