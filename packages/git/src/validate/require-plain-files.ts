/**
 * What strangers may have put in place of the git directory's files: a link makes git write elsewhere, a pipe makes a reader
 * wait, and a device never ends.
 */
import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GitFault } from '../git-fault.ts';
import { lstatOptional } from '../storage/lstat-optional.ts';

/** Files that git or our own code reads completely, or writes to. */
const FILES = [
  'HEAD',
  'ORIG_HEAD',
  'FETCH_HEAD',
  'MERGE_HEAD',
  'MERGE_MSG',
  'MERGE_MODE',
  'AUTO_MERGE',
  'SQUASH_MSG',
  'COMMIT_EDITMSG',
  'config',
  'config.worktree',
  'index',
  'packed-refs',
  'shallow',
  'info/attributes',
  'info/exclude',
  'info/grafts',
  'info/sparse-checkout',
  'sightline/journal',
  'sightline/merge',
  'sightline/last-branch',
  'index.lock',
  'sightline/transport.lock',
];
const FOLDERS = ['info', 'objects', 'objects/info', 'objects/pack', 'sightline'];
/** Folders in which everything is a file or a folder: refs, and their logs. */
const TREES = ['refs', 'logs'];
const LEADS_OUT = ['commondir', 'objects/info/alternates', 'objects/info/http-alternates'];

/** @throws GitFault `git_unsafe_config` */
export function requirePlainFiles(gitdir: string): void {
  const strange =
    FILES.find((name) => lstatOptional(join(gitdir, name))?.isFile() === false) ??
    [...FOLDERS, ...TREES].find((name) => lstatOptional(join(gitdir, name))?.isDirectory() === false) ??
    TREES.map((name) => findStrange(gitdir, name)).find((found) => found !== undefined);
  if (strange !== undefined) throw unsafe(`an unusual file at .git/${strange}`);
  const outside = LEADS_OUT.find((name) => existsSync(join(gitdir, name)));
  if (outside !== undefined) throw unsafe(`.git/${outside}`);
}

const unsafe = (what: string): GitFault => new GitFault('git_unsafe_config', { what });

/** The first thing inside that is neither a file nor a folder. */
function findStrange(gitdir: string, folder: string): string | undefined {
  for (const entry of entriesOf(join(gitdir, folder))) {
    if (entry.isFile()) continue;
    const name = `${folder}/${entry.name}`;
    const found = entry.isDirectory() ? findStrange(gitdir, name) : name;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** None if the folder is missing; git removes empty ones at any time. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
