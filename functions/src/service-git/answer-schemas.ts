/**
 * Schemas of the git operations' answers, without the envelope (Contract 7). Each is checked against the type of its
 * operation.
 */
import * as z from 'zod/mini';
import type { Branches } from '../../../packages/git/src/operations/list-branches.ts';
import type { ProjectInfo } from '../../../packages/git/src/operations/read-project-info.ts';
import type { Status } from '../../../packages/git/src/operations/read-status.ts';
import { about } from '../common/http/input/fields.ts';
import { lazy } from '../common/lazy.ts';

export const hash = () => z.string().check(about('Full hash.', { pattern: '^[0-9a-f]{40}$' }));
export const count = () => z.int().check(z.gte(0));
export const text = (description: string) => z.string().check(about(description));
export const name = (description: string) => z.nullable(z.string()).check(about(description));
export const list = lazy(() => z.array(z.string()));
export const named = (id: string) => z.meta({ id });

export const person = lazy(() => ({ name: z.string(), email: z.string() }));
export const signed = lazy(() =>
  z.object({ ...person(), date: text('ISO 8601.') }).check(named('GitSignature')),
);
export const distance = lazy(() => ({ ahead: count(), behind: count() }));

export const projectInfo = lazy(
  () =>
    ({
      projectName: z.string(),
      currentBranch: name('Null when HEAD is detached.'),
      lastKnownBranch: name('The branch of HEAD; if HEAD is detached, the last one.'),
      head: z.nullable(hash()),
      isDetachedHead: z.boolean(),
      tracking: name('The remote branch that the current branch tracks.'),
      hasTracking: z.boolean(),
      ...distance(),
      remotes: z.array(
        z.object({ name: z.string(), refs: z.object({ fetch: z.string(), push: z.string() }) }),
      ),
      user: z.union([z.object(person()), z.object({ name: z.null(), email: z.null() })]),
      state: z.enum(['clean', 'merging']),
      conflicted: list(),
    }) satisfies Shape<ProjectInfo>,
);

export const status = lazy(
  () =>
    ({
      current: z.nullable(z.string()),
      tracking: z.nullable(z.string()),
      ...distance(),
      detached: z.boolean(),
      files: z.array(
        z.object({
          path: z.string(),
          index: text(
            'What is staged: ` `, `A`, `M`, `T`, `D`, `R`; `U`, `A`, `D` in a conflict; `?` untracked.',
          ),
          working_dir: text('What is not staged: the same letters.'),
        }),
      ),
      staged: list(),
      modified: list(),
      created: list(),
      deleted: list(),
      renamed: z.array(z.object({ from: z.string(), to: z.string() })),
      conflicted: list(),
      not_added: list(),
    }) satisfies Shape<Status>,
);

export const branches = lazy(
  () =>
    ({
      current: z.nullable(z.string()),
      all: list(),
      branches: z.record(
        z.string(),
        z
          .object({
            current: z.boolean(),
            commit: hash(),
            label: text("First line of the commit's message."),
            remote: z.boolean().check(about('Exists only on a remote; its name is then like `origin/name`.')),
            tracking: z.nullable(z.string()),
            gone: z.boolean().check(about('The branch that it tracks no longer exists.')),
            ...distance(),
          })
          .check(named('GitBranch')),
      ),
    }) satisfies Shape<Branches>,
);

/** A schema for each key of a type, and no others. */
export type Shape<T> = { [K in keyof T]-?: z.ZodMiniType<T[K]> };
