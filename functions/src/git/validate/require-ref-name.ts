/** Names of branches and remotes by git's own rules (git-check-ref-format), and no leading dash. */
import { GitFault } from '../git-fault.ts';

const LONGEST = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const FORBIDDEN = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$/;

/** True for a name that may stand after `refs/heads/`. */
export function isRefName(name: string): boolean {
  if (name === '' || name === '@' || name === 'HEAD' || name.length > LONGEST) return false;
  if (name.startsWith('-') || FORBIDDEN.test(name)) return false;
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}

/** A full name such as `refs/heads/main`, safe to be joined to a git directory. */
export const isFullRefName = (name: string): boolean =>
  /^refs\/[^/]+\/./.test(name) && isRefName(name.slice(5));

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
