/** Spec 4.2. DELETE works beside GET for delete (Contract 3). */

import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';
import type { Caller } from '../common/access/caller.ts';
import { checkFirestore, checkLiveState, checkObjects } from '../common/adapters/health-checks.ts';
import { detectionCache, detectionDeadline } from '../common/config.ts';
import { HttpError } from '../common/errors.ts';
import { healthRoutes } from '../common/health.ts';
import { done } from '../common/http/done.ts';
import { doneSchema, doneWith, ok } from '../common/http/done-answers.ts';
import type { Budget } from '../common/http/input/budget.ts';
import { about, seenInQuery } from '../common/http/input/fields.ts';
import type { Flaw } from '../common/http/input/parse.ts';
import { type OperationTable, operation } from '../common/http/operation.ts';
import { lazy } from '../common/lazy.ts';
import { deleteImage } from './delete-image.ts';
import { detectObjects } from './detect-objects.ts';
import { type EncodedUri, EncodedUriFault, readEncodedUri } from './encoded-uri.ts';
import { deleteMask, putMask } from './put-mask.ts';
import { readBase64 } from './read-base64.ts';

/** The message of a flaw becomes the reason of the error. */
const encodedUri = z
  .pipe(
    z.string(),
    z.transform((encoded, context) => {
      try {
        return readEncodedUri(encoded);
      } catch (error) {
        if (!(error instanceof EncodedUriFault)) throw error;
        context.issues.push({ code: 'custom', message: error.message, input: encoded });
        return z.NEVER;
      }
    }),
  )
  .check(
    about("The object's name in the bucket, with every `/` as `--`; at most 1,024 bytes.", {
      minLength: 1,
      example: 'dataset--bolts--bolts-0001.jpg',
    }),
  );

const imagePath = z.object({ encoded_uri: encodedUri });

const MASK_ID = /^[A-Za-z0-9_-]{1,64}$/;

const maskQuery = z.object({
  tag: z
    .string('tag is required')
    .check(
      z.maxLength(600, 'tag must be a tag id'),
      about('Tag id, or path `dataset/<dataset_id>/tag/<tag_id>`.'),
    ),
  mask: z
    .optional(z.string().check(z.regex(MASK_ID, 'mask must be 1 to 64 of A-Z a-z 0-9 _ -')))
    .check(
      about(
        'Id of one of the masks of the image, or a new id of your choice for another one of the tag. Without it: the only mask of the tag.',
      ),
    ),
  seen: seenInQuery(
    'The revision of the image that you have seen. If it has another one, nothing changes and the answer is 409.',
  ),
});

/** The same as for an original (Contract 6); masks are much smaller. */
const MASK_BUDGET: Budget = { bytes: 20 * 1024 ** 2, depth: 1, members: 1 };

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
    ...healthRoutes({ firestore: checkFirestore, database: checkLiveState, storage: checkObjects }),
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
      handle: async (input) => done(await deleteImage(target(input))),
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
        return { json: { result: await detectObjects(asked) } };
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
        const { stream, length } = await readBase64({ ...target(input), signal: input.signal });
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
        return done({ uri: await putMask(asked) });
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
      handle: async (input) => done(await deleteMask({ ...target(input), ...input.query })),
    }),
  ],
};
