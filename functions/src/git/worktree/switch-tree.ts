/**
 * Brings working tree and index from one tree to another. Files that are the same in both stay untouched, with
 * whatever uncommitted changes they have; where a file that must change has such changes, nothing is done at all.
 */
import { GitFault } from '../git-fault.ts';
import type { IndexChange } from '../index/change-index.ts';
import { entriesFromHead } from '../index/entries-from-head.ts';
import { replaceEntries, stagedByPath } from '../index/git-index.ts';
import type { IndexEntry } from '../index/index-entry.ts';
import { freshStat } from '../index/match-stat.ts';
import type { FlatEntry, FlatTree } from '../objects/flat-tree.ts';
import { MODE_SUBMODULE } from '../objects/tree.ts';
import { inParallel } from '../objects/write-objects.ts';
import type { Repository } from '../repository.ts';
import { lstatOptional } from '../storage/lstat-optional.ts';
import { pathFlaw } from '../validate/require-path.ts';
import { AttributeReader } from './attributes.ts';
import { hashWorkFile, statWorkFile } from './work-file.ts';
import { removeWorkFile, writeWorkFile } from './write-work-file.ts';

/** Paths to what they shall be; undefined: removed. */
export type Changes = ReadonlyMap<string, FlatEntry | undefined>;

export function planSwitch(from: FlatTree, to: FlatTree): Changes {
  const changes = new Map<string, FlatEntry | undefined>();
  for (const path of from.keys()) if (!to.has(path)) changes.set(path, undefined);
  for (const [path, entry] of to) {
    const old = from.get(path);
    if (old === undefined || old.oid !== entry.oid || old.mode !== entry.mode) changes.set(path, entry);
  }
  return changes;
}

/** Paths among the changes whose index entry or file is not what `from` says, so that something would be lost. */
export function findOverwritten(
  repository: Repository,
  change: IndexChange,
  from: FlatTree,
  changes: Changes,
): string[] {
  const staged = stagedByPath(change.index);
  const attributes = new AttributeReader(repository);
  return [...changes]
    .filter(([path, wanted]) => {
      const flaw = pathFlaw(path);
      if (flaw !== undefined) throw new GitFault('git_unsafe_path', { path, reason: flaw });
      return isAtRisk(repository, attributes, path, staged.get(path), from.get(path), wanted);
    })
    .map(([path]) => path);
}

function isAtRisk(
  repository: Repository,
  attributes: AttributeReader,
  path: string,
  staged: IndexEntry | undefined,
  from: FlatEntry | undefined,
  wanted: FlatEntry | undefined,
): boolean {
  const isStagedSame = staged?.oid === from?.oid && staged?.mode === from?.mode;
  const isStagedWanted = staged !== undefined && staged.oid === wanted?.oid && staged.mode === wanted.mode;
  if (!isStagedSame && !isStagedWanted) return true;
  const file = statWorkFile(repository, path, staged ?? undefined);
  // A missing file has nothing to lose; a folder in its place is looked at when it has to be cleared.
  if (file === undefined || file.mode === MODE_SUBMODULE) return false;
  const content = hashWorkFile(repository, attributes, path, file, staged);
  const isKept = content === staged?.oid && file.mode === staged?.mode;
  return !isKept && !(content === wanted?.oid && file.mode === wanted?.mode);
}

/** Carries the changes out: removals first, so that a folder may take a file's place, then files, then the index. */
export async function applySwitch(
  repository: Repository,
  change: IndexChange,
  changes: Changes,
): Promise<void> {
  const modes = new Map(change.index.entries.map((entry) => [entry.path, entry.mode]));
  for (const [path, wanted] of changes)
    if (wanted === undefined) await removeWorkFile(repository, path, modes.get(path) ?? 0);
  await writeFirst(repository, changes, (path) => path.endsWith('.gitattributes'));
  await writeFirst(repository, changes, (path) => !path.endsWith('.gitattributes'));
  const replacements = new Map(
    [...changes].map(([path, wanted]) => [path, freshEntries(repository, path, wanted)]),
  );
  await change.write(replaceEntries(change.index.entries, replacements));
}

/** Attributes decide how other files are written, so they are in place before those. */
async function writeFirst(
  repository: Repository,
  changes: Changes,
  isMeant: (path: string) => boolean,
): Promise<void> {
  const attributes = new AttributeReader(repository);
  const files = [...changes].filter(([path]) => isMeant(path));
  await inParallel(files, async ([path, wanted]) => {
    if (wanted !== undefined) await writeWorkFile(repository, attributes, path, wanted);
  });
}

function freshEntries(repository: Repository, path: string, wanted: FlatEntry | undefined): IndexEntry[] {
  const stat = wanted === undefined ? undefined : lstatOptional(`${repository.dir}/${path}`);
  return entriesFromHead(path, wanted).map((entry) =>
    stat === undefined ? entry : { ...entry, stat: freshStat(stat) },
  );
}
