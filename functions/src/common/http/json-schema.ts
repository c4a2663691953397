/** Converts schemas to JSON Schema 2020-12, for openapi.yaml: no function loads this. */
import { toJSONSchema, type ZodMiniType } from 'zod/mini';

type Json = Record<string, unknown>;

/** @param io `input`: what may be sent; `output`: what is answered, without any other keys */
export function jsonSchema(schema: ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
}
