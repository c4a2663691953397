/**
 * The table of operations (Contract 7) that the function and the editor plugin both serve: how each is called, which
 * permission it needs, how its input is read, and what runs. Permission goes by operation, not by HTTP method.
 */
import { GitFault } from '../git-fault.ts';
import type { Resolution } from '../merge/merge-trees.ts';
import type { Repository } from '../repository.ts';
import {
  branchName,
  choice,
  choices,
  commitRef,
  type Fields,
  filePath,
  flag,
  type Input,
  message,
  number,
  optional,
  paths,
  readFields,
  remoteName,
  requireBody,
} from '../validate/fields.ts';
import { abortMerge } from './abort-merge.ts';
import { addFiles, type FilesInput } from './add-files.ts';
import { checkoutCommit } from './checkout-commit.ts';
import { clearLocks } from './clear-locks.ts';
import { createBranch } from './create-branch.ts';
import { createCommit } from './create-commit.ts';
import { diffChanges } from './diff-changes.ts';
import { discardChanges } from './discard-changes.ts';
import { fetchRemote } from './fetch-remote.ts';
import { listBranches } from './list-branches.ts';
import { pullRemote } from './pull-remote.ts';
import { pushBranch } from './push-branch.ts';
import { readLog } from './read-log.ts';
import { readProjectInfo } from './read-project-info.ts';
import { readStatus } from './read-status.ts';
import { resetHead } from './reset-head.ts';
import { returnToLatest } from './return-to-latest.ts';
import { showCommit } from './show-commit.ts';
import { switchBranch } from './switch-branch.ts';
import { unstageFiles } from './unstage-files.ts';
import { validateCheckout } from './validate-checkout.ts';

export interface Operation {
  /** As in the route `/service-git/<name>` and the envelope's `operation`. */
  name: string;
  method: 'GET' | 'POST';
  permission: 'read' | 'write';
  /** It may change files of the working tree, so that the editor has to load its flows anew (Spec 3.2). */
  changesFiles: boolean;
  /** What its body may hold. */
  fields: Fields;
  /** @param body parsed JSON, or nothing. @throws GitFault; the answer's keys go beside the envelope. */
  run(repository: Repository, body: unknown): Promise<object>;
}

function operation<F extends Fields>(
  name: string,
  permission: 'read' | 'write',
  fields: F,
  run: (repository: Repository, input: Input<F>) => Promise<object>,
  changesFiles = false,
): Operation {
  const method = name === 'project-info' ? 'GET' : 'POST';
  const whole = async (repository: Repository, body: unknown): Promise<object> =>
    run(repository, readFields(fields, requireBody(body)));
  return { name, method, permission, changesFiles, fields, run: whole };
}

const MOST_COMMITS = 1_000;
const remote = optional(remoteName);
const target = commitRef(
  'Hash or its beginning, `HEAD`, branch, remote branch or tag; `~2` or `^1` may follow.',
);
const modes = choice(['soft', 'mixed', 'hard'], 'mixed');

/** Files, or all of them: only then the list is not looked at. */
const listOrAll = { ...paths, isRequired: false, read: (value: unknown) => value };

const chosen = (all: boolean, files: unknown): FilesInput =>
  all ? { all: true } : { files: paths.read(files, 'files') };

export const OPERATIONS: readonly Operation[] = [
  operation('project-info', 'read', {}, readProjectInfo),
  operation('status', 'read', {}, readStatus),
  operation('branches', 'read', {}, listBranches),
  operation(
    'log',
    'read',
    {
      maxCount: number(50, 1, MOST_COMMITS, 'Commits on the page.'),
      before: optional(commitRef('Hash of the last commit of the page before: this page begins behind it.')),
      ref: optional(commitRef('Walk only from here and from HEAD; all branches unless given.')),
    },
    readLog,
  ),
  operation('show', 'read', { commitRef: target }, showCommit),
  operation(
    'diff',
    'read',
    { path: optional(filePath), staged: flag('What is staged against HEAD; else what is not staged.') },
    diffChanges,
  ),
  operation('validate-checkout', 'read', { targetRef: target }, validateCheckout),
  operation(
    'add',
    'write',
    { stageAll: flag('All files that changed.'), files: listOrAll },
    (repository, { stageAll, files }) => addFiles(repository, chosen(stageAll, files)),
  ),
  operation(
    'unstage',
    'write',
    { unstageAll: flag('All files that are staged.'), files: listOrAll },
    (repository, { unstageAll, files }) => unstageFiles(repository, chosen(unstageAll, files)),
  ),
  operation('discard', 'write', { files: paths }, discardChanges, true),
  operation('commit', 'write', { message }, createCommit),
  operation('checkout', 'write', { commitRef: target }, checkoutCommit, true),
  operation('return-to-latest', 'write', {}, returnToLatest, true),
  operation('create-branch', 'write', { branch: branchName, commitRef: optional(target) }, createBranch),
  operation('switch-branch', 'write', { branch: branchName }, switchBranch, true),
  operation('reset', 'write', { commitRef: target, resetMode: modes }, resetHead, true),
  operation(
    'fetch',
    'write',
    { remote, prune: flag('Forgets branches that the remote has no more.') },
    fetchRemote,
  ),
  operation(
    'pull',
    'write',
    {
      remote,
      branch: optional(branchName),
      resolutions: choices(
        choice<Resolution>(['ours', 'theirs']),
        'For files in conflict: whose version stays, by path.',
      ),
    },
    pullRemote,
    true,
  ),
  operation('push', 'write', { remote }, pushBranch),
  operation('abort-merge', 'write', {}, abortMerge, true),
  operation(
    'unlock',
    'write',
    { olderThanSeconds: number(600, 60, 86_400, 'Locks younger than this stay.') },
    clearLocks,
  ),
];

/** @throws GitFault `git_invalid_argument` for a name that is not in the table. */
export function requireOperation(name: string): Operation {
  const found = OPERATIONS.find((row) => row.name === name);
  if (found === undefined) throw new GitFault('git_invalid_argument', { reason: 'No such git operation' });
  return found;
}
