/** What the routes of Spec 4.2 answer (Spec 7, Contract 3 and 5). */
import * as z from 'zod/mini';
import type { Answers } from '../common/http/answers.ts';
import { about } from '../common/http/fields.ts';
import { healthAnswers } from '../common/http/health-answers.ts';

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
  health: healthAnswers,
  deleteImage: {
    summary: 'Remove an image',
    description:
      'Record, counters, object, masks and cached detections. A call that was cut off is finished by the next one.',
    success: {
      200: {
        description: 'The image is gone.',
        schema: z.object({ error: z.literal(false), status: z.literal('success') }),
      },
    },
    refusals: ['delete refused', 'uri invalid'],
  },
  detectObjects: {
    summary: 'Detect objects in an image',
    success: { 200: { description: 'What was found.', schema: z.object({ result: z.array(detection) }) } },
    refusals: [
      'file not found',
      'uri invalid',
      'detection quota',
      'detection failed',
      'detection late',
      'detection unreachable',
    ],
  },
  readBase64: {
    summary: 'An image as a data URI',
    success: {
      200: {
        description: 'The stored bytes and their media type.',
        schema: z.object({
          result: z.string().check(about('Data URI.', { pattern: '^data:[a-z]+/[a-z0-9.+-]+;base64,' })),
        }),
      },
    },
    refusals: ['file not found', 'uri invalid', 'image too large to answer'],
    namesUri: true,
  },
};
