import type { GitFault } from '../../packages/git/src/git-fault.ts';

/** The error of the work. */
export async function faultOf(work: Promise<unknown>): Promise<GitFault> {
  try {
    await work;
  } catch (error) {
    return error as GitFault;
  }
  throw new Error('nothing was thrown');
}
