/** `fetch` (Spec 4.4, Contract 7): brings the remote's branches; local branches and files are not touched. */
import { readHead } from '../refs/head.ts';
import { readRef, readRefs } from '../refs/read-refs.ts';
import { deleteRef, updateRef } from '../refs/update-ref.ts';
import { fetchHttp } from '../remote/fetch-http.ts';
import { type FoundRemote, findRemote } from '../remote/find-remote.ts';
import { fetchSsh } from '../remote/speak-ssh.ts';
import type { Repository } from '../repository.ts';
import { isFullRefName } from '../validate/require-ref-name.ts';

export interface FetchInput {
  /** Default: that of the current branch, `origin`, or the only one. */
  remote?: string;
  /** Removes remote branches from the list that the remote has no more. */
  prune: boolean;
}

export interface FetchAnswer {
  remote: string;
  /** Branches and tags that moved; `from` is null for a new one, `to` for one that is gone. */
  updated: { ref: string; from: string | null; to: string | null }[];
}

/** @throws GitFault `git_auth_failed`, `git_connection_failed`, `git_repository_not_found`, `git_remote_undefined`, ... */
export async function fetchRemote(repository: Repository, input: FetchInput): Promise<FetchAnswer> {
  const remote = findRemote(repository, 'fetch', input.remote, readHead(repository).branch);
  const found =
    remote.address.transport === 'ssh'
      ? await fetchSsh(repository, remote)
      : await fetchHttp(repository, remote);
  const updated = await moveRefs(repository, remote, found);
  if (input.prune) updated.push(...(await prune(repository, remote, found)));
  return { remote: remote.name, updated };
}

/** Only the remote's own branches, and tags that are new: a tag that moved at the remote stays what it was here. */
async function moveRefs(repository: Repository, remote: FoundRemote, found: ReadonlyMap<string, string>) {
  const updated: FetchAnswer['updated'] = [];
  for (const [name, to] of [...found].sort()) {
    const from = readRef(repository, name) ?? null;
    const isBranch = name.startsWith(`refs/remotes/${remote.name}/`) && !name.endsWith('/HEAD');
    const isNewTag = name.startsWith('refs/tags/') && from === null;
    if (from === to || !isFullRefName(name) || (!isBranch && !isNewTag) || !repository.objects.has(to))
      continue;
    await updateRef(repository, { name, from, to, reason: `fetch ${remote.name}` });
    updated.push({ ref: name.replace(/^refs\/(remotes|tags)\//, ''), from, to });
  }
  return updated;
}

async function prune(repository: Repository, remote: FoundRemote, found: ReadonlyMap<string, string>) {
  const pruned: FetchAnswer['updated'] = [];
  const prefix = `refs/remotes/${remote.name}/`;
  for (const [name, from] of readRefs(repository)) {
    if (!name.startsWith(prefix) || name.endsWith('/HEAD') || found.has(name)) continue;
    await deleteRef(repository, name, from);
    pruned.push({ ref: name.replace('refs/remotes/', ''), from, to: null });
  }
  return pruned;
}
