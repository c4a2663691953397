/**
 * The optional JSON body of an operation, field by field, as data: the reader below and openapi.yaml are both made of
 * it. Unknown fields are passed over.
 */
import { GitFault } from '../git-fault.ts';
import { requireCommitRef } from './require-commit-ref.ts';
import { requirePath } from './require-path.ts';
import { requireBranchName, requireRemoteName } from './require-ref-name.ts';

export type Body = Readonly<Record<string, unknown>>;

export interface Field<T> {
  /** JSON Schema of what may be sent. */
  schema: Readonly<Record<string, unknown>>;
  isRequired: boolean;
  /** @param value undefined where the body does not have it. @throws GitFault `git_invalid_argument` */
  read(value: unknown, key: string): T;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

/** What the fields make of a body; one that may be absent is then not among the keys. */
export type Input<F extends Fields> = {
  [K in keyof F as undefined extends ReturnType<F[K]['read']> ? never : K]: ReturnType<F[K]['read']>;
} & {
  [K in keyof F as undefined extends ReturnType<F[K]['read']> ? K : never]?: Exclude<
    ReturnType<F[K]['read']>,
    undefined
  >;
};

const invalid = (reason: string): GitFault => new GitFault('git_invalid_argument', { reason });

/** No body counts as an empty one. @throws GitFault `git_invalid_argument` */
export function requireBody(value: unknown): Body {
  if (value === undefined || value === null || value === '') return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid('The body must be a JSON object');
  return value as Body;
}

/** @throws GitFault `git_invalid_argument` for the first field that is wrong */
export function readFields<F extends Fields>(fields: F, body: Body): Input<F> {
  const read = Object.entries(fields).map(([key, field]) => [key, field.read(body[key], key)] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Input<F>;
}

const MOST_FILES = 10_000;
const LONGEST_MESSAGE = 64 * 1_024;

export function number(otherwise: number, least: number, most: number, description: string): Field<number> {
  return {
    schema: { type: 'integer', minimum: least, maximum: most, default: otherwise, description },
    isRequired: false,
    read(given, key) {
      const value = given ?? otherwise;
      if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
        throw invalid(`${key} must be a whole number from ${least} to ${most}`);
      return value;
    },
  };
}

export const flag = (description: string): Field<boolean> => ({
  schema: { type: 'boolean', default: false, description },
  isRequired: false,
  read(given, key) {
    const value = given ?? false;
    if (typeof value !== 'boolean') throw invalid(`${key} must be true or false`);
    return value;
  },
});

export function choice<T extends string>(choices: readonly T[], otherwise?: T): Field<T> {
  return {
    schema: {
      type: 'string',
      enum: choices,
      ...(otherwise === undefined ? {} : { default: otherwise }),
    },
    isRequired: otherwise === undefined,
    read(given, key) {
      const value = given ?? otherwise;
      const found = choices.find((each) => each === value);
      if (found === undefined) throw invalid(`${key} must be one of ${choices.join(', ')}`);
      return found;
    },
  };
}

/** The same field where it may be absent. */
export const optional = <T>(field: Field<T>): Field<T | undefined> => ({
  schema: field.schema,
  isRequired: false,
  read: (given, key) => (given === undefined || given === null ? undefined : field.read(given, key)),
});

const text = <T>(description: string, read: Field<T>['read'], more: object = {}): Field<T> => ({
  schema: { type: 'string', description, ...more },
  isRequired: true,
  read,
});

export const commitRef = (description: string): Field<string> => text(description, requireCommitRef);

export const branchName = text('Name of a branch, as git allows it.', (value) => requireBranchName(value));

export const remoteName = text('Name of a configured remote.', requireRemoteName);

export const filePath = text(
  'Path of a file or folder, relative to the project, with `/`.',
  (value) => requirePath(value),
  { example: 'flows.json' },
);

/** A commit message: something besides blanks, no NUL. */
export const message = text(
  'The commit message.',
  (value, key) => {
    if (typeof value !== 'string' || value.trim() === '')
      throw invalid(`${key} must be a text that is not empty`);
    if (value.includes('\0') || value.length > LONGEST_MESSAGE)
      throw invalid(`${key} is not a text that git can keep`);
    return value.trim();
  },
  { minLength: 1, maxLength: LONGEST_MESSAGE },
);

export const paths: Field<string[]> = {
  schema: {
    type: 'array',
    items: filePath.schema,
    minItems: 1,
    maxItems: MOST_FILES,
  },
  isRequired: true,
  read(value, key) {
    if (!Array.isArray(value) || value.length === 0) throw invalid(`${key} must be a list of paths`);
    if (value.length > MOST_FILES) throw invalid(`${key} may hold at most ${MOST_FILES} paths`);
    return value.map((path) => requirePath(typeof path === 'string' ? path.replace(/\/$/, '') : path));
  },
};

/** A choice for each path. */
export const choices = <T extends string>(
  field: Field<T>,
  description: string,
): Field<Record<string, T>> => ({
  schema: { type: 'object', additionalProperties: field.schema, description },
  isRequired: false,
  read(value) {
    const given = requireBody(value);
    return Object.fromEntries(
      Object.keys(given).map((path) => [requirePath(path), field.read(given[path], path)]),
    );
  },
});
