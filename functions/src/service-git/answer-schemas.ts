/**
 * Schemas of the git operations' answers, without the envelope (Contract 7). Each is checked against the type of its
 * operation.
 */
import * as z from 'zod/mini';
import type { FileDiff } from '../../../packages/git/src/diff/file-diff.ts';
import type { UnlockAnswer } from '../../../packages/git/src/operations/clear-locks.ts';
import type { CommitAnswer } from '../../../packages/git/src/operations/create-commit.ts';
import type { DeleteBranchAnswer } from '../../../packages/git/src/operations/delete-branch.ts';
import type { FetchAnswer } from '../../../packages/git/src/operations/fetch-remote.ts';
import type { Branches } from '../../../packages/git/src/operations/list-branches.ts';
import type { Integrated, PullAnswer } from '../../../packages/git/src/operations/pull-remote.ts';
import type { PushAnswer } from '../../../packages/git/src/operations/push-branch.ts';
import type { Log } from '../../../packages/git/src/operations/read-log.ts';
import type { ProjectInfo } from '../../../packages/git/src/operations/read-project-info.ts';
import type { Status } from '../../../packages/git/src/operations/read-status.ts';
import type { ResetAnswer } from '../../../packages/git/src/operations/reset-head.ts';
import type { RevertAnswer } from '../../../packages/git/src/operations/revert-commit.ts';
import type { ShownCommit } from '../../../packages/git/src/operations/show-commit.ts';
import type { CheckoutCheck } from '../../../packages/git/src/operations/validate-checkout.ts';
import { about } from '../common/http/input/fields.ts';

export const hash = () => z.string().check(about('Full hash.', { pattern: '^[0-9a-f]{40}$' }));
const count = () => z.int().check(z.gte(0));
const text = (description: string) => z.string().check(about(description));
const name = (description: string) => z.nullable(z.string()).check(about(description));
export const list = z.array(z.string());
const named = (id: string) => z.meta({ id });

const person = { name: z.string(), email: z.string() };
const signed = z.object({ ...person, date: text('ISO 8601.') }).check(named('GitSignature'));
const distance = { ahead: count(), behind: count() };

export const projectInfo = {
  projectName: z.string(),
  currentBranch: name('Null when HEAD is detached.'),
  lastKnownBranch: name('The branch of HEAD; if HEAD is detached, the last one.'),
  head: z.nullable(hash()),
  isDetachedHead: z.boolean(),
  tracking: name('The remote branch that the current branch tracks.'),
  hasTracking: z.boolean(),
  ...distance,
  remotes: z.array(z.object({ name: z.string(), refs: z.object({ fetch: z.string(), push: z.string() }) })),
  user: z.union([z.object(person), z.object({ name: z.null(), email: z.null() })]),
  state: z.enum(['clean', 'merging']),
  conflicted: list,
} satisfies Shape<ProjectInfo>;

export const status = {
  current: z.nullable(z.string()),
  tracking: z.nullable(z.string()),
  ...distance,
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
  staged: list,
  modified: list,
  created: list,
  deleted: list,
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  conflicted: list,
  not_added: list,
} satisfies Shape<Status>;

export const branches = {
  current: z.nullable(z.string()),
  all: list,
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
        ...distance,
      })
      .check(named('GitBranch')),
  ),
} satisfies Shape<Branches>;

const edge = z.object({ from: count(), to: count(), hash: hash() });

export const log = {
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
        branches: list.check(about('Local and remote branches whose tip it is.')),
        lane: count(),
        edges: z.array(edge).check(about('Lines of the graph from this row to the next row.')),
      })
      .check(named('GitCommit')),
  ),
} satisfies Shape<Log>;

const node = { id: z.string(), type: z.string(), name: z.string() };

const change = z.object({
  property: z.string(),
  before: z.nullable(text('The value as JSON; null if the node has no such property.')),
  after: z.nullable(z.string()),
});

