import type { GitFault } from '../../functions/src/git/git-fault.ts';

/** What the work throws. */
export async function faultOf(work: Promise<unknown>): Promise<GitFault> {
  try {
    await work;
  } catch (error) {
    return error as GitFault;
  }
  throw new Error('nothing was thrown');
}
