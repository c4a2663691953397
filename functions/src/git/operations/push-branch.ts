/** `push` (Spec 4.4, Contract 7): the current branch; a branch that follows none gets its upstream. Hooks are not run. */
import { setConfig } from '../config/edit-config.ts';
import { GitFault } from '../git-fault.ts';
import { readHead } from '../refs/head.ts';
import { readRef } from '../refs/read-refs.ts';
import { upstreamOf } from '../refs/tracking.ts';
import { updateRef } from '../refs/update-ref.ts';
import { findRemote } from '../remote/find-remote.ts';
import { pushHttp } from '../remote/push-http.ts';
import { pushSsh } from '../remote/speak-ssh.ts';
import type { Repository } from '../repository.ts';

export interface PushInput {
  remote?: string;
}

export interface PushAnswer {
  branch: string;
  remote: string;
  /** Name of the branch at the remote. */
  remoteBranch: string;
  /** Where the remote branch was known to stand, and stands now. */
  from: string | null;
  to: string;
  /** The branch follows the remote one from now on, and did not before. */
  setUpstream: boolean;
}

/** @throws GitFault `git_push_failed`, `git_push_declined`, `git_push_denied`, `git_detached_head`, ... */
export async function pushBranch(repository: Repository, input: PushInput): Promise<PushAnswer> {
  const { branch, commit } = readHead(repository);
  if (branch === null) throw new GitFault('git_detached_head');
  if (commit === null) throw new GitFault('git_no_commits');
  const remote = findRemote(repository, 'push', input.remote, branch);
  const followed = upstreamOf(repository, branch);
  const remoteBranch = followed?.remote === remote.name ? followed.branch : branch;
  const name = `refs/remotes/${remote.name}/${remoteBranch}`;
  const from = readRef(repository, name) ?? null;
  const push = remote.address.transport === 'ssh' ? pushSsh : pushHttp;
  await push(repository, remote, branch, remoteBranch);
  if (readRef(repository, name) !== commit)
    await updateRef(repository, { name, to: commit, reason: 'update by push' });
  const setUpstream = followed === undefined;
  if (setUpstream)
    await setConfig(repository, 'branch', branch, {
      remote: remote.name,
      merge: `refs/heads/${remoteBranch}`,
    });
  return { branch, remote: remote.name, remoteBranch, from, to: commit, setUpstream };
}
