/** Schemas of the operations' optional JSON bodies, for validation and documentation. */
import * as z from 'zod/mini';
import { GitFault } from '../git-fault.ts';
import { unknownHint } from './nearest.ts';
import { isCommitRef, LONGEST_COMMIT_REF } from './require-commit-ref.ts';
import { pathFlaw } from './require-path.ts';
import { isBranchName } from './require-ref-name.ts';

const MOST_FILES = 10_000;
const LONGEST_MESSAGE = 64 * 1_024;

const about = (description: string, more: Record<string, unknown> = {}) => z.meta({ description, ...more });

export const number = (otherwise: number, least: number, most: number, description: string) =>
  z._default(
    z
      .int(`must be a whole number from ${least} to ${most}`)
      .check(
        z.gte(least, `must be a whole number from ${least} to ${most}`),
        z.lte(most, `must be a whole number from ${least} to ${most}`),
        about(description),
      ),
    otherwise,
  );

export const flag = (description: string) =>
  z._default(z.boolean('must be true or false').check(about(description)), false);

export const commitRef = (description: string) =>
  z.string(REF).check(z.refine(isCommitRef, REF), about(description, { maxLength: LONGEST_COMMIT_REF }));
const REF = 'must be a commit hash, a branch or a tag';

export const target = commitRef(
  'Hash (or its first characters), `HEAD`, branch, remote branch or tag; `~2` or `^1` may follow.',
);

const NAME = 'must be a name that git allows';
export const branchName = z
  .string(NAME)
  .check(z.refine(isBranchName, NAME), about('Name of a branch, valid for git.'));

export const remoteName = z.string(NAME).check(
  z.refine((name) => isBranchName(name) && !name.includes('/'), NAME),
  about('Name of a configured remote.'),
);

const flawOf = (path: string): string | undefined => pathFlaw(path.replace(/\/$/, ''));

/** Relative to the project. A folder may end with a slash. */
export const filePath = z.string('must be a path').check(
  z.superRefine((path, context) => {
    const flaw = flawOf(path);
    if (flaw !== undefined) context.addIssue(`is a path that is not allowed: ${flaw}`);
  }),
  about('Path of a file or folder, relative to the project, with `/`.', { example: 'flows.json' }),
);

export const paths = z
  .array(filePath, 'must be a list of paths')
  .check(
    z.minLength(1, 'must be a list of paths'),
    z.maxLength(MOST_FILES, `may hold at most ${MOST_FILES} paths`),
  );

/** Either all files or a list of them. */
export const filesOr = (all: string) =>
  z.refine(
    (body) => (body as Record<string, unknown>)[all] === true || Object.hasOwn(body as object, 'files'),
    {
      path: ['files'],
      error: 'must be a list of paths',
    },
  );

export const plainPaths = (given: readonly string[]): string[] =>
  given.map((path) => path.replace(/\/$/, ''));

/** Not blank, no NUL. */
export const message = z.string('must be a text that is not empty').check(
  z.maxLength(LONGEST_MESSAGE, 'is too long'),
  z.refine((text) => text.trim() !== '', 'must be a text that is not empty'),
  z.refine((text) => !text.includes('\0'), 'is not a text that git can keep'),
  about('The commit message.', { minLength: 1 }),
);

const side = z.enum(['ours', 'theirs'], 'must be one of ours, theirs');

export const sidesByPath = z._default(
  z.record(filePath, side).check(about('For files in conflict: the version to keep, by path.')),
  {},
);
export const sidesByNode = z._default(
  z.record(z.string(), side).check(about('For nodes in conflict: the version to keep, by id.')),
  {},
);

/** @throws GitFault `git_invalid_argument` */
export function readBody<T extends z.ZodMiniObject>(schema: T, body: unknown): z.infer<T> {
  const { success, data, error } = z.safeParse(sentBody(schema), body);
  if (success) return data as z.infer<T>;
  throw new GitFault('git_invalid_argument', { reason: reasonOf(error.issues[0]) });
}

/**
 * A missing body counts as an empty one, and null as missing if a field is optional. A field that is not read is the caller's
 * mistake, probably in its name, so it is reported before other flaws.
 */
export const sentBody = (schema: z.ZodMiniObject) =>
  z.pipe(
    z.transform((body, context) => {
      const given = withoutNulls(schema, body);
      const known = Object.keys(schema.shape);
      const unknown = isFields(given) ? Object.keys(given).find((name) => !known.includes(name)) : undefined;
      if (unknown === undefined) return given;
      const message = `is not a field of this operation${unknownHint(unknown, known, 'the fields are')}`;
      context.issues.push({ code: 'custom', message, path: [unknown], input: null, params: { unknown } });
      return z.NEVER;
    }),
    schema,
  );

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is wrong with a body, in one sentence. */
export function reasonOf(issue: { path: readonly PropertyKey[]; message: string } | undefined): string {
  const field = issue?.path.map(String).join('.') ?? '';
  return field === '' ? 'The body must be a JSON object' : `${field} ${issue?.message}`;
}

function withoutNulls(schema: z.ZodMiniObject, body: unknown): unknown {
  const given: unknown = body === undefined || body === null || body === '' ? {} : body;
  if (!isFields(given)) return given;
  const fields = new Map(Object.entries(schema.shape));
  const isAbsent = ([key, value]: [string, unknown]): boolean =>
    value === null && z.safeParse(fields.get(key) ?? z.unknown(), undefined).success;
  return Object.fromEntries(Object.entries(given).filter((entry) => !isAbsent(entry)));
}
