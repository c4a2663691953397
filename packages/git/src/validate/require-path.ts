/**
 * Paths that an index or a tree may contain: relative, inside the working tree, and no spelling of `.git`. The same rules
 * apply to paths from callers and from fetched trees.
 */
import { join } from 'node:path';
import { GitFault } from '../git-fault.ts';
import { lstatOptional } from '../storage/lstat-optional.ts';

/** Code points that HFS+ ignores in names: on a Mac `.g\u200cit` opens `.git`. */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/** Maximum bytes of a whole path including its end, and of one part, as in Linux. */
const LONGEST = 4_096;
const LONGEST_SEGMENT = 255;

const isTooLong = (path: string): boolean => Buffer.byteLength(path) >= LONGEST;

/** Why the path is invalid, or undefined. */
export function pathFlaw(path: string): string | undefined {
  if (path === '') return 'it is empty';
  if (isTooLong(path)) return 'it is too long';
  if (path.includes('\0')) return 'it holds a NUL character';
  if (path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)) return 'it is absolute';
  return path
    .split('/')
    .map(segmentFlaw)
    .find((flaw) => flaw !== undefined);
}

function segmentFlaw(segment: string): string | undefined {
  if (segment === '') return 'it has an empty part';
  if (segment === '.' || segment === '..') return 'it leads out of its folder';
  if (Buffer.byteLength(segment) > LONGEST_SEGMENT) return 'a part of it is too long';
  return spellsDotGit(segment) ? 'it names the git directory' : undefined;
}

/** `.git` as Windows and macOS would also read it: any case, trailing dots and spaces, streams, short names. */
export function spellsDotGit(segment: string): boolean {
  const plain = segment.replace(IGNORED_BY_HFS, '').toLowerCase();
  return plain.split('\\').some((part) => /^(\.git|git~1)[ .]*(:.*)?$/.test(part));
}

/**
 * The absolute path in the working tree, after checking that no parent is a symbolic link.
 * @throws GitFault `git_unsafe_path`
 */
export function placeInWorktree(dir: string, path: string): string {
  const flaw = pathFlaw(path);
  if (flaw !== undefined) throw new GitFault('git_unsafe_path', { path, reason: flaw });
  const whole = join(dir, path);
  if (isTooLong(whole)) throw new GitFault('git_unsafe_path', { path, reason: 'it is too long' });
  let place = dir;
  for (const segment of path.split('/').slice(0, -1)) {
    place = join(place, segment);
    if (lstatOptional(place)?.isSymbolicLink())
      throw new GitFault('git_unsafe_path', { path, reason: 'a parent is a symbolic link' });
  }
  return whole;
}

/** Whether a path is the named one, or inside it. */
export const isInside = (path: string, name: string): boolean =>
  path === name || path === `${name}/` || path.startsWith(`${name}/`);
