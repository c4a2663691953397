/** What the git routes answer (Contract 7), beside the envelope. Each schema is held to the type of its operation. */
import * as z from 'zod/mini';
import type { Answers, RouteAnswers } from '../common/http/answers.ts';
import { about } from '../common/http/fields.ts';
import { healthAnswers } from '../common/http/health-answers.ts';
import type { FileDiff } from '../git/diff/compare-file.ts';
import type { FaultCode } from '../git/git-fault.ts';
import type { UnlockAnswer } from '../git/operations/clear-locks.ts';
import type { CommitAnswer } from '../git/operations/create-commit.ts';
import type { FetchAnswer } from '../git/operations/fetch-remote.ts';
import type { Branches } from '../git/operations/list-branches.ts';
import type { PullAnswer } from '../git/operations/pull-remote.ts';
import type { PushAnswer } from '../git/operations/push-branch.ts';
import type { Log } from '../git/operations/read-log.ts';
import type { ProjectInfo } from '../git/operations/read-project-info.ts';
import type { Status } from '../git/operations/read-status.ts';
import type { ResetAnswer } from '../git/operations/reset-head.ts';
import type { ShownCommit } from '../git/operations/show-commit.ts';
import type { CheckoutCheck } from '../git/operations/validate-checkout.ts';
import { idOf } from './operation-id.ts';

const hash = () => z.string().check(about('Full hash.', { pattern: '^[0-9a-f]{40}$' }));
const count = () => z.int().check(z.gte(0));
const text = (description: string) => z.string().check(about(description));
const name = (description: string) => z.nullable(z.string()).check(about(description));
const list = z.array(z.string());
const named = (id: string) => z.meta({ id });

const person = { name: z.string(), email: z.string() };
const signed = z.object({ ...person, date: text('ISO 8601.') }).check(named('GitSignature'));
const distance = { ahead: count(), behind: count() };

const projectInfo = {
  projectName: z.string(),
  currentBranch: name('Null when HEAD is detached.'),
  lastKnownBranch: name('The branch that HEAD is on or was on last.'),
  head: z.nullable(hash()),
  isDetachedHead: z.boolean(),
  tracking: name('The remote branch that the branch follows.'),
  hasTracking: z.boolean(),
  ...distance,
  remotes: z.array(z.object({ name: z.string(), refs: z.object({ fetch: z.string(), push: z.string() }) })),
  user: z.union([z.object(person), z.object({ name: z.null(), email: z.null() })]),
  state: z.enum(['clean', 'merging']),
  conflicted: list,
} satisfies Shape<ProjectInfo>;

