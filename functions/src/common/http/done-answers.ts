/** Schemas of a success (Spec 7), for `answers.ts`. */
import * as z from 'zod/mini';
import type { RouteAnswers } from './answers.ts';

export const doneWith = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.object({ error: z.literal(false), status: z.literal('success'), ...shape });

export const doneSchema = doneWith({});

/** The only success of a route: status 200. */
export const ok = (description: string, schema: z.ZodMiniType): RouteAnswers['success'] => ({
  200: { description, schema },
});
