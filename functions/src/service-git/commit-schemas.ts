/** Schemas of what git answers about commits, their changes, and what moves them (Contract 7). */
import * as z from 'zod/mini';
import type { FileDiff } from '../../../packages/git/src/diff/file-diff.ts';
import type { UnlockAnswer } from '../../../packages/git/src/operations/clear-locks.ts';
import type { CommitAnswer } from '../../../packages/git/src/operations/create-commit.ts';
import type { DeleteBranchAnswer } from '../../../packages/git/src/operations/delete-branch.ts';
import type { FetchAnswer } from '../../../packages/git/src/operations/fetch-remote.ts';
import type { Integrated, PullAnswer } from '../../../packages/git/src/operations/pull-remote.ts';
import type { PushAnswer } from '../../../packages/git/src/operations/push-branch.ts';
import type { Log } from '../../../packages/git/src/operations/read-log.ts';
import type { ResetAnswer } from '../../../packages/git/src/operations/reset-head.ts';
import type { RevertAnswer } from '../../../packages/git/src/operations/revert-commit.ts';
import type { ShownCommit } from '../../../packages/git/src/operations/show-commit.ts';
import type { CheckoutCheck } from '../../../packages/git/src/operations/validate-checkout.ts';
import { about } from '../common/http/input/fields.ts';
import { lazy } from '../common/lazy.ts';
import { count, hash, list, name, named, type Shape, signed, text } from './answer-schemas.ts';

const edge = lazy(() => z.object({ from: count(), to: count(), hash: hash() }));

export const log = lazy(
  () =>
    ({
      total: count().check(about('Number of commits on all pages.')),
      hasMore: z.boolean(),
      commits: z.array(
        z
          .object({
            hash: hash(),
            parents: z.array(hash()),
            author: z.string(),
            email: z.string(),
            date: text('Author date, ISO 8601.'),
            message: z.string(),
            pushed: z.boolean().check(about('A remote branch contains it.')),
            isHead: z.boolean(),
            branches: list().check(about('Local and remote branches whose tip it is.')),
            lane: count(),
            edges: z.array(edge()).check(about('Lines of the graph from this row to the next row.')),
          })
          .check(named('GitCommit')),
      ),
    }) satisfies Shape<Log>,
);

const node = lazy(() => ({ id: z.string(), type: z.string(), name: z.string() }));

const change = lazy(() =>
  z.object({
    property: z.string(),
    before: z.nullable(text('The value as JSON; null if the node has no such property.')),
    after: z.nullable(z.string()),
  }),
);

const flows = lazy(() =>
  z
    .object({
      tabs: z.array(
        z.object({
          id: text("The tab's id; `global` for configuration nodes."),
          label: z.string(),
          status: z.enum(['added', 'removed', 'changed']),
          added: z.array(z.object(node())),
          removed: z.array(z.object(node())),
          changed: z.array(z.object({ ...node(), properties: list(), changes: z.array(change()) })),
        }),
      ),
      layoutOnly: z.boolean().check(about('The file was rewritten, but no node differs.')),
    })
    .check(named('GitFlowDiff')),
);

const hunk = lazy(() =>
  z.object({
    oldStart: count(),
    oldLines: count(),
    newStart: count(),
    newLines: count(),
    lines: list().check(about('Each starts with ` `, `-` or `+` and has no line feed.')),
  }),
);

const file = lazy(
  () =>
    ({
      path: z.string(),
      oldPath: z.exactOptional(z.string()),
      status: z.enum(['A', 'M', 'T', 'D', 'R']),
      oldMode: z.nullable(z.string()),
      newMode: z.nullable(z.string()),
      binary: z.boolean(),
      insertions: count(),
      deletions: count(),
      hunks: z.array(hunk()),
      flows: z.exactOptional(flows()),
    }) satisfies Shape<FileDiff>,
);

export const files = lazy(() => z.array(z.object(file()).check(named('GitFileDiff'))));

export const show = lazy(
  () =>
    ({
      commit: z.object({
        hash: hash(),
        parents: z.array(hash()),
        author: signed(),
        committer: signed(),
        message: z.string(),
      }),
      files: files(),
    }) satisfies Shape<ShownCommit>,
);

export const validateCheckout = lazy(
  () =>
    ({
      canCheckout: z.boolean(),
      blockers: z.array(z.enum(['uncommitted_changes', 'unpushed_commits'])),
      uncommittedCount: count(),
      unpushedCount: count(),
      currentRef: z.nullable(hash()),
      targetRef: z.string(),
      currentBranch: z.nullable(z.string()),
      isDetachedHead: z.boolean(),
    }) satisfies Shape<CheckoutCheck>,
);

export const commit = lazy(
  () =>
    ({
      commit: hash(),
      branch: z.string(),
      createdBranch: name('The branch that was created for a detached HEAD.'),
      summary: z.object({ changes: count(), insertions: count(), deletions: count() }),
      message: z.string(),
    }) satisfies Shape<CommitAnswer>,
);

export const reset = lazy(
  () =>
    ({
      ref: hash(),
      resetMode: z.enum(['soft', 'mixed', 'hard']),
      previous: hash().check(about('The previous commit of HEAD.')),
      kept: list().check(about('Recovery refs that were created.')),
    }) satisfies Shape<ResetAnswer>,
);

export const revert = lazy(
  () =>
    ({
      commit: hash().check(about('The new commit.')),
      reverted: hash(),
      files: list().check(about('Paths that changed in the working tree.')),
      message: z.string(),
    }) satisfies Shape<RevertAnswer>,
);

export const deleteBranch = lazy(
  () =>
    ({
      branch: z.string(),
      commit: hash().check(about('The commit to which it pointed.')),
      kept: list().check(about('Recovery refs that were created.')),
    }) satisfies Shape<DeleteBranchAnswer>,
);

export const fetched = lazy(
  () =>
    ({
      remote: z.string(),
      updated: z.array(z.object({ ref: z.string(), from: z.nullable(hash()), to: z.nullable(hash()) })),
    }) satisfies Shape<FetchAnswer>,
);

export const integrated = lazy(
  () =>
    ({
      result: z.enum(['up-to-date', 'fast-forward', 'merge']),
      from: z.nullable(hash()),
      to: hash(),
      files: list().check(about('Paths that changed in the working tree.')),
    }) satisfies Shape<Integrated>,
);

export const pull = lazy(
  () => ({ ...integrated(), fetched: z.object(fetched()) }) satisfies Shape<PullAnswer>,
);

export const push = lazy(
  () =>
    ({
      branch: z.string(),
      remote: z.string(),
      remoteBranch: z.string(),
      from: z.nullable(hash()),
      to: hash(),
      setUpstream: z.boolean().check(about('True if the upstream was set by this push.')),
    }) satisfies Shape<PushAnswer>,
);

export const unlock = lazy(
  () =>
    ({
      removed: list(),
      held: z.array(z.object({ lock: z.string(), ageSeconds: z.int() })),
    }) satisfies Shape<UnlockAnswer>,
);
