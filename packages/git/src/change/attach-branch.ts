import { freeBranchName } from '../refs/free-branch-name.ts';
import { readRefs } from '../refs/read-refs.ts';
import { git, type Repository } from '../repository.ts';

const NONE = '0'.repeat(40);

/**
 * Creates a branch at a commit made on a detached HEAD, then moves HEAD to it. The commit is never without a ref.
 * @param from the commit that HEAD was on: `from-<first 7 of hash>` (Contract 7)
 */
export async function attachNewBranch(
  repository: Repository,
  from: string | null,
  commit: string,
): Promise<string> {
  const { refs } = await readRefs(repository);
  const wanted = `from-${(from ?? commit).slice(0, 7)}`;
  // An existing one was created by a call that was killed before it moved HEAD.
  const made = [...refs].find(([ref, oid]) => oid === commit && ref.startsWith(`refs/heads/${wanted}`));
  const name = made?.[0] ?? `refs/heads/${freeBranchName(refs, wanted)}`;
  const reason = `branch: Created from ${commit}`;
  if (made === undefined)
    await git(repository, ['update-ref', '-m', reason, '--create-reflog', name, commit, NONE]);
  await git(repository, ['symbolic-ref', '-m', reason, 'HEAD', name]);
  return name.slice('refs/heads/'.length);
}
