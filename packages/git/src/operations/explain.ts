/** What a failure that no operation expected means to a caller. */
import { GitFault } from '../git-fault.ts';
import { GitProcessError } from '../process/run-git.ts';
import { storageFault } from '../storage/storage-fault.ts';

/** An unexpected failure of git means that git cannot work with the repository. */
export function explain(error: unknown): unknown {
  const fault = storageFault(error);
  if (fault !== undefined) return fault;
  if (!(error instanceof GitProcessError)) return error;
  const lock = /Unable to create '.*\/([^/']+\.lock)'|could not lock config file (.*)/.exec(
    error.answer.stderr,
  );
  if (lock !== null) return new GitFault('git_locked', { lock: lock[1] ?? 'config.lock', age: 'a moment' });
  return new GitFault('git_corrupt', { what: 'git cannot work with it' }, {}, error);
}