const flows = z
  .object({
    tabs: z.array(
      z.object({
        id: text("The tab's id; `global` for configuration nodes."),
        label: z.string(),
        status: z.enum(['added', 'removed', 'changed']),
        added: z.array(z.object(node)),
        removed: z.array(z.object(node)),
        changed: z.array(z.object({ ...node, properties: list, changes: z.array(change) })),
      }),
    ),
    layoutOnly: z.boolean().check(about('The file was rewritten, but no node differs.')),
  })
  .check(named('GitFlowDiff'));

const hunk = z.object({
  oldStart: count(),
  oldLines: count(),
  newStart: count(),
  newLines: count(),
  lines: list.check(about('Each starts with ` `, `-` or `+` and has no line feed.')),
});

const file = {
  path: z.string(),
  oldPath: z.exactOptional(z.string()),
  status: z.enum(['A', 'M', 'T', 'D', 'R']),
  oldMode: z.nullable(z.string()),
  newMode: z.nullable(z.string()),
  binary: z.boolean(),
  insertions: count(),
  deletions: count(),
  hunks: z.array(hunk),
  flows: z.exactOptional(flows),
} satisfies Shape<FileDiff>;

export const files = z.array(z.object(file).check(named('GitFileDiff')));

export const show = {
  commit: z.object({
    hash: hash(),
    parents: z.array(hash()),
    author: signed,
    committer: signed,
    message: z.string(),
  }),
  files,
} satisfies Shape<ShownCommit>;

export const validateCheckout = {
  canCheckout: z.boolean(),
  blockers: z.array(z.enum(['uncommitted_changes', 'unpushed_commits'])),
  uncommittedCount: count(),
  unpushedCount: count(),
  currentRef: z.nullable(hash()),
  targetRef: z.string(),
  currentBranch: z.nullable(z.string()),
  isDetachedHead: z.boolean(),
} satisfies Shape<CheckoutCheck>;

export const commit = {
  commit: hash(),
  branch: z.string(),
  createdBranch: name('The branch that was created for a detached HEAD.'),
  summary: z.object({ changes: count(), insertions: count(), deletions: count() }),
  message: z.string(),
} satisfies Shape<CommitAnswer>;

export const reset = {
  ref: hash(),
  resetMode: z.enum(['soft', 'mixed', 'hard']),
  previous: hash().check(about('The previous commit of HEAD.')),
  kept: list.check(about('Recovery refs that were created.')),
} satisfies Shape<ResetAnswer>;

export const revert = {
  commit: hash().check(about('The new commit.')),
  reverted: hash(),
  files: list.check(about('Paths that changed in the working tree.')),
  message: z.string(),
} satisfies Shape<RevertAnswer>;

export const deleteBranch = {
  branch: z.string(),
  commit: hash().check(about('The commit to which it pointed.')),
  kept: list.check(about('Recovery refs that were created.')),
} satisfies Shape<DeleteBranchAnswer>;

export const fetched = {
  remote: z.string(),
  updated: z.array(z.object({ ref: z.string(), from: z.nullable(hash()), to: z.nullable(hash()) })),
} satisfies Shape<FetchAnswer>;

export const integrated = {
  result: z.enum(['up-to-date', 'fast-forward', 'merge']),
  from: z.nullable(hash()),
  to: hash(),
  files: list.check(about('Paths that changed in the working tree.')),
} satisfies Shape<Integrated>;

export const pull = { ...integrated, fetched: z.object(fetched) } satisfies Shape<PullAnswer>;

export const push = {
  branch: z.string(),
  remote: z.string(),
  remoteBranch: z.string(),
  from: z.nullable(hash()),
  to: hash(),
  setUpstream: z.boolean().check(about('True if the upstream was set by this push.')),
} satisfies Shape<PushAnswer>;

export const unlock = {
  removed: list,
  held: z.array(z.object({ lock: z.string(), ageSeconds: z.int() })),
} satisfies Shape<UnlockAnswer>;

/** A schema for each key of a type, and no others. */
type Shape<T> = { [K in keyof T]-?: z.ZodMiniType<T[K]> };
