/** Query parameters: strings by name, or lists of them. A name that the route does not read is the caller's mistake, and is reported. */
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
): Record<string, string | string[]> {
  const fields = fieldsOf(schema);
  const known = Object.keys(fields);
  const values = new Map<string, string | string[]>();
  for (const [name, value] of query) {
    if (!known.includes(name)) throw unknown(name, known);
    const before = values.get(name);
    if (before !== undefined && !isRepeatable(fields[name]))
      throw new HttpError('parameter twice', { id: name });
    values.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(values);
}

/** Names of the parameters that a schema reads, in its order. */
export const namesOf = (schema: z.core.$ZodType | undefined): string[] => Object.keys(fieldsOf(schema));

function fieldsOf(schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> {
  if (schema instanceof z.ZodMiniObject) return schema.shape;
  if (schema instanceof z.ZodMiniIntersection)
    return { ...fieldsOf(schema.def.left), ...fieldsOf(schema.def.right) };
  if (schema instanceof z.ZodMiniPipe) return fieldsOf(schema.def.in);
  return {};
}

/** As `oneOrMore` makes them. */
const isRepeatable = (field: z.core.$ZodType | undefined): boolean =>
  field instanceof z.ZodMiniOptional && field.def.innerType instanceof z.ZodMiniUnion;

const unknown = (name: string, known: readonly string[]): HttpError =>
  new HttpError('parameter unknown', { id: name, reason: unknownHint(name, known, 'this route takes') });
