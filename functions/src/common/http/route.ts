/** Types of a route table. To add a route: an entry in the table, its schemas, an operation. */
import type { Readable } from 'node:stream';
import type { output, ZodMiniType } from 'zod/mini';
import type { Caller } from '../access/caller.ts';
import type { RateClass } from '../config.ts';
import type { ShapeName } from '../error-shapes.ts';
import type { Budget } from './input/budget.ts';
import type { Flaw } from './input/parse.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A JSON answer, or a stream of bytes. */
export type Reply =
  | { status?: number; headers?: Record<string, string>; json: unknown }
  | { status?: number; headers: Record<string, string>; stream: Readable };

/** The input of a route's handler: the request, parsed by the route's schemas. */
export interface Input<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  caller: Caller;
  /** `Idempotency-Key` of a route that is `keyed`: the same at each attempt of one request. Null if none was sent. */
  requestKey: string | null;
  /** Address of the function as its caller reached it, for links to it. */
  base: string;
  /** Origin of the page that sent the request, if it is one of those that may call the functions; null otherwise. */
  origin: string | null;
  /** Aborted when the client disconnects before the answer is complete. */
  signal: AbortSignal;
}

/** For bodies of bytes instead of JSON. */
export interface BytesRules<B, Q extends ZodMiniType = ZodMiniType> {
  /** Documented media types; others of the same kind (`image/*`) are accepted too. */
  types: readonly string[];
  /** Replaces the route's query schema if the body is bytes. */
  query: Q;
  /** @throws HttpError for bytes that the route does not accept */
  read(bytes: Buffer, query: output<Q>): B;
}

/** The route has no such input. */
export type Nothing = ZodMiniType<undefined, undefined>;

/** A route with the types of its schemas. */
export interface TypedRoute<
  P extends ZodMiniType = Nothing,
  Q extends ZodMiniType = Nothing,
  B extends ZodMiniType = Nothing,
  R extends ZodMiniType = Nothing,
> {
  /** Name of the route in openapi.yaml. */
  id: string;
  methods: readonly Method[];
  /** Segments; `:name` matches one segment, percent-encoded slashes included. */
  path: string;
  /** Path parameters by name, percent-decoded. */
  params?: P;
  /** Query parameters by name, of strings. Unknown ones are refused, and those that are repeated, but for `oneOrMore`. */
  query?: Q;
  /** Of the JSON body. Without a body, as in a GET, it parses `undefined`. */
  body?: B;
  /** The body may be wrapped in `data` (Contract 6). */
  wrapped?: boolean;
  bytes?: BytesRules<output<B>, R>;
  /** Reads the header `Idempotency-Key` (1 to 64 of `A-Z a-z 0-9 _ -`): a malformed one is refused. */
  keyed?: boolean;
  /** Limits of the body; `SMALL` by default. */
  budget?: Budget;
  /** The error for the first flaw that a schema finds; `bad parameter` by default. */
  refuse?(flaw: Flaw): Error;
  /** Changes nothing: HEAD and a prefetch may run it (Contract 3). */
  readOnly?: boolean;
  /** Name in the log line of the request: `session start`. Only for routes that change something. */
  action?: string;
  /** Needs no credentials. */
  open?: boolean;
  /** Compares a device key's `revision` with the monitor's, so that the key is not read for each of many calls. */
  comparesKey?: boolean;
  /** Checks the caller's claims, before a body is read. @throws HttpError `forbidden` */
  permit?(caller: Caller): void;
  /** The rate limit per caller; none by default. */
  rate?: RateClass;
  /** The shape of this route's errors (Spec 7); that of its table by default. */
  shape?: ShapeName;
  handle(input: Input<output<P>, output<Q>, output<B>>): Promise<Reply>;
}

/** A route with any schemas. */
export type Route = TypedRoute<ZodMiniType, ZodMiniType, ZodMiniType, ZodMiniType>;

/** Gives a route's handler the types of its schemas. */
export const route = <
  P extends ZodMiniType = Nothing,
  Q extends ZodMiniType = Nothing,
  B extends ZodMiniType = Nothing,
  R extends ZodMiniType = Nothing,
>(
  route: TypedRoute<P, Q, B, R>,
): Route => route;

export interface RouteTable {
  /** Name of the function, which some front ends keep in the path (Contract 1). */
  prefix: string;
  /** Of routes without one of their own, and of paths that match no route. */
  shape: ShapeName;
  routes: readonly Route[];
}
