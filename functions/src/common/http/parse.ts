/** Parses values with their schemas (`<function>/schema.ts`), from which openapi.yaml is written too. */
import { type output, safeParse, type ZodMiniType } from 'zod/mini';

/** What is wrong with a value. */
export interface Flaw {
  /** Which of the route's schemas. */
  place: 'params' | 'query' | 'body';
  /** Path within the value. */
  path: readonly PropertyKey[];
  /** In the schema's words; part of the answer. */
  message: string;
  /** The wrong path parameter or query parameter, as sent. */
  sent: string;
}

/**
 * @param refuse makes the error for the first flaw, in the schema's order
 * @throws what `refuse` makes
 */
export function parse<S extends ZodMiniType>(
  schema: S,
  value: unknown,
  refuse: (flaw: Pick<Flaw, 'path' | 'message'>) => Error,
): output<S> {
  const read = safeParse(schema, value);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0] as Pick<Flaw, 'path' | 'message'>;
  throw refuse({ path, message });
}
