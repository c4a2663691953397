import type { Repository } from '../repository.ts';
import type { FoundRemote } from './find-remote.ts';
import { runSshGit } from './run-ssh-git.ts';

/** As `fetchHttp`. Objects are brought by git itself; refs are moved by us, as for http. */
export async function fetchSsh(repository: Repository, remote: FoundRemote): Promise<Map<string, string>> {
  const { url } = remote.address;
  const { stdout } = await runSshGit(repository, 'fetch', ['ls-remote', '--heads', '--', url]);
  const branches = stdout.split('\n').flatMap((line) => {
    const [oid = '', name = ''] = line.split('\t');
    return name.startsWith('refs/heads/') ? [{ oid, name: name.slice('refs/heads/'.length) }] : [];
  });
  if (branches.length === 0) return new Map();
  const fetch = [
    'fetch',
    '--quiet',
    '--no-write-fetch-head',
    '--no-tags',
    '--no-recurse-submodules',
    '--',
    url,
  ];
  await runSshGit(repository, 'fetch', [...fetch, ...branches.map(({ name }) => `refs/heads/${name}`)]);
  return new Map(branches.map(({ oid, name }) => [`refs/remotes/${remote.name}/${name}`, oid]));
}

export async function pushSsh(
  repository: Repository,
  remote: FoundRemote,
  branch: string,
  remoteBranch: string,
): Promise<void> {
  const refspec = `refs/heads/${branch}:refs/heads/${remoteBranch}`;
  await runSshGit(repository, 'push', [
    'push',
    '--porcelain',
    '--no-verify',
    '--',
    remote.address.url,
    refspec,
  ]);
}
