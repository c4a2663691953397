/** `project-info` (Spec 4.4, Contract 7): project metadata, current branch, sync status. */

import { identify } from '../identify.ts';
import { conflictedPaths } from '../index/git-index.ts';
import { readIndex } from '../index/read-index.ts';
import { isMerging } from '../merge/merge-state.ts';
import { lastBranch } from '../refs/last-branch.ts';
import { listRemotes, type Remote } from '../refs/tracking.ts';
import { type Person, projectName, type Repository } from '../repository.ts';
import { readPosition } from './read-position.ts';

export interface ProjectInfo {
  projectName: string;
  currentBranch: string | null;
  /** The branch that HEAD is on or was on last. */
  lastKnownBranch: string | null;
  head: string | null;
  isDetachedHead: boolean;
  tracking: string | null;
  hasTracking: boolean;
  ahead: number;
  behind: number;
  remotes: Remote[];
  user: Person | { name: null; email: null };
  state: 'clean' | 'merging';
  conflicted: string[];
}

export async function readProjectInfo(repository: Repository): Promise<ProjectInfo> {
  const position = await readPosition(repository);
  const conflicted = conflictedPaths(readIndex(repository));
  return {
    projectName: projectName(repository),
    currentBranch: position.branch,
    lastKnownBranch: position.branch ?? lastBranch(repository) ?? null,
    head: position.commit,
    isDetachedHead: position.branch === null,
    tracking: position.tracking,
    hasTracking: position.tracking !== null,
    ahead: position.ahead,
    behind: position.behind,
    remotes: listRemotes(repository),
    user: identify(repository) ?? { name: null, email: null },
    state: isMerging(repository) || conflicted.length > 0 ? 'merging' : 'clean',
    conflicted,
  };
}
