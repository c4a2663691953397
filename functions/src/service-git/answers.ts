/** Answers and errors of each git route (Contract 7). */
import * as z from 'zod/mini';
import type { Answers } from '../common/http/answers.ts';
import { healthAnswers } from '../common/http/health-answers.ts';
import {
  branches,
  commit,
  deleteBranch,
  fetched,
  files,
  hash,
  integrated,
  list,
  log,
  projectInfo,
  pull,
  push,
  reset,
  revert,
  show,
  status,
  unlock,
  validateCheckout,
} from './answer-schemas.ts';
import { answer, REF, REMOTE, reloads, WORK, writes } from './git-answer.ts';

export const gitAnswers: Answers = Object.fromEntries([
  ...Object.entries(healthAnswers),
  answer('project-info', 'Project, current branch and sync status', projectInfo, []),
  answer('status', 'File changes and staging state', { status: z.object(status) }, []),
  answer('branches', 'Local branches, and those that only a remote has', branches, []),
  answer('log', 'Commit history with graph data, page by page', log, REF),
  answer('show', 'One commit and what it changed', show, REF),
  answer('diff', 'Differences: staged, not staged, or between two commits', { files }, [
    ...REF,
    'git_unsafe_path',
  ]),
  answer('validate-checkout', 'Check whether a checkout is possible', validateCheckout, REF),
  answer(
    'add',
    'Stage files, including deleted ones',
    { files: list },
    ['git_unknown_path', 'git_ignored_path', 'git_filter_unsupported'],
    { ...writes, description: 'The given files, or all.' },
  ),
  answer('unstage', 'Unstage files', { files: list }, ['git_unknown_path'], {
    ...writes,
    description: 'The given files, or all.',
  }),
  answer('discard', 'Discard changes that are not staged', { files: list }, [...WORK, 'git_unknown_path'], {
    ...reloads,
    description: 'Discarded content is saved under `refs/sightline/discard/` first.',
  }),
  answer(
    'commit',
    'Create a commit',
    commit,
    [
      'git_missing_user',
      'git_nothing_to_commit',
      'git_unmerged_files',
      'git_branch_exists',
      'git_hook_declined',
    ],
    {
      ...writes,
      description: 'With a detached HEAD, it creates the branch `from-<first 7 characters of the hash>`.',
    },
  ),
  answer(
    'checkout',
    'Switch to a commit or a branch',
    { ref: z.string(), isDetachedHead: z.boolean() },
    [...REF, ...WORK, 'git_checkout_blocked', 'git_branch_exists'],
    reloads,
  ),
  answer(
    'return-to-latest',
    'Return to the tip of the last branch',
    { branch: z.string() },
    [...REF, ...WORK, 'git_no_branch', 'git_branch_exists'],
    reloads,
  ),
  answer(
    'create-branch',
    'Create a branch without switching to it',
    { branch: z.string(), commit: hash() },
    [...REF, 'git_branch_exists', 'git_no_commits'],
    writes,
  ),
  answer(
    'switch-branch',
    'Switch to a branch',
    { branch: z.string(), created: z.boolean(), tracking: z.nullable(z.string()) },
    [...REF, ...WORK, 'git_branch_exists'],
    {
      ...reloads,
      description: 'For a branch that exists only on a remote, a local branch that tracks it is created.',
    },
  ),
  answer('delete-branch', 'Delete a local branch', deleteBranch, ['git_unknown_ref', 'git_branch_in_use'], {
    ...writes,
    description: 'Commits that no other branch contains are saved under `refs/sightline/branch/` first.',
  }),
  answer(
    'rename-branch',
    'Rename a local branch',
    { branch: z.string(), previous: z.string() },
    ['git_unknown_ref', 'git_branch_exists', 'git_detached_head'],
    writes,
  ),
  answer(
    'set-upstream',
    'Set the upstream of a branch',
    { branch: z.string(), tracking: z.nullable(z.string()) },
    ['git_unknown_ref', 'git_remote_gone', 'git_detached_head'],
    { ...writes, description: '`null` removes it.' },
  ),
  answer('reset', 'Move the branch to a commit', reset, [...REF, ...WORK, 'git_no_commits'], {
    ...reloads,
    description: 'What would be lost is saved under `refs/sightline/reset/` first.',
  }),
  answer(
    'revert',
    'Revert a commit',
    revert,
    [
      ...REF,
      ...WORK,
      'git_missing_user',
      'git_nothing_to_commit',
      'git_revert_conflict',
      'git_pull_overwrite',
      'git_detached_head',
    ],
    {
      ...reloads,
      description: 'Creates a new commit. For a merge, it reverts the changes relative to the first parent.',
    },
  ),
  answer('fetch', 'Fetch branches of a remote', fetched, REMOTE, writes),
  answer(
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
      description:
        'A conflict changes nothing. Call `resolve`, or pull again with a choice for each file in `resolutions`.',
    },
  ),
  answer(
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
    { ...writes, description: 'Sets the upstream of a branch that has none.' },
  ),
  answer(
    'resolve',
    'Finish the merge of the last pull',
    integrated,
    [...WORK, 'git_no_merge', 'git_missing_user', 'git_pull_merge_conflict', 'git_pull_overwrite'],
    {
      ...reloads,
      description:
        'Needs a choice for each node in conflict (`choices`), and for each other file in conflict (`resolutions`).',
    },
  ),
  answer(
    'abort-merge',
    'Abort a merge that another tool started',
    { branch: z.nullable(z.string()), files: list },
    [...WORK, 'git_no_merge', 'git_no_commits'],
    reloads,
  ),
  answer('unlock', 'Remove locks of a process that has died', unlock, [], writes),
]);
