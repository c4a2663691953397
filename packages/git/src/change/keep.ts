/**
 * Recovery refs under `refs/sightline/`: an operation first creates a ref for everything that would otherwise be
 * unreachable, so that git's garbage collection does not delete it. List them with `git for-each-ref refs/sightline`.
 */
import { join } from 'node:path';
import { signedByAnybody } from '../identify.ts';
import { joinRecords } from '../process/records.ts';
import { git, gitLine, type Repository } from '../repository.ts';
import { type ChangedFile, conflictsIn, type WorkState } from '../status/read-changes.ts';
import { lstatOptional } from '../storage/lstat-optional.ts';
import { makeScratch } from './scratch.ts';

/** `refs/sightline/<why>/<UTC time>-<hash>` */
export async function keepCommit(repository: Repository, why: string, commit: string): Promise<string> {
  const time = new Date().toISOString().replace(/[-:]/g, '').replace(/\..*/, 'Z');
  const name = `refs/sightline/${why}/${time}-${commit.slice(0, 7)}`;
  await git(repository, ['update-ref', '-m', why, name, commit]);
  return name;
}

/**
 * Keeps a tree as a commit on top of HEAD.
 * @param staged second parent, as in a stash: `git stash apply` can restore both
 */
export async function keepTree(
  repository: Repository,
  why: string,
  tree: string,
  head: string | null,
  staged: string | null = null,
): Promise<string> {
  const commit = await commitTree(repository, `Kept before ${why}`, tree, [head, staged]);
  return keepCommit(repository, why, commit);
}

function commitTree(
  repository: Repository,
  message: string,
  tree: string,
  parents: readonly (string | null)[],
): Promise<string> {
  const named = parents.flatMap((parent) => (parent === null ? [] : ['-p', parent]));
  const variables = signedByAnybody(repository);
  return gitLine(repository, ['commit-tree', ...named, '-m', message, tree], { variables });
}

/**
 * Commits the index if it holds what neither HEAD nor the working tree has: only there is it lost when the index changes.
 * @param paths those whose staged content will go
 * @returns the commit, which has no ref yet, or null
 */
export async function commitStaged(
  repository: Repository,
  why: string,
  state: WorkState,
  paths: readonly string[] = state.files.map(({ path }) => path),
): Promise<string | null> {
  const isGoing = new Set(paths);
  const isOnlyStaged = ({ path, index, work, isInConflict }: ChangedFile): boolean =>
    isGoing.has(path) && !isInConflict && !'.?D'.includes(index) && work !== '.';
  if (!state.files.some(isOnlyStaged)) return null;
  // A tree cannot hold what is in conflict: of that the working tree has the content.
  const { tree } = await snapshotWork(repository, conflictsIn(state));
  return commitTree(repository, `Staged before ${why}`, tree, [state.commit]);
}

export interface WorkSnapshot {
  /** A scratch index with the current content of the files. */
  index: string;
  tree: string;
}

/** Adds the current content of these files to what the index has. Deleted files are removed. */
export async function snapshotWork(repository: Repository, paths: readonly string[]): Promise<WorkSnapshot> {
  const index = makeScratch(repository, 'work');
  const [there, gone] = partition(paths, (path) => isReachable(repository.dir, path));
  const update = (how: readonly string[], files: readonly string[]) =>
    git(repository, ['update-index', ...how, '-z', '--stdin'], { index, input: joinRecords(files) });
  if (gone.length > 0) await update(['--force-remove'], gone);
  if (there.length > 0) await update(['--add', '--replace'], there);
  return { index, tree: await gitLine(repository, ['write-tree', '--missing-ok'], { index }) };
}

function partition<T>(all: readonly T[], test: (each: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter((each) => !test(each))];
}

/** Whether there is a file, link or submodule at the path, and no link among its parents. */
function isReachable(dir: string, path: string): boolean {
  const parts = path.split('/');
  let place = dir;
  for (const part of parts.slice(0, -1)) {
    place = join(place, part);
    if (!lstatOptional(place)?.isDirectory()) return false;
  }
  const found = lstatOptional(join(dir, path));
  if (found === undefined) return false;
  return found.isDirectory()
    ? lstatOptional(join(dir, path, '.git')) !== undefined
    : found.isFile() || found.isSymbolicLink();
}

/** Keeps the content of these files under a recovery ref, and returns its name. */
export async function keepWork(
  repository: Repository,
  why: string,
  paths: readonly string[],
  head: string | null,
  staged: string | null = null,
): Promise<string> {
  return keepTree(repository, why, (await snapshotWork(repository, paths)).tree, head, staged);
}
