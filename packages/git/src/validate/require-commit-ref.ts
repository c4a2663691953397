import { GitFault } from '../git-fault.ts';
import { isRefName } from './require-ref-name.ts';

const OID = /^[0-9a-f]{40}$/;

export const isOid = (value: string): boolean => OID.test(value);

/** Hash digits, at least 4 as in git. */
export const isAbbreviatedOid = (value: string): boolean => /^[0-9a-f]{4,40}$/i.test(value);

/** Maximum characters: a name of at most 1,024 bytes, and steps. */
export const LONGEST_COMMIT_REF = 2_048;
/** Anchored at both ends: otherwise matching restarts at each `~`. */
const COMMIT_REF = /^([^~^]+)((?:~\d{0,6}|\^\d?)*)$/;

/** The parts of `main~2^1`: the name, and the steps from it. Null if it names no commit. */
export function splitCommitRef(value: string): { base: string; steps: string } | null {
  if (value.length > LONGEST_COMMIT_REF) return null;
  const [, base = '', steps = ''] = COMMIT_REF.exec(value) ?? [];
  return base === 'HEAD' || isAbbreviatedOid(base) || isRefName(base) ? { base, steps } : null;
}

/** Names of a commit: hash or its beginning, `HEAD`, branch, remote branch or tag, optionally with `~2` or `^1`. */
export const isCommitRef = (value: string): boolean => splitCommitRef(value) !== null;

/** @throws GitFault `git_invalid_argument` */
export function requireCommitRef(value: unknown, name = 'commitRef'): { base: string; steps: string } {
  const parts = typeof value === 'string' ? splitCommitRef(value) : null;
  if (parts !== null) return parts;
  throw new GitFault('git_invalid_argument', { reason: `${name} must be a commit hash, a branch or a tag` });
}
