/** Query parameters: strings by name. A name that the route does not read is the caller's mistake, and is reported. */
import * as z from 'zod/mini';
import { unknownHint } from '../../../../../packages/git/src/validate/nearest.ts';
import { HttpError } from '../../errors.ts';

/**
 * @param schema of the route's parameters; undefined if it has none
 * @throws HttpError `parameter unknown` with the nearest known name, `parameter twice`
 */
export function readParameters(
  query: URLSearchParams,
  schema: z.ZodMiniType | undefined,
): Record<string, string> {
  const known = namesOf(schema);
  const values = new Map<string, string>();
  for (const [name, value] of query) {
    if (!known.includes(name)) throw unknown(name, known);
    if (values.has(name)) throw new HttpError('parameter twice', { id: name });
    values.set(name, value);
  }
  return Object.fromEntries(values);
}

/** Names of the parameters that a schema reads, in its order. */
export function namesOf(schema: z.core.$ZodType | undefined): string[] {
  if (schema instanceof z.ZodMiniObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodMiniIntersection)
    return [...namesOf(schema.def.left), ...namesOf(schema.def.right)];
  if (schema instanceof z.ZodMiniPipe) return namesOf(schema.def.in);
  return [];
}

const unknown = (name: string, known: readonly string[]): HttpError =>
  new HttpError('parameter unknown', { id: name, reason: unknownHint(name, known, 'this route takes') });
