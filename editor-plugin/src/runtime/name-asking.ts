/** Which server wants a login, or another one: the sidebar names it, and the login is kept for no other server. */
import { GitFault, isGitFault } from '../../../packages/git/src/git-fault.ts';
import { readHead } from '../../../packages/git/src/refs/read-refs.ts';
import { type FoundRemote, findRemote } from '../../../packages/git/src/remote/find-remote.ts';
import type { Repository } from '../../../packages/git/src/repository.ts';

/** Key `asking` of `git_auth_failed` and `git_push_denied`, if another login can help. */
export interface Asking {
  remote: string;
  /** Scheme, host and port. */
  origin: string;
}

/** Undefined if git takes no login of ours: over ssh, or if the address has a password of its own. */
export function originOf({ shown, hasCredentials }: FoundRemote): string | undefined {
  return hasCredentials || !/^https?:/.test(shown) ? undefined : new URL(shown).origin;
}

const ASKING: readonly string[] = ['git_auth_failed', 'git_push_denied'];

/** @returns the failure of an operation, with the server that wants another login */
export async function nameAsking(
  repository: Repository,
  operation: string,
  body: unknown,
  failure: unknown,
): Promise<unknown> {
  if (!isGitFault(failure) || !ASKING.includes(failure.code)) return failure;
  const named = (body as { remote?: string } | undefined)?.remote;
  const { branch } = await readHead(repository);
  const found = findRemote(repository, operation === 'push' ? 'push' : 'fetch', named, branch);
  const origin = originOf(found);
  if (origin === undefined) return failure;
  const asking: Asking = { remote: found.name, origin };
  return new GitFault(failure.code, {}, { ...failure.extra, asking }, failure);
}
