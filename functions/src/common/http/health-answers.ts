import * as z from 'zod/mini';
import type { RouteAnswers } from './answers.ts';

export const healthAnswers: RouteAnswers = {
  summary: 'Whether the function works',
  description:
    'Looks at what the function depends on, within 5 s and at most every 3 s. Which dependency does not work is told to the log only. Needs no credentials.',
  success: {
    200: { description: 'It works.', schema: z.object({ status: z.literal('ok') }) },
  },
  refusals: ['unhealthy'],
};
