/**
 * The table of operations (Contract 7) that the function and the editor plugin both serve: how each is called, which
 * permission it needs, how its input is read, and what runs. Permission goes by operation, not by HTTP method.
 */
import { GitFault } from '../git-fault.ts';
import type { Resolution } from '../merge/merge-trees.ts';
import type { Repository } from '../repository.ts';
import {
  type Body,
  readChoice,
  readFlag,
  readMessage,
  readNumber,
  readOptional,
  readPaths,
  requireBody,
} from '../validate/read-body.ts';
import { requireCommitRef } from '../validate/require-commit-ref.ts';
import { requirePath } from '../validate/require-path.ts';
import { requireBranchName, requireRemoteName } from '../validate/require-ref-name.ts';
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
  /** @param body parsed JSON, or nothing. @throws GitFault; the answer's keys go beside the envelope. */
  run(repository: Repository, body: unknown): Promise<object>;
}

function operation<I>(
  name: string,
  permission: 'read' | 'write',
  parse: (body: Body) => I,
  run: (repository: Repository, input: I) => Promise<object>,
  changesFiles = false,
): Operation {
  const method = name === 'project-info' ? 'GET' : 'POST';
  const whole = async (repository: Repository, body: unknown): Promise<object> =>
    run(repository, parse(requireBody(body)));
  return { name, method, permission, changesFiles, run: whole };
}

const MOST_COMMITS = 1_000;
const nothing = (): undefined => undefined;
const required = (body: Body, key: string): string => requireCommitRef(body[key], key);
const branchIn = (body: Body): string => requireBranchName(body.branch);
const remoteIn = (body: Body) => readOptional(body, 'remote', requireRemoteName);
const refIn = <K extends string>(body: Body, key: K) =>
  readOptional(body, key, (value) => requireCommitRef(value, key));

const filesOr =
  (all: string) =>
  (body: Body): FilesInput =>
    readFlag(body, all) ? { all: true } : { files: readPaths(body, 'files') };

function resolutionsIn(body: Body): Record<string, Resolution> {
  const given = requireBody(body.resolutions);
  return Object.fromEntries(
    Object.keys(given).map((path) => [
      requirePath(path),
      readChoice<Resolution>(given, path, ['ours', 'theirs']),
    ]),
  );
}

const MODES = ['soft', 'mixed', 'hard'] as const;

export const OPERATIONS: readonly Operation[] = [
  operation('project-info', 'read', nothing, readProjectInfo),
  operation('status', 'read', nothing, readStatus),
  operation('branches', 'read', nothing, listBranches),
  operation(
    'log',
    'read',
    (body) => ({
      maxCount: readNumber(body, 'maxCount', 50, 1, MOST_COMMITS),
      ...refIn(body, 'before'),
      ...refIn(body, 'ref'),
    }),
    readLog,
  ),
  operation('show', 'read', (body) => ({ commitRef: required(body, 'commitRef') }), showCommit),
  operation(
    'diff',
    'read',
    (body) => ({ ...readOptional(body, 'path', requirePath), staged: readFlag(body, 'staged') }),
    diffChanges,
  ),
  operation(
    'validate-checkout',
    'read',
    (body) => ({ targetRef: required(body, 'targetRef') }),
    validateCheckout,
  ),
  operation('add', 'write', filesOr('stageAll'), addFiles),
  operation('unstage', 'write', filesOr('unstageAll'), unstageFiles),
  operation('discard', 'write', (body) => ({ files: readPaths(body, 'files') }), discardChanges, true),
  operation('commit', 'write', (body) => ({ message: readMessage(body, 'message') }), createCommit),
  operation(
    'checkout',
    'write',
    (body) => ({ commitRef: required(body, 'commitRef') }),
    checkoutCommit,
    true,
  ),
  operation('return-to-latest', 'write', nothing, returnToLatest, true),
  operation(
    'create-branch',
    'write',
    (body) => ({ branch: branchIn(body), ...refIn(body, 'commitRef') }),
    createBranch,
  ),
  operation('switch-branch', 'write', (body) => ({ branch: branchIn(body) }), switchBranch, true),
  operation(
    'reset',
    'write',
    (body) => ({
      commitRef: required(body, 'commitRef'),
      resetMode: readChoice(body, 'resetMode', MODES, 'mixed'),
    }),
    resetHead,
    true,
  ),
  operation('fetch', 'write', (body) => ({ ...remoteIn(body), prune: readFlag(body, 'prune') }), fetchRemote),
  operation(
    'pull',
    'write',
    (body) => ({
      ...remoteIn(body),
      ...readOptional(body, 'branch', requireBranchName),
      resolutions: resolutionsIn(body),
    }),
    pullRemote,
    true,
  ),
  operation('push', 'write', remoteIn, pushBranch),
  operation('abort-merge', 'write', nothing, abortMerge, true),
  operation(
    'unlock',
    'write',
    (body) => ({ olderThanSeconds: readNumber(body, 'olderThanSeconds', 600, 60, 86_400) }),
    clearLocks,
  ),
];

/** @throws GitFault `git_invalid_argument` for a name that is not in the table. */
export function requireOperation(name: string): Operation {
  const found = OPERATIONS.find((row) => row.name === name);
  if (found === undefined) throw new GitFault('git_invalid_argument', { reason: 'No such git operation' });
  return found;
}
