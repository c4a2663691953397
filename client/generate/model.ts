/** The methods of both clients, from the operations of openapi.yaml: where each belongs, its name, what it takes and answers. */
import {
  type Content,
  contentOf,
  type Description,
  flagsOf,
  listOf,
  type Operation,
  type Response,
  resolve,
  type Schema,
} from './description.ts';
import {
  DONE_BEFORE,
  GIT_READS,
  GROUPS,
  INNER,
  LONG,
  NAMES,
  NOT_CALLED,
  ONCE,
  RECORDS,
  VERBS,
} from './facts.ts';

export interface Field {
  name: string;
  schema: Schema;
  description: string;
  isRequired: boolean;
}

/**
 * What a method returns: nothing but that it is done; the one field of the answer; whether its one optional field is there;
 * all items of a list; the answer; a file.
 */
export type Returns =
  | { as: 'nothing' }
  | { as: 'field' | 'flag' | 'list'; field: string; schema: Schema }
  | { as: 'answer' }
  | { as: 'file' };

/** Parameters of paths and queries are texts; some are numbers, and some of these may be `latest`. */
export const isNumber = ({ schema }: Field): boolean => /^\^(\(?\[1-9\]|\\d)/.test(schema.pattern ?? '');
export const takesLatest = ({ schema }: Field): boolean =>
  /\|latest\)/.test(schema.pattern ?? '') || schema.anyOf?.some((each) => each.const === 'latest') === true;

export interface Call {
  /** Name of the operation, also of its schemas. */
  operation: string;
  name: string;
  /** Only other methods call it: it is part of something that is written by hand. */
  isInner: boolean;
  doc: string;
  /** Errors with what they mean here, beside those that every call can have. */
  errors: string[];
  method: string;
  path: string;
  /** Below the path of the group: names, and parameters in braces. */
  names: string[];
  params: Field[];
  query: Field[];
  body: { name: string; fields: Field[]; isRequired: boolean } | null;
  /** It takes bytes. */
  takesBytes: boolean;
  returns: Returns;
  /** The answer is in `data`. */
  isInside: boolean;
  /** The answer has pages: the list in it. */
  pages: { field: string; schema: Schema } | null;
  /** Callers get all pages: they are few. */
  listsAll: boolean;
  /** It starts a job, and waits for what it makes. */
  isJob: boolean;
  isKeyed: boolean;
  isLong: boolean;
  isOnce: boolean;
  /** Its answer says nothing of success. */
  isBare: boolean;
  doneBefore: number | null;
}

export interface Group {
  name: string;
  doc: string;
  calls: Call[];
}

export function groupsOf(description: Description): Group[] {
  const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
    callsAt(path, methods).map(([method, operation]) => {
      const group = GROUPS.find(
        ({ at, below }) => isBelow(path, at) && (below?.test(path.slice(at.length)) ?? true),
      );
      if (!group) throw new Error(`${path} belongs to no group`);
      return { group: group.name, call: callOf(description, group.at, path, method, operation) };
    }),
  );
  const known = new Set(calls.map(({ call }) => call.operation));
  for (const id of [
    ...Object.keys(NAMES),
    ...INNER,
    ...LONG,
    ...ONCE,
    ...GIT_READS,
    ...Object.keys(DONE_BEFORE),
  ])
    if (!known.has(id)) throw new Error(`There is no operation ${id}`);
  return GROUPS.map(({ name, doc }) => {
    const own = calls.flatMap(({ group, call }) => (group === name ? [call] : []));
    const twice = own.find((call, at) => own.findIndex((each) => each.name === call.name) !== at);
    if (twice) throw new Error(`Two methods of ${name} are called ${twice.name}`);
    return { name, doc, calls: own };
  });
}

const isBelow = (path: string, at: string): boolean => path === at || path.startsWith(`${at}/`);

/** Of a route with two methods, the one that is not GET. */
function callsAt(path: string, methods: Record<string, Operation>): [string, Operation][] {
  const operations = Object.entries(methods);
  const [, first] = operations[0] as [string, Operation];
  const others = operations.filter(([, { operationId }]) => operationId.startsWith(`${first.operationId}By`));
  const [twin] = others[0] ?? [];
  return operations
    .filter((each) => !others.includes(each) && !NOT_CALLED.has(path.split('/').at(-1) as string))
    .filter(([, { operationId }]) => !NOT_CALLED.has(operationId))
    .map(([method, operation]) => [operation === first && twin ? twin : method, operation]);
}

