/**
 * `git fetch` that detects servers that are not git: if a proxy or a login page answers 200, git sees an old-style ("dumb")
 * remote without refs, which would mean "nothing new", or with `--prune` the deletion of all remote-tracking branches.
 */
import { GitFault, isGitFault } from '../git-fault.ts';
import { fetchRefspec } from '../refs/tracking.ts';
import type { Repository } from '../repository.ts';
import type { FoundRemote } from './find-remote.ts';
import { speakToRemote } from './speak-to-remote.ts';

export interface FetchRefsOptions {
  /** Removes remote-tracking branches that the remote no longer has. */
  prune: boolean;
  /** A branch that the remote must have. */
  branch?: string | undefined;
}

const OPTIONS = [
  '--quiet',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
  '--no-prune-tags',
];

/**
 * Also asks for HEAD, which nearly every git remote has and no proxy or login page has, without additional requests.
 * @throws GitFault `git_remote_error`, `git_remote_gone` if the branch is missing, and those of `speakToRemote`
 */
export async function fetchRefs(
  repository: Repository,
  remote: FoundRemote,
  { prune, branch }: FetchRefsOptions,
): Promise<void> {
  const named = branch === undefined ? [] : [`refs/heads/${branch}`];
  const fetch = async (...refspecs: string[]): Promise<void> => {
    const args = [prune ? '--prune' : '--no-prune', '--', remote.name, ...refspecs, ...named];
    const fetchWith = (...more: string[]) =>
      speakToRemote(repository, remote, 'fetch', ['fetch', ...OPTIONS, ...more, ...args]);
    await fetchWith('--atomic').catch((error: unknown) => {
      if (!prune || !isGitFault(error) || error.code !== 'git_fetch_blocked') throw error;
      // Within one transaction git cannot store `a/b` in place of `a`.
      return fetchWith();
    });
  };
  const refs = fetchRefspec(remote.name);
  try {
    await fetch('HEAD', refs);
  } catch (error) {
    if (!isGone(error)) throw error;
    await requireGit(repository, remote);
    await fetch(refs).catch((again: unknown) => {
      throw isGone(again) && branch !== undefined ? new GitFault('git_remote_gone', { branch }) : again;
    });
  }
}

const isGone = (error: unknown): boolean => isGitFault(error) && error.code === 'git_remote_gone';

/** An empty remote, or one with a dangling HEAD, still speaks git's protocol. @throws GitFault `git_remote_error` */
async function requireGit(repository: Repository, remote: FoundRemote): Promise<void> {
  const args = ['ls-remote', '--quiet', '--', remote.name];
  const { stderr } = await speakToRemote(repository, remote, 'fetch', args, { GIT_TRACE_PACKET: '1' });
  if (!/ packet: /.test(stderr)) throw new GitFault('git_remote_error');
}
