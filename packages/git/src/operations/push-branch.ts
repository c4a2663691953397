/** `push` (Spec 4.4, Contract 7): pushes the current branch, and sets its upstream if it has none. */
import { GitFault } from '../git-fault.ts';
import { findRef } from '../refs/find-ref.ts';
import { readHead } from '../refs/read-refs.ts';
import { upstreamOf } from '../refs/tracking.ts';
import { findRemote } from '../remote/find-remote.ts';
import { speakToRemote } from '../remote/speak-to-remote.ts';
import type { Repository } from '../repository.ts';

export interface PushInput {
  remote?: string | undefined;
  /** Branch at the remote. By default the current branch's upstream, otherwise the one with the same name. */
  branch?: string | undefined;
}

export interface PushAnswer {
  branch: string;
  remote: string;
  /** Name of the branch at the remote. */
  remoteBranch: string;
  /** The remote branch's commit before and after. */
  from: string | null;
  to: string;
  /** Whether this push set the upstream. */
  setUpstream: boolean;
}

/** @throws GitFault `git_push_failed`, `git_push_declined`, `git_push_denied`, `git_detached_head`, ... */
export async function pushBranch(repository: Repository, input: PushInput): Promise<PushAnswer> {
  const { branch, commit } = await readHead(repository);
  if (branch === null) throw new GitFault('git_detached_head');
  if (commit === null) throw new GitFault('git_no_commits');
  const remote = findRemote(repository, 'push', input.remote, branch);
  const followed = upstreamOf(repository, branch);
  const remoteBranch = input.branch ?? (followed?.remote === remote.name ? followed.branch : branch);
  const from = await findRef(repository, `refs/remotes/${remote.name}/${remoteBranch}`);
  const setUpstream = followed === undefined;
  const args = ['push', '--porcelain', '--no-follow-tags', ...(setUpstream ? ['--set-upstream'] : [])];
  const refspec = `refs/heads/${branch}:refs/heads/${remoteBranch}`;
  await speakToRemote(repository, remote, 'push', [...args, '--', remote.name, refspec]);
  return { branch, remote: remote.name, remoteBranch, from, to: commit, setUpstream };
}
