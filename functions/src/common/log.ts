/**
 * Structured log lines for Cloud Logging: one JSON object per line on standard output. Image bytes and credentials never
 * get in, because callers name the fields they log.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface LogFields {
  requestId?: string;
  monitor?: string;
  session?: string;
  dataset?: string;
  image?: string;
  userId?: string;
  [field: string]: string | number | boolean | undefined;
}

const context = new AsyncLocalStorage<LogFields>();

/** Runs `work` so that every line it logs carries `fields`. */
export const withLogFields = <T>(fields: LogFields, work: () => T): T => context.run({ ...fields }, work);

/** Adds fields to all further lines of the current request. */
export function noteLogFields(fields: LogFields): void {
  const current = context.getStore();
  if (current) Object.assign(current, fields);
}

export type Severity = 'INFO' | 'WARNING' | 'ERROR';

export function log(severity: Severity, message: string, fields: LogFields = {}): void {
  process.stdout.write(lineOf(severity, message, fields));
}

/** For a `.catch` where a failure has no other consequence. */
export const logging =
  (severity: Severity, message: string, fields: LogFields = {}) =>
  (error: unknown): void =>
    log(severity, message, { ...fields, reason: describeError(error) });

/** For commands, whose standard output is for their user. */
export function logBeside(severity: Severity, message: string, fields: LogFields): void {
  process.stderr.write(lineOf(severity, message, fields));
}

const lineOf = (severity: Severity, message: string, fields: LogFields): string =>
  `${JSON.stringify({ severity, message, ...context.getStore(), ...fields }, cutLong)}\n`;

/** Class, code and text of anything thrown, for a log line, and of its direct cause. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  const cause = error.cause === undefined ? '' : ` <- ${describeError(error.cause)}`;
  return `${error.name}${code === undefined ? '' : `[${String(code)}]`}: ${error.message}${cause}`;
}

const cutLong = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > 1000 ? `${value.slice(0, 1000)}…` : value;
