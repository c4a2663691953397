/** Names of branches and remotes by git's own rules (git-check-ref-format), and no leading dash. */
import { GitFault } from '../git-fault.ts';

/** Bytes of a part: with `.lock` behind it, it is a file's name of at most 255. */
const LONGEST_PART = 250;
/** Bytes of a name with what stands before it. */
const LONGEST = 1_024;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const FORBIDDEN = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$/;

/** True for a name that may stand after `refs/heads/`. */
export function isRefName(name: string): boolean {
  if (name === '' || name === '@' || name === 'HEAD' || Buffer.byteLength(name) > LONGEST) return false;
  if (name.startsWith('-') || FORBIDDEN.test(name)) return false;
  return name.split('/').every(isRefPart);
}

const isRefPart = (part: string): boolean =>
  !part.startsWith('.') && !part.endsWith('.lock') && Buffer.byteLength(part) <= LONGEST_PART;

/** A full name such as `refs/heads/main`, safe to be joined to a git directory. */
export const isFullRefName = (name: string): boolean =>
  /^refs\/[^/]+\/./s.test(name) && isRefName(name.slice(5));

/** @throws GitFault `git_invalid_argument` */
export function requireBranchName(value: unknown, what = 'branch'): string {
  if (typeof value === 'string' && isRefName(value) && !value.startsWith('refs/')) return value;
  throw new GitFault('git_invalid_argument', { reason: `The name of the ${what} is not allowed by git` });
}

/** @throws GitFault `git_invalid_argument` */
export function requireRemoteName(value: unknown): string {
  const name = requireBranchName(value, 'remote');
  if (name.includes('/'))
    throw new GitFault('git_invalid_argument', { reason: 'The name of the remote is not allowed' });
  return name;
}
