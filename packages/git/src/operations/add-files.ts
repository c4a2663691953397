/** `add`: stages files, including deletions (Spec 4.4, Contract 7). */
import { type Change, changing } from '../change/changing.ts';
import { GitFault } from '../git-fault.ts';
import { allEnded } from '../process/all-ended.ts';
import { decodePath, joinRecords, splitRecords } from '../process/records.ts';
import { git, type Repository } from '../repository.ts';
import { findIgnored } from '../status/find-ignored.ts';
import { isTracked } from '../status/is-tracked.ts';
import { readChanges } from '../status/read-changes.ts';
import { lstatOptional } from '../storage/lstat-optional.ts';
import { isInside, placeInWorktree } from '../validate/require-path.ts';

/** Paths of files; a folder means every change in it. */
export type FilesInput = { files: string[] } | { all: true };

export async function addFiles(repository: Repository, input: FilesInput): Promise<{ files: string[] }> {
  return changing(repository, async (change, repository) => {
    const files =
      'all' in input
        ? (await listUnstaged(repository)).filter((path) => !path.endsWith('/'))
        : await chooseFiles(repository, input.files);
    refuseRepositories(files);
    if (files.length === 0) return { files };
    change.begin({ kind: 'index' });
    // Staged on the scratch index, so that after an error nothing is staged. It takes longest, so it starts first.
    const staging = stage(change, files);
    await allEnded([
      'all' in input ? undefined : refuseIgnored(repository, files),
      refuseFiltered(repository, files),
      staging,
    ]);
    change.keepIndex();
    return { files };
  });
}

async function stage(change: Change, files: readonly string[]): Promise<void> {
  const args = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'];
  const { stderr } = await change.git(args, { input: joinRecords(files) });
  // Of names that git never stages, such as a link `.gitmodules`, it prints a message and still reports success.
  const path = /^Ignoring path (.*)$/m.exec(stderr)?.[1];
  if (path !== undefined)
    throw new GitFault('git_unsafe_path', { path, reason: 'git stages nothing of that name' });
}

async function listUnstaged(repository: Repository): Promise<string[]> {
  const { files } = await readChanges(repository);
  return files.filter((file) => file.work !== '.').map((file) => file.path);
}

/** Each name is a file or a folder. An unknown one is an error: a typing mistake must not look like success. */
async function chooseFiles(repository: Repository, names: readonly string[]): Promise<string[]> {
  const plain = names.map((name) => isPlainFile(repository, name));
  // Only folders and deleted names need a scan of the whole project.
  const unstaged = plain.every((isPlain) => isPlain) ? [] : await listUnstaged(repository);
  const chosen = new Set<string>();
  for (const [at, name] of names.entries())
    for (const path of plain[at] ? [name] : await chooseInside(repository, unstaged, name)) chosen.add(path);
  return [...chosen];
}

/** @throws GitFault `git_unsafe_path` */
function isPlainFile(repository: Repository, name: string): boolean {
  const found = lstatOptional(placeInWorktree(repository.dir, name));
  return found !== undefined && !found.isDirectory();
}

/** @throws GitFault `git_ignored_path` for an untracked path that is ignored */
async function refuseIgnored(repository: Repository, names: readonly string[]): Promise<void> {
  const [ignored] = await findIgnored(repository, names);
  if (ignored !== undefined) throw new GitFault('git_ignored_path', { path: ignored });
}

async function chooseInside(
  repository: Repository,
  unstaged: readonly string[],
  name: string,
): Promise<string[]> {
  const inside = unstaged.filter((path) => isInside(path, name));
  if (inside.length > 0 || (await isTracked(repository, name))) return inside;
  if (lstatOptional(`${repository.dir}/${name}`) === undefined)
    throw new GitFault('git_unknown_path', { path: name });
  await refuseIgnored(repository, [name]);
  return [];
}

/** A nested repository would become a submodule without an entry in `.gitmodules`. */
function refuseRepositories(files: readonly string[]): void {
  const inner = files.find((path) => path.endsWith('/'));
  if (inner !== undefined)
    throw new GitFault('git_unsafe_path', { path: inner, reason: 'it is a repository of its own' });
}

/** A file that needs a filter program would be stored unfiltered if the program is not run, which is data corruption. */
async function refuseFiltered(repository: Repository, files: readonly string[]): Promise<void> {
  if (repository.profile !== 'hardened') return;
  const args = ['check-attr', '-z', '--stdin', 'filter'];
  const { stdout } = await git(repository, args, { input: joinRecords(files) });
  const records = splitRecords(stdout);
  for (let at = 0; at + 2 < records.length; at += 3) {
    const [path, , filter] = records.slice(at, at + 3) as [Buffer, Buffer, Buffer];
    const name = filter.toString('utf8');
    if (name === 'unspecified' || name === 'unset' || name === 'set') continue;
    if (lstatOptional(`${repository.dir}/${decodePath(path)}`)?.isFile())
      throw new GitFault('git_filter_unsupported', { path: decodePath(path), filter: name });
  }
}
