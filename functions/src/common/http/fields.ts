/** What the requests of several functions have in common. */
import * as z from 'zod/mini';
import { ID, isId } from '../ids.ts';

/** An id in a path. The operation refuses a bad one by the same rule, as an id that is not found. */
export const id = (what: string) =>
  z.string().check(
    z.refine(isId),
    z.meta({
      description: `${what}: at most 256 bytes, one path segment.`,
      minLength: 1,
      pattern: ID.source,
    }),
  );

/** What the schema itself does not say: for openapi.yaml alone. */
export const about = (description: string, more: Record<string, unknown> = {}) =>
  z.meta({ description, ...more });
