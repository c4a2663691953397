/** What each git route answers (Contract 7), and which rows of the error tables. */
import * as z from 'zod/mini';
import type { Answers, RouteAnswers } from '../common/http/answers.ts';
import { about } from '../common/http/fields.ts';
import { healthAnswers } from '../common/http/health-answers.ts';
import type { FaultCode } from '../git/git-fault.ts';
import {
  branches,
  commit,
  fetched,
  files,
  hash,
  list,
  log,
  projectInfo,
  pull,
  push,
  reset,
  show,
  status,
  unlock,
  validateCheckout,
} from './answer-schemas.ts';
import { idOf } from './operation-id.ts';

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
