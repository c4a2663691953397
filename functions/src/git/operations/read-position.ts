import { aheadBehind } from '../history/reach.ts';
import { readHead } from '../refs/head.ts';
import { readRef } from '../refs/read-refs.ts';
import { upstreamOf } from '../refs/tracking.ts';
import type { Repository } from '../repository.ts';

export interface Position {
  branch: string | null;
  commit: string | null;
  /** The remote branch that the branch follows, `origin/main`, or null. */
  tracking: string | null;
  ahead: number;
  behind: number;
}

/** Where HEAD stands, and how far from the branch that it follows. */
export async function readPosition(repository: Repository): Promise<Position> {
  const { branch, commit } = readHead(repository);
  const upstream = branch === null ? undefined : upstreamOf(repository, branch);
  const theirs =
    upstream === undefined ? undefined : readRef(repository, `refs/remotes/${upstream.tracking}`);
  const distance =
    commit === null || theirs === undefined
      ? { ahead: 0, behind: 0 }
      : await aheadBehind(repository, commit, theirs);
  return { branch, commit, tracking: upstream?.tracking ?? null, ...distance };
}
