/** Compares the functions' answers with openapi.yaml: status, headers, media type and body. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

export interface SeenAnswer {
  method: string;
  /** Path after the base address: `/monitor/line-1/start?uid=a`. */
  path: string;
  status: number;
  header: (name: string) => string | null | undefined;
  /** Text of the body; undefined if it was not read as text. */
  text: string | undefined;
}

type Json = Record<string, unknown>;

interface Response {
  $ref?: string;
  headers?: Record<string, { $ref?: string; required?: boolean; schema: Json }>;
  content?: Record<string, { schema: Json }>;
}

interface Document {
  tags: { name: string; 'x-unknown-path': Json }[];
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: Record<string, Record<string, Json>>;
}

const text = readFileSync(join(import.meta.dirname, '../../openapi.yaml'), 'utf8');
const document = readDocument();
const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: false });
ajv.addSchema(document as unknown as Json, 'openapi');
const compiled = new Map<Json, ValidateFunction>();

/** Parsing the YAML takes most of a second, so the first test file stores it as JSON for the others. */
function readDocument(): Document {
  const kept = join(tmpdir(), `sightline-openapi-${createHash('sha256').update(text).digest('hex')}.json`);
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'));
  const made = parse(text) as Document;
  // Renamed into place, so that another worker never reads half of it.
  writeFileSync(`${kept}.${process.pid}`, JSON.stringify(made));
  renameSync(`${kept}.${process.pid}`, kept);
  return made;
}

/** @throws what differs from the document */
export function requireDescribed(answer: SeenAnswer): void {
  const flaw = flawOfAnswer(answer);
  if (flaw === undefined) return;
  const { method, path, status, text: body } = answer;
  throw new Error(
    `openapi.yaml does not describe this answer: ${flaw}\n${method} ${path.slice(0, 300)} -> ${status} ${(body ?? '').slice(0, 500)}`,
  );
}

/** Undefined if the answer is as described, or is not a function's. */
export function flawOfAnswer(answer: SeenAnswer): string | undefined {
  if (isOfTheFront(answer)) return undefined;
  if (!/^[\w.-]{8,64}$/.test(answer.header('x-request-id') ?? '')) return 'it has no X-Request-Id';
  if (answer.method === 'OPTIONS' && answer.status === 204) return undefined;
  const response = responseOf(answer);
  return typeof response === 'string' ? response : flawOfResponse(answer, response);
}

/** The stack's front and Node's parser answer some requests before any function. */
function isOfTheFront({ status, header, text: body }: SeenAnswer): boolean {
  if (header('x-request-id')) return false;
  if ([400, 408, 431].includes(status) && (body ?? '') === '') return true;
  return /^{"error":"(The function |The request body is larger|No function )/.test(body ?? '');
}

/** The described response, or why there is none. */
function responseOf({ method, path, status }: SeenAnswer): Response | string {
  // A function is also called with its name before the path; no record has this name.
  // Node's parser ends the path before a space.
  const sent = (path.split('?', 1)[0] ?? '').replace(/ +$/, '');
  const place = sent.replace(/^(\/[^/]+)\/$/, '$1').replace(/^(\/[^/]+)\1$/, '$1');
  const [, name = ''] = place.split('/');
  const isPrefixed = place.startsWith(`/${name}/${name}/`);
  const methods = findPath(place) ?? (isPrefixed ? findPath(place.slice(name.length + 1)) : undefined);
  if (!methods) return routeUnknown(name, status);
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
  const refusesHead = method === 'HEAD' && status === 405;
  const operation = (refusesHead ? undefined : methods[wanted]) ?? Object.values(methods)[0];
  if (!methods[wanted] && status !== 405) return `the method is not described, and not refused`;
  const response = operation?.responses[String(status)];
  return response ?? `the status is not described`;
}

function findPath(place: string) {
  const given = place.split('/');
  const fits = (pattern: string): boolean => {
    const wanted = pattern.split('/');
    return (
      wanted.length === given.length &&
      wanted.every((segment, index) => segment.startsWith('{') || segment === given[index])
    );
  };
  return Object.entries(document.paths).find(([pattern]) => fits(pattern))?.[1];
}

function routeUnknown(name: string, status: number): Response | string {
  const schema = document.tags.find((tag) => tag.name === name)?.['x-unknown-path'];
  if (!schema) return 'no such function is described';
  if (status !== 404) return 'the path is not described, and not refused';
  return { content: { 'application/json': { schema } } };
}

const deref = <T extends { $ref?: string }>(value: T): T => {
  const [, , kind = '', name = ''] = value.$ref?.split('/') ?? [];
  return value.$ref ? (document.components[kind]?.[name] as unknown as T) : value;
};

function flawOfResponse(answer: SeenAnswer, given: Response): string | undefined {
  const { headers = {}, content = {} } = deref(given);
  for (const [name, one] of Object.entries(headers)) {
    const { required, schema } = deref(one);
    const value = answer.header(name);
    if (value === null || value === undefined) {
      if (required) return `the header ${name} is missing`;
    } else if (!validate(schema)(value)) return `the header ${name} is ${value}`;
  }
  const mediaType = answer.header('content-type')?.split(';', 1)[0] ?? '';
  const described = content[mediaType];
  if (!described) return `the media type is ${mediaType}`;
  if (answer.method === 'HEAD' || answer.text === undefined || mediaType !== 'application/json')
    return undefined;
  const check = validate(described.schema);
  return check(JSON.parse(answer.text)) ? undefined : ajv.errorsText(check.errors);
}

function validate(schema: Json): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  // References are resolved against the whole document.
  const made = ajv.compile(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')),
  );
  compiled.set(schema, made);
  return made;
}
