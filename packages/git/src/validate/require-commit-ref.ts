import { GitFault } from '../git-fault.ts';
import { isRefName } from './require-ref-name.ts';

const OID = /^[0-9a-f]{40}$/;

export const isOid = (value: string): boolean => OID.test(value);

/** Hash digits, at least 4 as in git. */
export const isAbbreviatedOid = (value: string): boolean => /^[0-9a-f]{4,40}$/i.test(value);

/** Names of a commit: hash or its beginning, `HEAD`, branch, remote branch or tag, optionally with `~2` or `^1`. */
export function isCommitRef(value: string): boolean {
  const base = value.replace(/(?:~\d{0,6}|\^\d?)*$/, '');
  return base === 'HEAD' || isAbbreviatedOid(base) || isRefName(base);
}

/** @throws GitFault `git_invalid_argument` */
export function requireCommitRef(value: unknown, name = 'commitRef'): string {
  if (typeof value === 'string' && isCommitRef(value)) return value;
  throw new GitFault('git_invalid_argument', { reason: `${name} must be a commit hash, a branch or a tag` });
}
