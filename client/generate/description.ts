/** openapi.yaml, as far as the clients are written from it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  description?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
}

export type Content = Record<string, { schema?: Schema }>;

export interface Response {
  description: string;
  content?: Content;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Response | { $ref: string }>;
}

export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

export const OPENAPI = join(import.meta.dirname, '../../openapi.yaml');

export async function readDescription(file = OPENAPI): Promise<Description> {
  return parse(await readFile(file, 'utf8')) as Description;
}

export function resolve(schema: Schema | undefined, schemas: Record<string, Schema>): Schema {
  const name = schema?.$ref?.split('/').at(-1);
  return name === undefined ? (schema ?? {}) : resolve(schemas[name], schemas);
}

/** The fields of an answer; those of the monitor area are in `data`. */
export function contentOf(
  schema: Schema | undefined,
  schemas: Record<string, Schema>,
  goesInside = true,
): Schema {
  const whole = resolve(schema, schemas);
  const data = whole.properties?.data;
  return goesInside && data ? resolve(data, schemas) : whole;
}

/** Fields that say that the answer is one: they always have the same value. */
export const flagsOf = ({ properties = {}, required = [] }: Schema): string[] =>
  required.filter((name) => properties[name]?.const !== undefined);

export function listOf({ properties = {} }: Schema): { field: string; schema: Schema } | null {
  const found = Object.entries(properties).find(([, { type }]) => type === 'array');
  return found ? { field: found[0], schema: found[1] } : null;
}
