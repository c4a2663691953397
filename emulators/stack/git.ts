/** Native git for preparing repositories, without the user's and the machine's settings. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export const GIT_ENV = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' };

/** @returns its output, trimmed. @throws its error message, or one sentence if git is missing */
export async function git(
  directory: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  try {
    const run = promisify(execFile)('git', args, {
      cwd: directory,
      env: { ...process.env, ...GIT_ENV, ...env },
    });
    return (await run).stdout.trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new Error('git is missing: the sample editor project needs it on the PATH.');
    }
    throw error;
  }
}
