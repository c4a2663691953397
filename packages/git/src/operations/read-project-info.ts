/** `project-info` (Spec 4.4, Contract 7): project metadata, current branch, sync status. */
import { isMerging } from '../change/merge-state.ts';
import { identify } from '../identify.ts';
import { lastBranch } from '../refs/last-branch.ts';
import { positionOf } from '../refs/position.ts';
import { listRemotes, type Remote } from '../refs/tracking.ts';
import { type Person, projectName, type Repository } from '../repository.ts';
import { conflictsIn, readChanges } from '../status/read-changes.ts';

export interface ProjectInfo {
  projectName: string;
  currentBranch: string | null;
  /** The current branch, or on a detached HEAD the last one. */
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
  const worked = await readChanges(repository, { untracked: 'no', isShown: true });
  const { branch, commit } = worked;
  const conflicted = conflictsIn(worked);
  const { tracking, ahead, behind } = await positionOf(repository, worked);
  return {
    projectName: projectName(repository),
    currentBranch: branch,
    lastKnownBranch: branch ?? lastBranch(repository) ?? null,
    head: commit,
    isDetachedHead: branch === null,
    tracking,
    hasTracking: tracking !== null,
    ahead,
    behind,
    remotes: listRemotes(repository),
    user: identify(repository) ?? { name: null, email: null },
    state: isMerging(repository) || conflicted.length > 0 ? 'merging' : 'clean',
    conflicted,
  };
}
