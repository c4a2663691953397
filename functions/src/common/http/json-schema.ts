/** Schemas as JSON Schema 2020-12, for openapi.yaml: nothing of this is loaded by a function. */
import { toJSONSchema, type ZodMiniType } from 'zod/mini';

type Json = Record<string, unknown>;

/** @param io `input`: what may be sent; `output`: what is answered, with no other keys */
export function jsonSchema(schema: ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
}
