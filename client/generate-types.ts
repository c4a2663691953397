/** The routes of `openapi.yaml` as TypeScript: what each takes and answers. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { parse } from 'yaml';

const HERE = import.meta.dirname;
const DESCRIPTION = join(HERE, '../openapi.yaml');
const BIOME = join(HERE, '../node_modules/@biomejs/biome/bin/biome');

const BANNER = `/** Written by \`npm run build:client\` from openapi.yaml: change that, not this. */`;

type Content = Record<string, { schema?: JSONSchema }>;

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JSONSchema;
}

interface Operation {
  summary?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, JSONSchema>; parameters?: Record<string, Parameter> };
}

const METHODS = new Set(['get', 'post', 'delete', 'put', 'patch']);
const JSON_TYPE = 'application/json';

/** @returns the text of `src/api.ts` */
export async function generateTypes(file = DESCRIPTION): Promise<string> {
  const description = parse(await readFile(file, 'utf8')) as Description;
  const schema = asCompiled(routesSchema(description)) as JSONSchema;
  const types = await compile(schema, 'Routes', {
    ...{ bannerComment: BANNER, additionalProperties: false, format: false },
    // A list's length would be spelled out as one tuple for each.
    ignoreMinAndMaxItems: true,
  });
  return format(types);
}

/** One object type with a property for each method and path. */
function routesSchema({ paths, components }: Description): JSONSchema {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        routeSchema(operation, components?.parameters ?? {}),
      ]),
  );
  const definitions = components?.schemas ?? {};
  return { title: 'Routes', ...objectOf(Object.fromEntries(routes)), definitions };
}

function routeSchema(operation: Operation, shared: Record<string, Parameter>): JSONSchema {
  const query = (operation.parameters ?? [])
    .map((each) => ('$ref' in each ? (shared[each.$ref.split('/').at(-1) as string] as Parameter) : each))
    .filter((each) => each.in === 'query');
  const body = operation.requestBody?.content[JSON_TYPE]?.schema;
  const answer = operation.responses['200']?.content?.[JSON_TYPE]?.schema;
  return {
    ...(operation.summary && { description: operation.summary }),
    ...objectOf({
      ...(query.length > 0 && { query: querySchema(query) }),
      ...(body && { body }),
      ...(answer && { answer }),
    }),
  };
}

const querySchema = (parameters: readonly Parameter[]): JSONSchema => ({
  ...objectOf(Object.fromEntries(parameters.map((each) => [each.name, described(each)]))),
  required: parameters.filter((each) => each.required).map((each) => each.name),
});

const described = ({ description, schema }: Parameter): JSONSchema =>
  description ? { ...schema, description } : schema;

const objectOf = (properties: Record<string, JSONSchema>): JSONSchema => ({
  ...{ type: 'object', additionalProperties: false },
  ...{ properties, required: Object.keys(properties) },
});

/**
 * The compiler knows the JSON Schema of before 2020 and looks for definitions at the root of the schema. A list of fixed
 * length needs a schema for each place.
 */
function asCompiled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asCompiled);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value as { $ref?: unknown } & JSONSchema;
  if (typeof $ref === 'string') return { $ref: $ref.replace('#/components/schemas/', '#/definitions/') };
  if (rest.type === 'object' && isEmpty(rest.properties)) return { ...rest, tsType: 'Record<string, never>' };
  const { minItems, maxItems, items, prefixItems } = rest;
  const isTuple = minItems !== undefined && minItems === maxItems && !Array.isArray(items);
  const expanded = isTuple ? { ...rest, items: prefixItems ?? Array(minItems).fill(items) } : rest;
  return Object.fromEntries(Object.entries(expanded).map(([key, inner]) => [key, asCompiled(inner)]));
}

/** Whether `properties` is given, without any in it. */
const isEmpty = (properties: unknown): boolean =>
  typeof properties === 'object' && properties !== null && Object.keys(properties).length === 0;

/** In the project's own style. */
async function format(code: string): Promise<string> {
  const child = execFile(process.execPath, [BIOME, 'format', '--stdin-file-path=client/src/api.ts'], {
    cwd: join(HERE, '..'),
  });
  child.stdin?.end(code);
  const [formatted, problem] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
  if (formatted === '') throw new Error(`The types could not be formatted: ${problem}`);
  return formatted;
}
