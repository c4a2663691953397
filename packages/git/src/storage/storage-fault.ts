/** Failures of the disk under the repository, which git reports as text and the system as codes. */
import { GitFault } from '../git-fault.ts';
import { GitProcessError } from '../process/run-git.ts';
import { errorCode } from './error-code.ts';

const FULL = /No space left on device|Disk quota exceeded/;
const DENIED = /Permission denied|Operation not permitted|Read-only file system|insufficient permission/;
const FULL_CODES = ['ENOSPC', 'EDQUOT'];
const DENIED_CODES = ['EACCES', 'EPERM', 'EROFS'];

/** `git_disk_full` or `git_write_denied`; undefined for any other error. */
export function storageFault(error: unknown): GitFault | undefined {
  const said = error instanceof GitProcessError ? error.answer.stderr : '';
  const code = errorCode(error);
  if (FULL.test(said) || FULL_CODES.includes(code)) return new GitFault('git_disk_full', {}, {}, error);
  if (DENIED.test(said) || DENIED_CODES.includes(code))
    return new GitFault('git_write_denied', {}, {}, error);
  return undefined;
}
