/** What a failure that no operation expected means to a caller. */
import { GitFault } from '../git-fault.ts';
import { GitProcessError } from '../process/run-git.ts';
import { storageFault } from '../storage/storage-fault.ts';

/** Native git moved or created the ref while git worked: refs need no lock of the index. */
const MOVED = /cannot lock ref '.{0,2048}': (is at |reference already exists)/;

/** An unexpected failure of git means that git cannot work with the repository. */
export function explain(error: unknown): unknown {
  const fault = storageFault(error);
  if (fault !== undefined) return fault;
  if (!(error instanceof GitProcessError)) return error;
  const lock = /Unable to create '.*\/([^/']+\.lock)'|could not lock config file (.*)/.exec(
    error.answer.stderr,
  );
  if (lock !== null) return new GitFault('git_locked', { lock: lock[1] ?? 'config.lock', age: 'a moment' });
  if (MOVED.test(error.answer.stderr)) return new GitFault('git_ref_moved', {}, {}, error);
  return new GitFault('git_corrupt', { what: 'git cannot work with it' }, {}, error);
}
