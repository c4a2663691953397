/** `add`: stages files, removals included (Spec 4.4, Contract 7). */
import { GitFault } from '../git-fault.ts';
import { changeIndex } from '../index/change-index.ts';
import { replaceEntries, stagedByPath } from '../index/git-index.ts';
import type { IndexEntry } from '../index/index-entry.ts';
import { readIndex } from '../index/read-index.ts';
import { stageFile } from '../index/stage-file.ts';
import { type NewObject, writeObjects } from '../objects/write-objects.ts';
import type { Repository } from '../repository.ts';
import { lstatOptional } from '../storage/lstat-optional.ts';
import { placeInWorktree } from '../validate/require-path.ts';
import { AttributeReader } from '../worktree/attributes.ts';
import { isPathIgnored } from '../worktree/ignore-rules.ts';
import { listFiles } from './read-status.ts';

/** Files by their path; a folder stands for all that changed in it. */
export type FilesInput = { files: string[] } | { all: true };

export async function addFiles(repository: Repository, input: FilesInput): Promise<{ files: string[] }> {
  const files = 'all' in input ? await listUnstaged(repository) : await chooseFiles(repository, input.files);
  const chosen = 'all' in input ? files.filter((path) => !path.endsWith('/')) : files;
  refuseRepositories(chosen);
  await stage(repository, chosen);
  return { files: chosen };
}

async function listUnstaged(repository: Repository): Promise<string[]> {
  const { files } = await listFiles(repository);
  return files.filter((file) => file.working_dir !== ' ').map((file) => file.path);
}

/** Each name is a file or a folder. One that names nothing is an error: a typing mistake must not look like success. */
async function chooseFiles(repository: Repository, names: readonly string[]): Promise<string[]> {
  const tracked = new Set(readIndex(repository).entries.map((entry) => entry.path));
  const plain = names.map((name) => isPlainFile(repository, tracked, name));
  // Only folders, and names that are gone, need a look at the whole project.
  const unstaged = plain.every((isPlain) => isPlain) ? [] : await listUnstaged(repository);
  const chosen = names.flatMap((name, at) =>
    plain[at] ? [name] : chooseInside(repository, unstaged, tracked, name),
  );
  return [...new Set(chosen)];
}

/** @throws GitFault `git_ignored_path`, `git_unsafe_path` */
function isPlainFile(repository: Repository, tracked: ReadonlySet<string>, name: string): boolean {
  placeInWorktree(repository.dir, name);
  const found = lstatOptional(`${repository.dir}/${name}`);
  if (found === undefined || found.isDirectory()) return false;
  if (!tracked.has(name) && isPathIgnored(repository, name))
    throw new GitFault('git_ignored_path', { path: name });
  return true;
}

function chooseInside(
  repository: Repository,
  unstaged: readonly string[],
  tracked: ReadonlySet<string>,
  name: string,
): string[] {
  const inside = unstaged.filter((path) => path.replace(/\/$/, '') === name || path.startsWith(`${name}/`));
  if (inside.length > 0 || tracked.has(name)) return inside;
  const found = lstatOptional(`${repository.dir}/${name}`);
  if (found === undefined) throw new GitFault('git_unknown_path', { path: name });
  if (isPathIgnored(repository, name, found.isDirectory()))
    throw new GitFault('git_ignored_path', { path: name });
  return [];
}

/** A repository inside this one would become a submodule that no `.gitmodules` names. */
function refuseRepositories(files: readonly string[]): void {
  const inner = files.find((path) => path.endsWith('/'));
  if (inner !== undefined)
    throw new GitFault('git_unsafe_path', { path: inner, reason: 'it is a repository of its own' });
}

async function stage(repository: Repository, files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  await changeIndex(repository, async ({ index, write }) => {
    const staged = stagedByPath(index);
    const attributes = new AttributeReader(repository);
    const replacements = new Map<string, IndexEntry[]>();
    const objects: NewObject[] = [];
    for (const path of files) {
      const made = stageFile(repository, attributes, path, staged.get(path));
      replacements.set(path, made === undefined ? [] : [made.entry]);
      if (made?.object !== undefined) objects.push(made.object);
    }
    await writeObjects(repository.objects, objects);
    await write(dropShadowed(replaceEntries(index.entries, replacements), replacements));
  });
}

/** A file in place of a folder takes the folder's entries away, and a folder in place of a file the file's. */
function dropShadowed(
  entries: readonly IndexEntry[],
  added: ReadonlyMap<string, readonly IndexEntry[]>,
): IndexEntry[] {
  const files = new Set([...added].filter(([, made]) => made.length > 0).map(([path]) => path));
  const folders = new Set([...files].flatMap(parents));
  return entries.filter(
    ({ path }) => !folders.has(path) && !parents(path).some((folder) => files.has(folder)),
  );
}

const parents = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'));
