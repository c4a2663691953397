/** Answers of the routes of Spec 4.2 (Spec 7, Contract 3 and 5). */
import * as z from 'zod/mini';
import type { Answers } from '../common/http/answers.ts';
import { doneSchema, doneWith, ok } from '../common/http/done-answers.ts';
import { healthAnswers } from '../common/http/health-answers.ts';
import { about } from '../common/http/input/fields.ts';

const unit = () => z.number().check(z.gte(0), z.lte(1));

const detection = z
  .object({
    bbox: z
      .array(unit())
      .check(z.length(4), about('x and y of the top-left corner, width and height, normalized 0-1.')),
    class: z.string(),
    score: unit(),
  })
  .check(z.meta({ id: 'Detection' }));

export const imageAnswers: Answers = {
  ...healthAnswers,
  deleteImage: {
    summary: 'Delete an image',
    description:
      'Deletes its record, object, masks and cached detections, and updates the counters. A call that was interrupted is completed by the next one.',
    success: ok('The image is deleted.', doneSchema),
    errors: ['delete refused', 'uri invalid'],
  },
  detectObjects: {
    summary: 'Detect objects in an image',
    success: ok('The detected objects.', z.object({ result: z.array(detection) })),
    errors: [
      'file not found',
      'uri invalid',
      'detection quota',
      'detection failed',
      'detection late',
      'detection unreachable',
    ],
  },
  readBase64: {
    summary: 'Get an image as a data URI',
    success: ok(
      'The stored bytes and their media type.',
      z.object({
        result: z.string().check(about('Data URI.', { pattern: '^data:[a-z]+/[a-z0-9.+-]+;base64,' })),
      }),
    ),
    errors: ['file not found', 'uri invalid', 'image too large to answer'],
    namesUri: true,
  },
  putMask: {
    summary: 'Put a mask',
    description:
      'A PNG of the size of the upright image; 0 means that the pixel does not belong to the tag. It is stored with one channel of 8 bits, lossless. Transparent pixels become 0. The channels of a color are combined by bitwise OR, so that gray keeps its value. An image has at most 400 masks. With `seen`, only if the image has that revision. Repeating a request whose answer was lost succeeds.',
    success: ok(
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
      'media type',
      'image changed',
      'masks several',
    ],
  },
  deleteMask: {
    summary: 'Delete a mask',
    description: 'Succeeds also if there is none. With `seen`, only if the image has that revision.',
    success: ok('The image does not have the mask.', doneSchema),
    errors: [
      'file not found',
      'tag not found',
      'uri invalid',
      'bad parameter',
      'image changed',
      'masks several',
    ],
  },
};
