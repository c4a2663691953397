/** `show` (Contract 7): one commit and its changes compared with its first parent. */
import { describePatch, type FileDiff, LARGEST_PATCH, PATCH_FORM } from '../diff/file-diff.ts';
import { COMMIT_FORM, type CommitData, takeCommit } from '../history/read-commits.ts';
import { resolveCommit } from '../refs/resolve-commit.ts';
import { git, type Repository } from '../repository.ts';

export interface ShownCommit {
  commit: CommitData;
  files: FileDiff[];
}

export async function showCommit(repository: Repository, input: { commitRef: string }): Promise<ShownCommit> {
  const hash = await resolveCommit(repository, input.commitRef);
  const args = ['log', '-1', '--root', '--diff-merges=first-parent', ...COMMIT_FORM];
  const { stdout } = await git(repository, [...args, ...PATCH_FORM, hash, '--'], { largest: LARGEST_PATCH });
  const { commit, rest } = takeCommit(stdout);
  return { commit, files: await describePatch(repository, rest) };
}
