/**
 * `git fetch` that detects servers that are not git: if a proxy or a login page answers 200, git sees an old-style ("dumb")
 * remote without refs, which would mean "nothing new", or with `--prune` the end of all remote branches.
 */
import { GitFault, isGitFault } from '../git-fault.ts';
import type { Repository } from '../repository.ts';
import type { FoundRemote } from './find-remote.ts';
import { speakToRemote } from './speak-to-remote.ts';

/**
 * Also requests HEAD, which nearly every remote has and no such page has, without additional requests.
 * @param args of `git fetch`, before the remote's name
 * @throws GitFault `git_remote_error` and those of `speakToRemote`
 */
export async function fetchRefs(
  repository: Repository,
  remote: FoundRemote,
  args: readonly string[],
): Promise<void> {
  const refs = `+refs/heads/*:refs/remotes/${remote.name}/*`;
  const fetch = (...refspecs: string[]) =>
    speakToRemote(repository, remote, 'fetch', ['fetch', ...args, '--', remote.name, ...refspecs]);
  try {
    await fetch('HEAD', refs);
  } catch (error) {
    if (!isGitFault(error) || error.code !== 'git_remote_gone') throw error;
    await requireGit(repository, remote);
    await fetch(refs);
  }
}

/** An empty remote, or one with a dangling HEAD, still speaks git's protocol. @throws GitFault `git_remote_error` */
async function requireGit(repository: Repository, remote: FoundRemote): Promise<void> {
  const args = ['ls-remote', '--quiet', '--', remote.name];
  const { stderr } = await speakToRemote(repository, remote, 'fetch', args, { GIT_TRACE_PACKET: '1' });
  if (!/ packet: /.test(stderr)) throw new GitFault('git_remote_error');
}
