/** Resolves what a person typed to a commit. */
import { GitFault } from '../git-fault.ts';
import { findObject, findOid } from '../process/cat-file.ts';
import type { Repository } from '../repository.ts';
import { isAbbreviatedOid, isOid, requireCommitRef } from '../validate/require-commit-ref.ts';
import { isRefName } from '../validate/require-ref-name.ts';

/**
 * @param ref hash or its beginning, HEAD, branch, remote branch or tag, optionally with `~n` and `^n`
 * @throws GitFault `git_unknown_ref`, `git_ambiguous_ref`, `git_invalid_argument`
 */
export async function resolveCommit(repository: Repository, ref: string): Promise<string> {
  const { base, steps } = requireCommitRef(ref);
  for (const name of namesFor(base)) {
    const found = await findObject(repository, `${name}${steps}^{commit}`);
    if (found === 'ambiguous') throw new GitFault('git_ambiguous_ref', { ref });
    if (found !== 'missing') return found.oid;
    // An existing name is meant even if its `~` or `^` steps lead nowhere.
    if (steps !== '' && (await findOid(repository, `${name}^{commit}`)) !== null) break;
  }
  throw new GitFault('git_unknown_ref', { ref });
}

/** Branches before tags before remote branches, and names before digits of a hash. */
function namesFor(base: string): string[] {
  if (base === 'HEAD' || isOid(base)) return [base];
  const named = base.startsWith('refs/') ? [''] : ['refs/heads/', 'refs/tags/', 'refs/remotes/'];
  return [
    ...(isRefName(base) ? named.map((prefix) => prefix + base) : []),
    ...(isAbbreviatedOid(base) ? [base.toLowerCase()] : []),
  ];
}
