/** What the routes of Spec 4.3 answer (Spec 7, Contract 3 and 6). */
import * as z from 'zod/mini';
import type { Answers } from '../common/http/answers.ts';
import { about } from '../common/http/fields.ts';
import { healthAnswers } from '../common/http/health-answers.ts';

const result = (text: string) =>
  z.object({ data: z.object({ result: z.literal(text), error: z.literal(false) }) });

const added = z.object({
  data: z.object({
    error: z.literal(false),
    result: z.literal('Added image'),
    id: z.string().check(about('Id of the image record.', { minLength: 1 })),
  }),
});

export const monitorAnswers: Answers = {
  health: healthAnswers,
  startSession: {
    summary: 'Start a monitoring session',
    description: 'One of many simultaneous calls wins; the others are told that the session runs already.',
    success: { 200: { description: 'The session runs.', schema: result('Started') } },
    refusals: ['monitor not found', 'already started'],
  },
  stopSession: {
    summary: 'Stop the monitoring session',
    description: 'The end is recorded and the images of the session are counted.',
    success: { 200: { description: 'The session has ended.', schema: result('Stopped') } },
    refusals: ['monitor not found', 'already stopped'],
  },
  addImage: {
    summary: 'Upload a captured image',
    description:
      'JSON with base64, or the raw bytes with the rest in the query. Answered only once object and record are durable. The same frame again (same monitor, date, name and bytes) answers the same id and moves no counter.',
    success: { 200: { description: 'The image is kept.', schema: added } },
    refusals: [
      'monitor not found',
      'image missing',
      'upload invalid',
      'upload dataset',
      'upload tag',
      'upload too large',
      'upload format',
    ],
  },
  updateTags: {
    summary: 'Replace the annotations of an image',
    success: {
      200: {
        description: 'The annotations stand, and the counters follow.',
        schema: z.object({ error: z.literal(false), status: z.literal('success') }),
      },
    },
    refusals: ['tags invalid', 'tags coordinates', 'tags dataset', 'tags image', 'tags tag'],
  },
};
