/** Requests read by their schemas (`<function>/schema.ts`), which are also what openapi.yaml is written from. */
import { type output, safeParse, type ZodMiniType } from 'zod/mini';

/** What a schema has against a value. */
export interface Flaw {
  /** Where in the value. */
  path: readonly PropertyKey[];
  /** As the schema words it: part of the answer. */
  message: string;
}

/**
 * @param refuse what to throw for the first flaw, in the schema's own order
 * @throws what `refuse` makes
 */
export function parse<S extends ZodMiniType>(
  schema: S,
  value: unknown,
  refuse: (flaw: Flaw) => Error,
): output<S> {
  const read = safeParse(schema, value);
  if (read.success) return read.data;
  throw refuse(read.error.issues[0] as Flaw);
}

/** The parameters of a query by name; of one that is given twice, the first. */
export const valuesOf = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...query].reverse());
