/** `resolve` (Contract 7): finishes the last pull's merge with a person's choices, by node of a flow file or by file. */
import { changing } from '../change/changing.ts';
import { GitFault } from '../git-fault.ts';
import type { Choices } from '../merge/merge-commits.ts';
import { forgetMerge, pendingMerge } from '../merge/pending-merge.ts';
import type { Repository } from '../repository.ts';
import { type Integrated, mergeInto } from './pull-remote.ts';
import { readClear } from './switch-head.ts';

export interface ResolveInput {
  /** By node id. */
  choices: Choices['nodes'];
  /** By path, for files that are not flow files. */
  resolutions: Choices['files'];
}

/** @throws GitFault `git_no_merge`; `git_pull_merge_conflict` if choices are missing; `git_pull_overwrite` */
export async function resolveMerge(repository: Repository, input: ResolveInput): Promise<Integrated> {
  return changing(repository, async (change, repository) => {
    const merge = pendingMerge(repository);
    if (merge === undefined) throw new GitFault('git_no_merge');
    const state = await readClear(repository);
    if (state.commit !== merge.ours || state.branch === null) {
      forgetMerge(repository);
      throw new GitFault('git_no_merge');
    }
    return mergeInto(repository, change, state, merge, { files: input.resolutions, nodes: input.choices });
  });
}
