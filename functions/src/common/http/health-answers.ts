import * as z from 'zod/mini';
import type { Answers, RouteAnswers } from './answers.ts';
import { ok } from './done-answers.ts';

const health: RouteAnswers = {
  summary: 'Check whether the function works',
  description:
    'Checks what the function depends on, within 5 s and at most every 3 s. Only the log says which dependency does not work. Needs no credentials.',
  success: ok('It works.', z.object({ status: z.literal('ok'), version: z.string() })),
  errors: ['unhealthy'],
};

export const healthAnswers: Answers = {
  health,
  healthz: {
    ...health,
    summary: 'Check whether the function works: the same as `/health`, where this path reaches the function',
  },
};