function callOf(
  description: Description,
  at: string,
  path: string,
  method: string,
  operation: Operation,
): Call {
  const { operationId: id, summary, description: more = '', responses } = operation;
  const inPath = path.slice(at.length).split('/').slice(1);
  const isJob = responses['202'] !== undefined;
  const isFile = Object.keys(contentsOf(operation)).some((type) => type !== JSON_TYPE);
  return {
    operation: id,
    name: INNER.has(id) ? `ask${id.charAt(0).toUpperCase()}${id.slice(1)}` : nameOf(id),
    isInner: INNER.has(id),
    doc: `${summary}. ${more}`.trim(),
    errors: errorsOf(responses, description.components.responses),
    method: method.toUpperCase(),
    path,
    names: inPath,
    params: fieldsOf(operation, 'path').filter(({ name }) => inPath.includes(`{${name}}`)),
    query: fieldsOf(operation, 'query').filter(
      ({ name }) => !(isFile && name === 'redirect') && !(isJob && name === 'wait'),
    ),
    body: bodyOf(operation.requestBody, description.components.schemas),
    takesBytes: Object.keys(operation.requestBody?.content ?? {}).some((type) => type !== JSON_TYPE),
    ...answerOf(description, operation, { isFile, isJob }),
    isJob,
    isKeyed: operation.parameters?.some(({ name }) => name === 'Idempotency-Key') === true,
    isLong: LONG.has(id),
    isOnce: ONCE.has(id) || (path.startsWith('/service-git') && !GIT_READS.has(id)),
    doneBefore: DONE_BEFORE[id] ?? null,
  };
}

const JSON_TYPE = 'application/json';
const contentsOf = ({ responses }: Operation): Content => (responses['200'] as Response).content ?? {};

const fieldsOf = ({ parameters = [] }: Operation, place: string): Field[] =>
  parameters
    .filter((each) => each.in === place)
    .map(({ name, schema, description = '', required = false }) => ({
      ...{ name, schema, description, isRequired: required },
    }));

function answerOf(
  { components }: Description,
  operation: Operation,
  { isFile, isJob }: { isFile: boolean; isJob: boolean },
) {
  const schema = contentsOf(operation)[JSON_TYPE]?.schema;
  const answer = contentOf(schema, components.schemas);
  const isBare = !isFile && !answer.anyOf && flagsOf(answer).length === 0;
  const isPaged = answer.properties?.next && operation.parameters?.some(({ name }) => name === 'after');
  const list = listOf(answer);
  const returns: Returns = isFile ? { as: 'file' } : isJob ? { as: 'answer' } : returnsOf(answer, isBare);
  return {
    returns,
    isBare,
    isInside: contentOf(schema, components.schemas, false).properties?.data !== undefined,
    pages: isPaged ? list : null,
    listsAll: isPaged === true && RECORDS.has(list?.field ?? ''),
  };
}

/** `makeVersion` is `versions.make`. All of git's begin with `git`. */
function nameOf(id: string): string {
  const given = NAMES[id];
  if (given) return given;
  if (id.startsWith('git')) return id.charAt(3).toLowerCase() + id.slice(4);
  const verb = /^[a-z]+/.exec(id)![0];
  return VERBS[verb] ?? verb;
}

function returnsOf(answer: Schema, isBare: boolean): Returns {
  // Git's say which operation they are of.
  if (answer.anyOf || answer.type === 'array' || answer.properties?.operation) return { as: 'answer' };
  const flags = isBare ? [] : flagsOf(answer);
  const own = Object.entries(answer.properties ?? {}).filter(([name]) => !flags.includes(name));
  const [only] = own;
  if (!only) return { as: 'nothing' };
  if (own.length > 1) return { as: 'answer' };
  const [field, schema] = only;
  if (answer.required?.includes(field)) return { as: 'field', field, schema };
  return schema.const === true ? { as: 'flag', field, schema } : { as: 'answer' };
}

function bodyOf(requestBody: Operation['requestBody'], schemas: Record<string, Schema>): Call['body'] {
  const schema = requestBody?.content['application/json']?.schema;
  // The other way is the same in `data`.
  const ref = (schema?.anyOf?.[0] ?? schema)?.$ref;
  if (!ref || !requestBody) return null;
  const { properties = {}, required = [] } = resolve({ $ref: ref }, schemas);
  const fields = Object.entries(properties).map(([name, each]) => ({
    ...{ name, schema: each, description: each.description ?? '', isRequired: required.includes(name) },
  }));
  return { name: ref.split('/').at(-1) as string, fields, isRequired: requestBody.required };
}

/** Statuses that mean something else for each call. */
const TELLING = new Set(['404', '409']);

function errorsOf(
  responses: Operation['responses'],
  shared: Description['components']['responses'],
): string[] {
  return Object.entries(responses)
    .filter(([status]) => TELLING.has(status))
    .map(([status, each]) => {
      const told = '$ref' in each ? (shared[each.$ref.split('/').at(-1) as string] as Response) : each;
      const sentences = told.description.split('\n').map((line) => line.replace(/^- `(.*)`$/, '$1'));
      return `${status} ${[...new Set(sentences)].join('; ')}`;
    });
}
