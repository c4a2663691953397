/** `fetch` (Spec 4.4, Contract 7): updates the remote branches; local branches and files are not touched. */
import { type Refs, readHead, readRefs } from '../refs/read-refs.ts';
import { fetchRefs } from '../remote/fetch-refs.ts';
import { findRemote } from '../remote/find-remote.ts';
import type { Repository } from '../repository.ts';

export interface FetchInput {
  /** By default the current branch's remote, `origin`, or the only one. */
  remote?: string | undefined;
  /** Removes remote branches that no longer exist on the remote. */
  prune: boolean;
  /** Fails if the remote has no branch of this name. */
  branch?: string | undefined;
}

export interface FetchAnswer {
  remote: string;
  /** Moved branches and tags; `from` is null for a new one, `to` for a deleted one. */
  updated: { ref: string; from: string | null; to: string | null }[];
}

/** @throws GitFault `git_auth_failed`, `git_connection_failed`, `git_repository_not_found`, `git_remote_undefined`, ... */
export async function fetchRemote(repository: Repository, input: FetchInput): Promise<FetchAnswer> {
  const remote = findRemote(repository, 'fetch', input.remote, (await readHead(repository)).branch);
  const before = (await readRefs(repository)).refs;
  await fetchRefs(repository, remote, input);
  return {
    remote: remote.name,
    updated: compareRefs(before, (await readRefs(repository)).refs, remote.name),
  };
}

function compareRefs(before: Refs, after: Refs, remote: string): FetchAnswer['updated'] {
  const isMeant = (name: string): boolean =>
    name.startsWith('refs/tags/') || (name.startsWith(`refs/remotes/${remote}/`) && !name.endsWith('/HEAD'));
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => isMeant(name) && before.get(name) !== after.get(name))
    .sort()
    .map((name) => ({
      ref: name.replace(/^refs\/(remotes|tags)\//, ''),
      from: before.get(name) ?? null,
      to: after.get(name) ?? null,
    }));
}
