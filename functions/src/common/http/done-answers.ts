/** Schemas of a success (Spec 7), for the `answers` of operations. */
import * as z from 'zod/mini';
import type { Success } from './operation.ts';

export const doneWith = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.object({ error: z.literal(false), status: z.literal('success'), ...shape });

export const doneSchema = doneWith({});

/** The only success of a route: status 200. */
export const ok = (description: string, schema: z.ZodMiniType): Readonly<Record<number, Success>> => ({
  200: { description, schema },
});
