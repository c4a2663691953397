/**
 * All operations (Contract 7), served by the function and by the editor plugin: for each its method, required permission,
 * body schema and implementation. Permission depends on the operation, not on the HTTP method.
 */
import * as z from 'zod/mini';
import { settleDead } from '../change/settle-dead.ts';
import { GitFault } from '../git-fault.ts';
import type { Repository } from '../repository.ts';
import {
  branchName,
  commitRef,
  filePath,
  filesOr,
  flag,
  message,
  number,
  paths,
  plainPaths,
  readBody,
  remoteName,
  sidesByNode,
  sidesByPath,
  target,
} from '../validate/bodies.ts';
import { abortMerge } from './abort-merge.ts';
import { addFiles, type FilesInput } from './add-files.ts';
import { checkoutCommit } from './checkout-commit.ts';
import { clearLocks } from './clear-locks.ts';
import { createBranch } from './create-branch.ts';
import { createCommit } from './create-commit.ts';
import { deleteBranch } from './delete-branch.ts';
import { diffChanges } from './diff-changes.ts';
import { discardChanges } from './discard-changes.ts';
import { explain } from './explain.ts';
import { fetchRemote } from './fetch-remote.ts';
import { listBranches } from './list-branches.ts';
import { pullRemote } from './pull-remote.ts';
import { pushBranch } from './push-branch.ts';
import { readLog } from './read-log.ts';
import { readProjectInfo } from './read-project-info.ts';
import { readStatus } from './read-status.ts';
import { renameBranch } from './rename-branch.ts';
import { resetHead } from './reset-head.ts';
import { resolveMerge } from './resolve-merge.ts';
import { returnToLatest } from './return-to-latest.ts';
import { revertCommit } from './revert-commit.ts';
import { setUpstream } from './set-upstream.ts';
import { showCommit } from './show-commit.ts';
import { switchBranch } from './switch-branch.ts';
import { unstageFiles } from './unstage-files.ts';
import { validateCheckout } from './validate-checkout.ts';

export interface Operation {
  /** Name in the route `/service-git/<name>` and in the envelope's `operation`. */
  name: string;
  method: 'GET' | 'POST';
  permission: 'read' | 'write';
  /** May change files of the working tree, so that the editor must load its flows again (Spec 3.2). */
  changesFiles: boolean;
  /** Schema of its body. */
  body: z.ZodMiniObject;
  /** @param body parsed JSON, or undefined. @throws GitFault; the result's keys are added to the envelope. */
  run(repository: Repository, body: unknown): Promise<object>;
}

function operation<T extends z.core.$ZodShape>(
  name: string,
  permission: 'read' | 'write',
  shape: T,
  run: (repository: Repository, input: z.infer<z.ZodMiniObject<T>>) => Promise<object>,
  { changesFiles = false, check = [] }: { changesFiles?: boolean; check?: z.core.$ZodCheck<unknown>[] } = {},
): Operation {
  const schema = z.strictObject(shape).check(...check);
  return {
    name,
    method: name === 'project-info' ? 'GET' : 'POST',
    permission,
    changesFiles,
    body: schema as unknown as z.ZodMiniObject,
    run: async (repository, body) => {
      const input = readBody(schema as unknown as z.ZodMiniObject, body) as z.infer<z.ZodMiniObject<T>>;
      try {
        await settleFirst(repository, { name, permission });
        return await run(repository, input);
      } catch (error) {
        throw explain(error);
      }
    },
  };
}

/**
 * A read of the function settles nothing: it holds no lease, so what looks left may be another instance's change. Elsewhere
 * it goes on if that fails, and `unlock` always does.
 */
async function settleFirst(
  repository: Repository,
  { name, permission }: Pick<Operation, 'name' | 'permission'>,
): Promise<void> {
  if (name === 'unlock') return;
  if (permission === 'write') return settleDead(repository);
  if (repository.profile === 'own machine')
    await settleDead(repository).catch((error: unknown) => repository.options.onUnsettled?.(error));
}

const MOST_COMMITS = 1_000;
const remote = z.optional(remoteName);
const modes = z._default(z.enum(['soft', 'mixed', 'hard'], 'must be one of soft, mixed, hard'), 'mixed');

