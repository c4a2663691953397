/** From what a person writes to the commit that it names. */
import { GitFault } from '../git-fault.ts';
import { parseCommit } from '../objects/commit.ts';
import type { Repository } from '../repository.ts';
import { isAbbreviatedOid, isOid, requireCommitRef } from '../validate/require-commit-ref.ts';
import { isRefName } from '../validate/require-ref-name.ts';
import { readHead } from './head.ts';
import { readRef } from './read-refs.ts';

/**
 * @param ref hash or its beginning, HEAD, branch, remote branch, tag, with `~n` and `^n`.
 * @throws GitFault `git_unknown_ref`, `git_ambiguous_ref`, `git_invalid_argument`
 */
export function resolveCommit(repository: Repository, ref: string): string {
  requireCommitRef(ref);
  const steps = /(?:~\d*|\^\d*)*$/.exec(ref)?.[0] ?? '';
  const base = ref.slice(0, ref.length - steps.length);
  const oid = findBase(repository, base);
  let commit = oid === undefined ? undefined : peel(repository, oid);
  for (const [, kind, digits] of steps.matchAll(/([~^])(\d*)/g))
    commit = commit === undefined ? undefined : step(repository, commit, kind ?? '~', digits ?? '');
  if (commit === undefined) throw new GitFault('git_unknown_ref', { ref });
  return commit;
}

function findBase(repository: Repository, base: string): string | undefined {
  if (base === 'HEAD') return readHead(repository).commit ?? undefined;
  if (isOid(base)) return repository.objects.has(base) ? base : undefined;
  return (
    findNamed(repository, base) ??
    (isAbbreviatedOid(base) ? complete(repository, base.toLowerCase()) : undefined)
  );
}

function findNamed(repository: Repository, base: string): string | undefined {
  if (!isRefName(base)) return undefined;
  const prefixes = base.startsWith('refs/') ? [''] : ['refs/heads/', 'refs/tags/', 'refs/remotes/'];
  for (const prefix of prefixes) {
    const oid = readRef(repository, prefix + base);
    if (oid !== undefined) return oid;
  }
  return undefined;
}

function complete(repository: Repository, digits: string): string | undefined {
  const commits = repository.objects.complete(digits).filter((oid) => peel(repository, oid) !== undefined);
  if (commits.length > 1) throw new GitFault('git_ambiguous_ref', { ref: digits });
  return commits[0];
}

const DEEPEST_TAG = 5;

/** The commit itself, or what a tag leads to. */
export function peel(repository: Repository, oid: string, depth = 0): string | undefined {
  const object = repository.objects.find(oid);
  if (object?.type === 'commit') return oid;
  if (object?.type !== 'tag' || depth > DEEPEST_TAG) return undefined;
  const target = /^object ([0-9a-f]{40})$/m.exec(object.body.toString('latin1'))?.[1];
  return target === undefined ? undefined : peel(repository, target, depth + 1);
}

function step(repository: Repository, commit: string, kind: string, digits: string): string | undefined {
  const count = digits === '' ? 1 : Number(digits);
  if (kind === '^') return count === 0 ? commit : parentsOf(repository, commit)[count - 1];
  let at: string | undefined = commit;
  for (let done = 0; done < count && at !== undefined; done++) at = parentsOf(repository, at)[0];
  return at;
}

const parentsOf = (repository: Repository, commit: string): string[] =>
  parseCommit(commit, repository.objects.readAs(commit, 'commit')).parents;
