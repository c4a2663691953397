import type { Repository } from '../repository.ts';
import type { FoundRemote } from './find-remote.ts';
import { runTransport } from './run-transport.ts';

/** @throws GitFault `git_push_failed`, `git_push_declined`, `git_push_denied`, `git_auth_failed`, ... */
export async function pushHttp(
  repository: Repository,
  remote: FoundRemote,
  branch: string,
  remoteBranch: string,
): Promise<void> {
  await runTransport(repository, remote, 'push', async (transport) => {
    const { push } = await import('./transport-library.ts');
    await push({
      ...transport,
      ref: `refs/heads/${branch}`,
      remoteRef: `refs/heads/${remoteBranch}`,
      force: false,
      cache: {},
    });
  });
}
