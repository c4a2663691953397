/**
 * The answers of a route, for openapi.yaml and for the tests: no function loads this. Answers are found by the route's id.
 */
import type { ZodMiniType } from 'zod/mini';
import type { FaultCode } from '../../../../packages/git/src/git-fault.ts';
import type { ErrorCode } from '../errors.ts';

export interface Success {
  description: string;
  /** Schema of a JSON answer. */
  schema?: ZodMiniType;
  /** Media types of a binary answer, instead of JSON or besides it. */
  mediaType?: string | readonly string[];
  /** Headers besides those of every answer, with their descriptions. */
  headers?: Readonly<Record<string, string>>;
}

export interface RouteAnswers {
  summary: string;
  description?: string;
  /** By status. */
  success: Readonly<Record<number, Success>>;
  /** Errors besides those that every route of its kind has. */
  errors: readonly ErrorCode[];
  /** A file that is not found is named by its URI (Spec 7, getb64). */
  namesUri?: boolean;
  /** Errors of git's own table. */
  faults?: readonly FaultCode[];
}

export type Answers = Readonly<Record<string, RouteAnswers>>;