const status = {
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

const branches = {
  current: z.nullable(z.string()),
  all: list,
  branches: z.record(
    z.string(),
    z
      .object({
        current: z.boolean(),
        commit: hash(),
        label: text("First line of the commit's message."),
        remote: z.boolean().check(about('Only a remote has it; its name is then `origin/name`.')),
        tracking: z.nullable(z.string()),
        ...distance,
      })
      .check(named('GitBranch')),
  ),
} satisfies Shape<Branches>;

const edge = z.object({ from: count(), to: count(), hash: hash() });

const log = {
  total: count().check(about('All commits that the walk found, on this page and others.')),
  hasMore: z.boolean(),
  commits: z.array(
    z
      .object({
        hash: hash(),
        parents: z.array(hash()),
        author: z.string(),
        email: z.string(),
        date: text('ISO 8601, when it was authored.'),
        message: z.string(),
        pushed: z.boolean().check(about('A remote branch has it.')),
        isHead: z.boolean(),
        branches: list.check(about('Branches, local and remote, that end here.')),
        lane: count(),
        edges: z.array(edge).check(about('Lines of the graph from this row to the next one below.')),
      })
      .check(named('GitCommit')),
  ),
} satisfies Shape<Log>;

const node = { id: z.string(), type: z.string(), name: z.string() };

const flows = z
  .object({
    tabs: z.array(
      z.object({
        id: text("The tab's id; `global` for configuration nodes."),
        label: z.string(),
        status: z.enum(['added', 'removed', 'changed']),
        added: z.array(z.object(node)),
        removed: z.array(z.object(node)),
        changed: z.array(z.object({ ...node, properties: list })),
      }),
    ),
  })
  .check(named('GitFlowDiff'));

const hunk = z.object({
  oldStart: count(),
  oldLines: count(),
  newStart: count(),
  newLines: count(),
  lines: list.check(about('Each with ` `, `-` or `+` in front and no line feed.')),
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

const files = z.array(z.object(file).check(named('GitFileDiff')));

const show = {
  commit: z.object({
    hash: hash(),
    parents: z.array(hash()),
    author: signed,
    committer: signed,
    message: z.string(),
  }),
  files,
} satisfies Shape<ShownCommit>;

const validateCheckout = {
  canCheckout: z.boolean(),
  blockers: z.array(z.enum(['uncommitted_changes', 'unpushed_commits'])),
  uncommittedCount: count(),
  unpushedCount: count(),
  currentRef: z.nullable(hash()),
  targetRef: z.string(),
  currentBranch: z.nullable(z.string()),
  isDetachedHead: z.boolean(),
} satisfies Shape<CheckoutCheck>;

const commit = {
  commit: hash(),
  branch: z.string(),
  createdBranch: name('The branch that was made for a detached HEAD.'),
  summary: z.object({ changes: count(), insertions: count(), deletions: count() }),
  message: z.string(),
} satisfies Shape<CommitAnswer>;

const reset = {
  ref: hash(),
  resetMode: z.enum(['soft', 'mixed', 'hard']),
  previous: hash().check(about('Where HEAD stood.')),
  kept: list.check(about('Recovery refs that were made.')),
} satisfies Shape<ResetAnswer>;

const fetched = {
  remote: z.string(),
  updated: z.array(z.object({ ref: z.string(), from: z.nullable(hash()), to: z.nullable(hash()) })),
} satisfies Shape<FetchAnswer>;

const pull = {
  result: z.enum(['up-to-date', 'fast-forward', 'merge']),
  from: z.nullable(hash()),
  to: hash(),
  files: list.check(about('Paths that changed in the working tree.')),
  fetched: z.object(fetched),
} satisfies Shape<PullAnswer>;

const push = {
  branch: z.string(),
  remote: z.string(),
  remoteBranch: z.string(),
  from: z.nullable(hash()),
  to: hash(),
  setUpstream: z.boolean().check(about('The branch follows the remote one from now on, and did not before.')),
} satisfies Shape<PushAnswer>;

const unlock = {
  removed: list,
  held: z.array(z.object({ lock: z.string(), ageSeconds: z.int() })),
} satisfies Shape<UnlockAnswer>;

/** A schema for each key of a type, and for no other. */
type Shape<T> = { [K in keyof T]-?: z.ZodMiniType<T[K]> };

/** What any operation can meet in the folder. */
const FOLDER: FaultCode[] = ['git_not_a_repository', 'git_unsupported_repository', 'git_corrupt'];
const INPUT: FaultCode[] = ['git_invalid_argument'];
const REF: FaultCode[] = ['git_unknown_ref', 'git_ambiguous_ref'];
/** What any operation can meet that writes. */
const WRITE: FaultCode[] = ['git_locked', 'git_ref_moved', 'git_unsafe_path'];
const WORK: FaultCode[] = ['git_unmerged_files', 'git_local_changes', 'git_filter_unsupported'];
const REMOTE: FaultCode[] = [
  'git_remote_undefined',
  'git_remote_refused',
  'git_auth_failed',
  'git_repository_not_found',
  'git_connection_failed',
  'git_remote_error',
  'git_host_key_verification_failed',
  'git_ssh_unavailable',
  'git_branch_exists',
];

const VOLUME = ['volume absent', 'projects disabled', 'editor too old', 'no active project'] as const;

/** Keys beside the envelope, and what else an operation can fail with. */
function row(
  operation: string,
  summary: string,
  keys: z.core.$ZodShape,
  faults: readonly FaultCode[],
  kind: { writes?: boolean; reloads?: boolean; description?: string } = {},
): [string, RouteAnswers] {
  const reloadError = z
    .optional(z.string())
    .check(about('Why the editor did not load its flows anew; the change stands all the same.'));
  const schema = z.object({
    success: z.literal(true),
    operation: z.literal(operation),
    ...keys,
    ...(kind.reloads && { reloadError }),
  });
  const all = [...FOLDER, ...INPUT, ...(kind.writes ? WRITE : []), ...faults];
  return [
    idOf(operation),
    {
      summary,
      description: [
        `Needs the permission \`git-control.${kind.writes ? 'write' : 'read'}\`.`,
        kind.description,
      ]
        .filter((each) => each !== undefined)
        .join(' '),
      success: { 200: { description: 'Done.', schema } },
      refusals: kind.writes ? [...VOLUME, 'volume busy'] : VOLUME,
      faults: [...new Set(all)],
    },
  ];
}

const writes = { writes: true };
const reloads = { writes: true, reloads: true };

export const gitAnswers: Answers = Object.fromEntries([
  ['health', healthAnswers],
  row('project-info', 'Project, current branch and sync status', projectInfo, []),
  row('status', 'File changes and staging state', { status: z.object(status) }, ['git_filter_unsupported']),
  row('branches', 'Local branches, and those that only a remote has', branches, []),
  row('log', 'Commit history with graph data, page by page', log, REF),
  row('show', 'One commit and what it changed', show, REF),
  row('diff', 'What is staged, or what is not', { files }, ['git_filter_unsupported', 'git_unsafe_path']),
  row('validate-checkout', 'Whether the working tree may be switched', validateCheckout, REF),
  row(
    'add',
    'Stage files, removals included',
    { files: list },
    ['git_unknown_path', 'git_ignored_path', 'git_filter_unsupported'],
    { ...writes, description: 'The files that are named, or all of them.' },
  ),
  row('unstage', 'Take files out of the index', { files: list }, ['git_unknown_path'], {
    ...writes,
    description: 'The files that are named, or all of them.',
  }),
  row('discard', 'Put files back to what is staged', { files: list }, [...WORK, 'git_unknown_path'], {
    ...reloads,
    description: 'What is discarded is kept under `refs/sightline/discard/` first.',
  }),
  row(
    'commit',
    'Create a commit',
    commit,
    ['git_missing_user', 'git_nothing_to_commit', 'git_unmerged_files', 'git_branch_exists'],
    { ...writes, description: 'In a detached HEAD it makes the branch `from-<first 7 of the hash>`.' },
  ),
  row(
    'checkout',
    'Switch to a commit or a branch',
    { ref: z.string(), isDetachedHead: z.boolean() },
    [...REF, ...WORK, 'git_checkout_blocked', 'git_branch_exists'],
    reloads,
  ),
  row(
    'return-to-latest',
    'Back to the tip of the branch that was left',
    { branch: z.string() },
    [...REF, ...WORK, 'git_no_branch', 'git_branch_exists'],
    reloads,
  ),
  row(
    'create-branch',
    'Create a branch without leaving the current one',
    { branch: z.string(), commit: hash() },
    [...REF, 'git_branch_exists', 'git_no_commits'],
    writes,
  ),
  row(
    'switch-branch',
    'Switch to a branch',
    { branch: z.string(), created: z.boolean(), tracking: z.nullable(z.string()) },
    [...REF, ...WORK, 'git_branch_exists'],
    { ...reloads, description: 'One that only a remote has gets a local branch that follows it.' },
  ),
  row('reset', 'Move the branch to a commit', reset, [...REF, ...WORK, 'git_no_commits'], {
    ...reloads,
    description: 'What would be lost is kept under `refs/sightline/reset/` first.',
  }),
  row('fetch', "Bring the remote's branches", fetched, REMOTE, writes),
  row(
    'pull',
    'Fetch, then fast-forward or merge',
    pull,
    [
      ...REMOTE,
      ...WORK,
      'git_missing_user',
      'git_detached_head',
      'git_remote_gone',
      'git_pull_merge_conflict',
      'git_pull_overwrite',
      'git_pull_unrelated_history',
    ],
    {
      ...reloads,
      description: 'A conflict changes nothing: pull again with a choice for each file in `resolutions`.',
    },
  ),
  row(
    'push',
    'Push the current branch',
    push,
    [
      ...REMOTE,
      'git_detached_head',
      'git_no_commits',
      'git_push_failed',
      'git_push_declined',
      'git_push_denied',
    ],
    { ...writes, description: 'A branch that follows none gets its upstream.' },
  ),
  row(
    'abort-merge',
    'Leave a merge that was begun elsewhere',
    { branch: z.nullable(z.string()), files: list },
    [...WORK, 'git_no_merge', 'git_no_commits'],
    reloads,
  ),
  row('unlock', 'Clear locks that a dead process left', unlock, [], writes),
]);
