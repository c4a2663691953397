/**
 * A route as one object: what it is called, who may call it, what it takes and answers, one valid request, and what it does.
 * Everything that lists routes (openapi.yaml, the permissions matrix, the fuzz and the fault matrix) reads these objects.
 */
import type { ZodMiniType } from 'zod/mini';
import type { FaultCode } from '../../../../packages/git/src/git-fault.ts';
import type { ErrorCode } from '../errors.ts';
import type { Method, Nothing, Route, RouteTable, TypedRoute } from './route.ts';
import type { Access, Known, Sample } from './sample.ts';

export interface Success {
  description: string;
  /** Schema of a JSON answer. */
  schema?: ZodMiniType;
  /** Media types of a binary answer, instead of JSON or besides it. */
  mediaType?: string | readonly string[];
  /** Headers besides those of every answer, with their descriptions. */
  headers?: Readonly<Record<string, string>>;
}

/** What openapi.yaml and the tests know of an operation, besides how it is called. */
export interface Described {
  summary: string;
  description?: string;
  /** Errors besides those that every route of its kind has. */
  errors: readonly ErrorCode[];
  /** Errors of git's own table. */
  faults?: readonly FaultCode[];
  /** A file that is not found is named by its URI (Spec 7, getb64). */
  namesUri?: boolean;
  /** By status. A function never calls this: building the schemas of all answers would lengthen its cold start. */
  answers(): Readonly<Record<number, Success>>;
}

/** What the tests of all operations need of one. */
export interface Tested {
  role: Access;
  /** One valid request, or one of each kind that differs. */
  sample(known: Known): Sample | readonly Sample[];
}

export type Operation = Route & Described & Tested;

export interface OperationTable extends RouteTable {
  routes: readonly Operation[];
}

type Typed<P extends ZodMiniType, Q extends ZodMiniType, B extends ZodMiniType, R extends ZodMiniType> = Omit<
  TypedRoute<P, Q, B, R>,
  'methods' | 'path'
> &
  Described &
  Tested & {
    /** Methods and path: `GET|POST /:monitor_id/start`. A path's `:name` matches one segment, percent-encoded slashes included. */
    at: `${Method}${string} /${string}`;
  };

/** Gives an operation's handler the types of its schemas. */
export function operation<
  P extends ZodMiniType = Nothing,
  Q extends ZodMiniType = Nothing,
  B extends ZodMiniType = Nothing,
  R extends ZodMiniType = Nothing,
>({ at, ...rest }: Typed<P, Q, B, R>): Operation {
  const [methods = '', path = ''] = at.split(' ');
  const typed: TypedRoute<P, Q, B, R> & Described & Tested = {
    ...rest,
    methods: methods.split('|') as Method[],
    path,
  };
  return typed as unknown as Operation;
}
