import { type Distance, distanceBetween } from '../history/distance.ts';
import type { Repository } from '../repository.ts';
import { findRef } from './find-ref.ts';
import type { Head } from './read-refs.ts';
import { upstreamOf } from './tracking.ts';

export interface Position extends Distance {
  /** The branch's upstream, such as `origin/main`, or null. */
  tracking: string | null;
}

/** Commits ahead of and behind the upstream. */
export async function positionOf(repository: Repository, { branch, commit }: Head): Promise<Position> {
  const upstream = branch === null ? undefined : upstreamOf(repository, branch);
  if (upstream === undefined) return { tracking: null, ahead: 0, behind: 0 };
  const theirs = await findRef(repository, `refs/remotes/${upstream.tracking}`);
  return { tracking: upstream.tracking, ...(await distanceBetween(repository, commit, theirs)) };
}
