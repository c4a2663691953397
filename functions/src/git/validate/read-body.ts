/** Reading the optional JSON body of an operation, field by field. Unknown fields are passed over. */
import { GitFault } from '../git-fault.ts';
import { requirePath } from './require-path.ts';

export type Body = Readonly<Record<string, unknown>>;

const invalid = (reason: string): GitFault => new GitFault('git_invalid_argument', { reason });

/** No body counts as an empty one. @throws GitFault `git_invalid_argument` */
export function requireBody(value: unknown): Body {
  if (value === undefined || value === null || value === '') return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid('The body must be a JSON object');
  return value as Body;
}

export function readNumber(body: Body, key: string, otherwise: number, least: number, most: number): number {
  const value = body[key] ?? otherwise;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    throw invalid(`${key} must be a whole number from ${least} to ${most}`);
  return value;
}

export function readFlag(body: Body, key: string): boolean {
  const value = body[key] ?? false;
  if (typeof value !== 'boolean') throw invalid(`${key} must be true or false`);
  return value;
}

export function readChoice<T extends string>(
  body: Body,
  key: string,
  choices: readonly T[],
  otherwise?: T,
): T {
  const value = body[key] ?? otherwise;
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw invalid(`${key} must be one of ${choices.join(', ')}`);
  return found;
}

/** The field made by `require`, or nothing where it is absent: for `...readOptional(...)`. */
export function readOptional<K extends string, T>(
  body: Body,
  key: K,
  require: (value: unknown) => T,
): Partial<Record<K, T>> {
  const value = body[key];
  if (value === undefined || value === null) return {};
  return { [key]: require(value) } as Partial<Record<K, T>>;
}

const MOST_FILES = 10_000;

export function readPaths(body: Body, key: string): string[] {
  const value = body[key];
  if (!Array.isArray(value) || value.length === 0) throw invalid(`${key} must be a list of paths`);
  if (value.length > MOST_FILES) throw invalid(`${key} may hold at most ${MOST_FILES} paths`);
  return value.map((path) => requirePath(typeof path === 'string' ? path.replace(/\/$/, '') : path));
}

const LONGEST_MESSAGE = 64 * 1_024;

/** A commit message: something besides blanks, no NUL. */
export function readMessage(body: Body, key: string): string {
  const value = body[key];
  if (typeof value !== 'string' || value.trim() === '')
    throw invalid(`${key} must be a text that is not empty`);
  if (value.includes('\0') || value.length > LONGEST_MESSAGE)
    throw invalid(`${key} is not a text that git can keep`);
  return value.trim();
}
