/**
 * Recovery refs under `refs/sightline/`: whatever an operation would leave without a name gets one first, so that
 * nothing is lost to git's garbage collection. A person finds them with `git for-each-ref refs/sightline`.
 */
import { identify } from '../identify.ts';
import { formatCommit, signNow } from '../objects/commit.ts';
import type { FlatEntry } from '../objects/flat-tree.ts';
import { writeObject } from '../objects/write-objects.ts';
import { writeTree } from '../objects/write-tree.ts';
import type { Repository } from '../repository.ts';
import { readHead } from './head.ts';
import { updateRef } from './update-ref.ts';

/** `refs/sightline/<why>/<UTC time>-<hash>` */
export async function keepCommit(repository: Repository, why: string, commit: string): Promise<string> {
  const time = new Date().toISOString().replace(/[-:]/g, '').replace(/\..*/, 'Z');
  const name = `refs/sightline/${why}/${time}-${commit.slice(0, 7)}`;
  await updateRef(repository, { name, to: commit, reason: why });
  return name;
}

/** Keeps a set of files as a commit on top of HEAD. */
export async function keepFiles(
  repository: Repository,
  why: string,
  files: Iterable<readonly [string, FlatEntry]>,
): Promise<string> {
  const tree = await writeTree(repository.objects, files);
  const who = signNow(identify(repository) ?? { name: 'Sightline', email: 'sightline@localhost' });
  const { commit } = readHead(repository);
  const parents = commit === null ? [] : [commit];
  const message = `Kept before ${why}`;
  const body = formatCommit({ tree, parents, author: who, committer: who, message });
  return keepCommit(repository, why, await writeObject(repository.objects, 'commit', body));
}
