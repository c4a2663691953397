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
  /** The name of a field that the schema does not have; `message` is then a hint. */
  unknown?: string | undefined;
}

type Found = Pick<Flaw, 'path' | 'message' | 'unknown'>;

/**
 * @param refuse makes the error for the first flaw, in the schema's order
 * @throws what `refuse` makes
 */
export function parse<S extends ZodMiniType>(
  schema: S,
  value: unknown,
  refuse: (flaw: Found) => Error,
): output<S> {
  const read = safeParse(schema, value);
  if (read.success) return read.data;
  const issues = read.error.issues as (Found & { params?: { unknown?: string } })[];
  // A wrong name explains more than what is missing because of it.
  const { path, message, params } = issues.find((issue) => issue.params?.unknown) ?? issues[0]!;
  throw refuse({ path, message, unknown: params?.unknown });
}
