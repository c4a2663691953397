import type { Readable } from 'node:stream';
import type { ZodMiniType } from 'zod/mini';
import type { Fields } from '../../git/validate/fields.ts';
import type { Caller } from '../access/caller.ts';
import type { ShapeName } from '../errors.ts';
import type { RateClass } from '../rate/limit-caller.ts';

/** One call of a route, freed of HTTP as far as an operation's adapter needs. */
export interface Call {
  method: string;
  /** Path parameters, percent-decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  caller: Caller;
  /** Media type of the body without parameters, lower case; `''` when none was sent. */
  mediaType: string;
  /** @throws Refusal `body too large`, `media type` */
  bytes(): Buffer;
  /** Parsed JSON body, undefined when empty. @throws Refusal `not json` */
  json(): unknown;
  /** Aborted when the client goes away before the answer is complete. */
  signal: AbortSignal;
}

/** A JSON answer, or bytes that leave as they come. */
export type Reply =
  | { status?: number; headers?: Record<string, string>; json: unknown }
  | { status?: number; headers: Record<string, string>; stream: Readable };

/** What a route takes: the schemas by which its operation reads it, in the order of its own checks. */
export interface RequestSchemas {
  params?: ZodMiniType;
  query?: ZodMiniType;
  /** Of JSON. A GET has none. */
  body?: ZodMiniType;
  /** The body need not be there. */
  optional?: boolean;
  /** The body may stand in `data` (Contract 6). */
  wrapped?: boolean;
  /** Media types that may come in place of JSON, and the query that they come with. */
  bytes?: { types: readonly string[]; query: ZodMiniType };
  /** A git operation's body, described beside the operation: the git library knows no schemas but its own. */
  fields?: Fields;
}

export interface Route {
  /** Names the row in openapi.yaml and among the answers of `<function>/answers.ts`. */
  id: string;
  methods: readonly ('GET' | 'POST' | 'DELETE')[];
  /** Segments; `:name` stands for one segment, percent-encoded slashes included. */
  path: string;
  request: RequestSchemas;
  /** Changes records: never run by HEAD or by a prefetch (Contract 3). */
  changes: boolean;
  /** What it does, in the log line of the request: `session start`. Those that change nothing need none. */
  action?: string;
  /** Asks for no credentials. */
  open?: boolean;
  /** Which limit per caller it counts against; none unless given. */
  rate?: RateClass;
  /** How errors of this route look (Spec 7). */
  shape: ShapeName;
  handle: (call: Call) => Promise<Reply>;
}

/** The routes of one function; `shape` is for paths that fit none of them. */
export interface RouteTable {
  /** Name of the function, which some front ends leave in the path (Contract 1). */
  prefix: string;
  shape: ShapeName;
  routes: readonly Route[];
}

export interface Match {
  route: Route | undefined;
  params: Record<string, string>;
  /** Methods of all routes that fit the path; empty when none does. */
  allowed: string[];
}

/** Finds the route of a path as it stands, else without one leading `/<function name>`. */
export function matchRoute(table: RouteTable, method: string, path: string): Match {
  const asSent = matchPath(table.routes, method, path);
  const prefix = `/${table.prefix}/`;
  if (asSent.allowed.length > 0 || !path.startsWith(prefix)) return asSent;
  return matchPath(table.routes, method, path.slice(prefix.length - 1));
}

function matchPath(routes: readonly Route[], method: string, path: string): Match {
  const allowed = new Set<string>();
  const wanted = method === 'HEAD' ? 'GET' : method;
  let found: { route: Route; params: Record<string, string> } | undefined;
  for (const route of routes) {
    const params = fitPath(route.path, path);
    if (!params) continue;
    for (const each of route.methods) allowed.add(each);
    if (!found && route.methods.some((each) => each === wanted)) found = { route, params };
  }
  return { route: found?.route, params: found?.params ?? {}, allowed: [...allowed] };
}

function fitPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] as string;
    if (segment.startsWith(':')) params[segment.slice(1)] = decodeSegment(value);
    else if (segment !== value) return null;
  }
  return params;
}

/** A segment that cannot be decoded stays as sent: no id or name of ours looks like that, so it is simply not found. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
