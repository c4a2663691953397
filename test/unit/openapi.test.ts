/**
 * openapi.yaml is generated from the schemas and the error tables.
 * @covers A row's schemas validate and are documented
 * @covers openapi.yaml: every route, every error, from the schemas that requests are checked with; every answer of the tests is held to it
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { parse } from 'yaml';
import { safeParse } from 'zod/mini';
import { namesOf } from '../../functions/src/common/http/input/query.ts';
import { isId } from '../../functions/src/common/ids.ts';
import { GIT_FAULTS } from '../../packages/git/src/git-fault.ts';
import { FUNCTIONS } from '../../tools/openapi/functions.ts';
import { errorsOf } from '../../tools/openapi/responses.ts';
import { OPENAPI, writeDocument } from '../../tools/openapi/write.ts';

const text = readFileSync(OPENAPI, 'utf8');
const document = parse(text);

test('openapi.yaml is what `npm run openapi` writes', () => {
  expect(text === writeDocument() || 'run `npm run openapi` and look at the difference').toBe(true);
});

test('it is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  expect(await validator.validate(document)).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('it has exactly the routes of all functions, with all of their methods', () => {
  const routes = FUNCTIONS.flatMap(({ table }) =>
    table.routes.flatMap(({ path, methods }) =>
      methods.map(
        (method) => `${method} /${table.prefix}${path.replace(/^\/$/, '').replace(/:(\w+)/g, '{$1}')}`,
      ),
    ),
  );
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(routes.sort());
});

test('every error of git’s table can be answered by some route', () => {
  const told = FUNCTIONS.flatMap(({ table }) =>
    table.routes.flatMap((route) => errorsOf({ route, elsewhere: table.shape, method: 'POST' })),
  ).map(({ code }) => code);
  expect(Object.keys(GIT_FAULTS).filter((code) => !told.includes(code))).toEqual([]);
});

describe('what the document says about parameters and bodies is what the schemas of the routes do', () => {
  const routes = FUNCTIONS.flatMap(({ table }) =>
    table.routes.map((route) => ({ route, prefix: table.prefix })),
  );
  const described = routes.flatMap(({ route, prefix }) =>
    route.methods.map((method) => {
      const path = `/${prefix}${route.path.replace(/^\/$/, '').replace(/:(\w+)/g, '{$1}')}`;
      return [`${method} ${path}`, route, document.paths[path][method.toLowerCase()]] as const;
    }),
  );

  test.each(described)(
    '%s: a body is required if the schema refuses none',
    (name, { body, bytes }, operation) => {
      const takesBody = !name.startsWith('GET') && (body || bytes);
      expect(operation.requestBody?.required).toBe(
        takesBody ? !(body && safeParse(body, undefined).success) : undefined,
      );
    },
  );

  test.each(described)(
    '%s: query parameters are those of the schema, required if it refuses none',
    (_, route, operation) => {
      const schema = route.query ?? route.bytes?.query;
      const given = (operation.parameters ?? []).filter((each: { in: string }) => each.in === 'query');
      expect(given.map((each: { name: string }) => each.name)).toEqual(namesOf(schema));
      const refused = schema ? (safeParse(schema, {}).error?.issues ?? []) : [];
      const required = given.filter((each: { required: boolean }) => each.required);
      expect(required.map((each: { name: string }) => each.name)).toEqual(refused.map(({ path }) => path[0]));
    },
  );

  test.each(described)(
    '%s: path parameters are those of the path and of the schema',
    (name, { params }, operation) => {
      const given = (operation.parameters ?? []).filter((each: { in: string }) => each.in === 'path');
      const names = given.map((each: { name: string }) => each.name);
      expect(names).toEqual([...name.matchAll(/\{(\w+)\}/g)].map(([, each]) => each));
      expect(names).toEqual(namesOf(params));
    },
  );
});

test('names of operations are unique', () => {
  const ids = [...text.matchAll(/^ {6}operationId: (.+)$/gm)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(30);
});

describe('what an operation takes and answers has its name, also if another operation’s is the same', () => {
  const operations = Object.values<Record<string, Described>>(document.paths).flatMap((methods) => {
    const all = Object.values(methods);
    // All methods of a route share their schemas.
    const names = all.map(({ operationId }) => operationId.replace(/By(Post|Delete)$/, ''));
    return all.map((each, n) => [each.operationId, names[n] as string, each] as const);
  });
  test.each(operations)('%s', (_, name, { requestBody, responses }) => {
    const schemas = `#/components/schemas/${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const taken = requestBody?.content['application/json']?.schema;
    const answered = responses['200']?.content?.['application/json']?.schema;
    if (taken) expect((taken.anyOf?.[0] ?? taken).$ref).toBe(`${schemas}Request`);
    if (answered) expect(answered.$ref).toBe(`${schemas}Answer`);
  });
});

interface Referred {
  $ref?: string;
  anyOf?: Referred[];
}
type Content = Record<string, { schema: Referred }>;
interface Described {
  operationId: string;
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

describe('ids in the document have the same rules as in the functions', () => {
  const { schema } = document.paths['/monitor/{monitor_id}/stop'].get.parameters[0];
  test.each([
    'a',
    'line-1',
    '.',
    '..',
    '...',
    '.a',
    '__a__',
    '__',
    '___',
    '____',
    'a/b',
    'a\u0000',
    '__a/b__',
    '__\u2028__',
    'a\n',
    'a\u2028',
    'a\u0085',
    'pCcs',
    '😀',
    'ä',
    '',
    ' ',
  ])('%j', (value) => {
    const fits = new RegExp(schema.pattern, 'u').test(value) && value.length >= schema.minLength;
    expect(isId(value)).toBe(fits);
  });

  test('a lone surrogate is not a valid id', () => expect(isId('a\ud800')).toBe(false));
});
