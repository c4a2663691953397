/**
 * What a route answers, for openapi.yaml and for the tests: nothing of this is loaded by a function. Which of these rows
 * stands for which route is told by the route's id.
 */
import type { ZodMiniType } from 'zod/mini';
import type { FaultCode } from '../../git/git-fault.ts';
import type { RowName } from '../errors.ts';

export interface Success {
  description: string;
  /** Of JSON. */
  schema?: ZodMiniType;
  /** Of bytes, instead of JSON or beside it. */
  mediaType?: string;
  /** Headers beside those of every answer: what they say. */
  headers?: Readonly<Record<string, string>>;
}

export interface RouteAnswers {
  summary: string;
  description?: string;
  /** By status. */
  success: Readonly<Record<number, Success>>;
  /** Rows of the error table beyond those that every route of its kind has. */
  refusals: readonly RowName[];
  /** A file that is not found is named by its uri (Spec 7, getb64). */
  namesUri?: boolean;
  /** Rows of git's own table. */
  faults?: readonly FaultCode[];
}

export type Answers = Readonly<Record<string, RouteAnswers>>;