const chosen = (all: boolean, files: readonly string[] = []): FilesInput =>
  all ? { all } : { files: plainPaths(files) };

const changesFiles = true;

export const OPERATIONS: readonly Operation[] = [
  operation('project-info', 'read', {}, readProjectInfo),
  operation('status', 'read', {}, readStatus),
  operation('branches', 'read', {}, listBranches),
  operation(
    'log',
    'read',
    {
      maxCount: number(50, 1, MOST_COMMITS, 'Maximum number of commits per page.'),
      before: z.optional(
        commitRef('Hash of the last commit of the previous page: the list continues after it.'),
      ),
      ref: z.optional(commitRef('List only commits of this ref and of HEAD. Default: all branches.')),
    },
    readLog,
  ),
  operation('show', 'read', { commitRef: target }, showCommit),
  operation(
    'diff',
    'read',
    {
      path: z.optional(filePath),
      staged: flag(
        'True: differences between HEAD and the index; false: between the index and the working tree.',
      ),
      from: z.optional(commitRef('Commit to compare from; `HEAD` if only `to` is given.')),
      to: z.optional(commitRef('Commit to compare to; `HEAD` if only `from` is given.')),
    },
    diffChanges,
  ),
  operation('validate-checkout', 'read', { targetRef: target }, validateCheckout),
  operation(
    'add',
    'write',
    { stageAll: flag('All changed files.'), files: z.optional(paths) },
    (repository, { stageAll, files }) => addFiles(repository, chosen(stageAll, files)),
    { check: [filesOr('stageAll')] },
  ),
  operation(
    'unstage',
    'write',
    { unstageAll: flag('All staged files.'), files: z.optional(paths) },
    (repository, { unstageAll, files }) => unstageFiles(repository, chosen(unstageAll, files)),
    { check: [filesOr('unstageAll')] },
  ),
  operation(
    'discard',
    'write',
    { files: paths },
    (repository, { files }) => discardChanges(repository, { files: plainPaths(files) }),
    { changesFiles },
  ),
  operation('commit', 'write', { message }, (repository, input) =>
    createCommit(repository, { message: input.message.trim() }),
  ),
  operation('checkout', 'write', { commitRef: target }, checkoutCommit, { changesFiles }),
  operation('return-to-latest', 'write', {}, returnToLatest, { changesFiles }),
  operation('create-branch', 'write', { branch: branchName, commitRef: z.optional(target) }, createBranch),
  operation('switch-branch', 'write', { branch: branchName }, switchBranch, { changesFiles }),
  operation('delete-branch', 'write', { branch: branchName }, deleteBranch),
  operation('rename-branch', 'write', { branch: z.optional(branchName), newName: branchName }, renameBranch),
  operation(
    'set-upstream',
    'write',
    { branch: z.optional(branchName), upstream: z.nullable(branchName) },
    setUpstream,
  ),
  operation('reset', 'write', { commitRef: target, resetMode: modes }, resetHead, { changesFiles }),
  operation('revert', 'write', { commitRef: target }, revertCommit, { changesFiles }),
  operation(
    'fetch',
    'write',
    { remote, prune: flag('Removes remote branches that the remote no longer has.') },
    fetchRemote,
  ),
  operation(
    'pull',
    'write',
    { remote, branch: z.optional(branchName), resolutions: sidesByPath },
    pullRemote,
    { changesFiles },
  ),
  operation('push', 'write', { remote, branch: z.optional(branchName) }, pushBranch),
  operation('resolve', 'write', { choices: sidesByNode, resolutions: sidesByPath }, resolveMerge, {
    changesFiles,
  }),
  operation('abort-merge', 'write', {}, abortMerge, { changesFiles }),
  operation(
    'unlock',
    'write',
    { olderThanSeconds: number(600, 60, 86_400, 'Locks that are younger are kept.') },
    clearLocks,
  ),
];

/** @throws GitFault `git_invalid_argument` for an unknown name */
export function requireOperation(name: string): Operation {
  const found = OPERATIONS.find((each) => each.name === name);
  if (found === undefined) throw new GitFault('git_invalid_argument', { reason: 'No such git operation' });
  return found;
}
