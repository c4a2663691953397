import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from './caller.ts';
import { DatabaseError, invalid } from './database-error.ts';
import { hashOf } from './hash.ts';
import { exportJsonOf, jsonOf } from './json.ts';
import type { Namespace } from './namespace.ts';
import type { Path } from './path.ts';
import { makePushId } from './push-id.ts';
import { parseRestQuery } from './rest-query.ts';
import { childrenOf, getAt, leafOf, type Tree } from './tree.ts';
import { mergeOf, putOf, type Write } from './write.ts';

export interface RestRequest {
  method: string;
  path: Path;
  params: URLSearchParams;
  headers: IncomingHttpHeaders;
  namespace: Namespace;
  caller: Caller;
}

export interface RestAnswer {
  status: number;
  json: unknown;
  /** Sent if the client asked for it with `X-Firebase-ETag: true`, and with every 412. */
  etag?: string;
}

type Method = (request: RestRequest, body: unknown) => RestAnswer;
/** ETag of an empty value; any other value's ETag is its hash. */
const NULL_ETAG = 'null_etag';

export const METHODS = new Map<string, Method>([
  ['GET', read],
  ['HEAD', read],
  ['PUT', (request, body) => replace(request, body)],
  ['DELETE', (request) => replace(request, null)],
  ['PATCH', merge],
  ['POST', push],
]);

function read(request: RestRequest): RestAnswer {
  const { namespace, caller, path, params } = request;
  const query = parseRestQuery(params);
  const isShallow = params.get('shallow') === 'true';
  if (isShallow && query) throw invalid('shallow cannot be combined with a query');
  const tree = namespace.read({ path, ...(query && { query }) }, caller);
  const whole = params.get('format') === 'export' ? exportJsonOf : jsonOf;
  return { status: 200, json: isShallow ? shallow(tree) : whole(tree), ...etagFor(request, tree) };
}

/** Keys with `true` for a branch, for an overview of a large one. */
function shallow(tree: Tree): unknown {
  const keys = childrenOf(tree).map(([key]) => [key, true]);
  return keys.length > 0 ? Object.fromEntries(keys) : leafOf(tree);
}

function etagFor({ headers }: RestRequest, tree: Tree): { etag?: string } {
  return headers['x-firebase-etag'] === 'true' ? { etag: etagOf(tree) } : {};
}

const etagOf = (tree: Tree): string => hashOf(tree) || NULL_ETAG;

function replace(request: RestRequest, json: unknown): RestAnswer {
  const match = request.headers['if-match'];
  const write = putOf(request.path, json);
  if (match === undefined) return written(request, write);
  try {
    return written(request, write, match === NULL_ETAG ? '' : match);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === 'datastale') return conflict(request);
    throw error;
  }
}

/** Answers the current value, if the caller may read it. */
function conflict({ namespace, path, caller }: RestRequest): RestAnswer {
  const tree = namespace.read({ path }, caller);
  return { status: 412, json: jsonOf(tree), etag: etagOf(tree) };
}

function written(request: RestRequest, write: Write, expected?: string): RestAnswer {
  const { namespace, caller, path } = request;
  namespace.write(write, caller, expected);
  const tree = getAt(namespace.root, path);
  return { status: 200, json: jsonOf(tree), ...etagFor(request, tree) };
}

function merge(request: RestRequest, changes: unknown): RestAnswer {
  refuseCondition(request);
  const { namespace, caller, path } = request;
  const write = mergeOf(path, changes);
  namespace.write(write, caller);
  const results = write.entries.map((entry) => [
    entry.path.slice(path.length).join('/'),
    jsonOf(getAt(namespace.root, entry.path)),
  ]);
  return { status: 200, json: Object.fromEntries(results) };
}

function push(request: RestRequest, json: unknown): RestAnswer {
  refuseCondition(request);
  const name = makePushId(Date.now());
  request.namespace.write(putOf([...request.path, name], json), request.caller);
  return { status: 200, json: { name } };
}

function refuseCondition({ headers, method }: RestRequest): void {
  if (headers['if-match'] !== undefined) throw invalid(`if-match is not supported for ${method}`);
}
