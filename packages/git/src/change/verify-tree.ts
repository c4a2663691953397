/**
 * Checks a tree before its files are written. git rejects most dangerous entries, but only while it writes; this rejects
 * the whole tree first: malformed trees, impossible file names, and names that JSON cannot hold.
 */
import { GitFault } from '../git-fault.ts';
import { LruCache } from '../process/lru.ts';
import { decodePath, splitRecords } from '../process/records.ts';
import { git, type Repository } from '../repository.ts';
import { pathFlaw } from '../validate/require-path.ts';

/** Hashes of trees that passed: they never change. */
const sound = new LruCache<string, true>(64);

/** @throws GitFault `git_unsafe_path`, `git_unsupported_name` */
export async function verifyTree(repository: Repository, commit: string): Promise<void> {
  if (sound.get(commit)) return;
  const { stdout } = await git(repository, ['ls-tree', '-r', '-z', '--full-tree', '--name-only', commit]);
  const files = new Set<string>();
  for (const record of splitRecords(stdout)) addPath(files, decodePath(record));
  for (const path of files) requireNoFolder(files, path);
  sound.set(commit, true);
}

function addPath(files: Set<string>, path: string): void {
  const flaw = files.has(path) ? 'the tree has it twice' : pathFlaw(path);
  if (flaw !== undefined) throw new GitFault('git_unsafe_path', { path, reason: flaw });
  files.add(path);
}

/** A link and a folder with the same name would redirect the folder's files to the link's target. */
function requireNoFolder(files: ReadonlySet<string>, path: string): void {
  for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1))
    if (files.has(path.slice(0, slash)))
      throw new GitFault('git_unsafe_path', { path, reason: 'the tree has a file and a folder of one name' });
}
