/** What an isolated process and its parent say to each other, as structured clones over the channel of `fork`. */

import type { Particulars } from '../error-shapes.ts';
import type { ErrorCode } from '../errors.ts';

/** What a piece of work may take. */
export interface Budget {
  /** Of the processor. Another process that is busy takes nothing from it. */
  seconds: number;
  /** Of resident memory, all of the process. */
  megabytes: number;
}

/** Things that the process may ask its parent for: a value, or a stream of items. */
export type Port = (...args: never[]) => Promise<unknown> | AsyncIterable<unknown>;
export type Ports<P> = { [Name in keyof P]: Port };

/** An error that a port threw: the parent keeps it under this number. */
export interface PortFault {
  number: number;
  message: string;
  code?: string | number | undefined;
}

/** Why a piece of work failed. */
export type Failure =
  | { kind: 'port'; number: number }
  | { kind: 'http'; code: ErrorCode; particulars: Particulars; cause: string }
  | { kind: 'other'; text: string };

export type FromParent =
  | { kind: 'start'; work: string; input: unknown; budget: Budget }
  | { kind: 'value'; id: number; value: unknown }
  | { kind: 'item'; id: number; item: unknown }
  | { kind: 'end'; id: number }
  | { kind: 'fault'; id: number; fault: PortFault };

export type FromChild =
  | { kind: 'call' | 'open'; id: number; port: string; args: readonly unknown[] }
  | { kind: 'more' | 'close'; id: number }
  | { kind: 'done'; output: unknown; megabytes: number }
  | { kind: 'failed'; failure: Failure };

/** Items of a stream that are sent before the other side asks for more. */
export const AHEAD = 4;

/** Where the watchdog writes which part of the budget is spent: the first descriptor after the channel. */
export const VERDICT = 4;
