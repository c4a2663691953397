import { comparePaths, type IndexEntry } from './index-entry.ts';

/** A parsed index. Shared where it comes from the cache: not to be changed. */
export interface GitIndex {
  /** In the order of the file: by path, then by stage. */
  readonly entries: readonly IndexEntry[];
  /** When the file was written, for the racy rule: entries not older than this prove nothing by their stat. */
  readonly mtimeS: number;
  readonly mtimeN: number;
  readonly version: number;
}

export const EMPTY_INDEX: GitIndex = { entries: [], mtimeS: 0, mtimeN: 0, version: 2 };

/** Entries without conflicts, by path. */
export function stagedByPath(index: GitIndex): Map<string, IndexEntry> {
  const map = new Map<string, IndexEntry>();
  for (const entry of index.entries) if (entry.stage === 0) map.set(entry.path, entry);
  return map;
}

/** Paths in conflict, each once. */
export function conflictedPaths(index: GitIndex): string[] {
  return [...new Set(index.entries.filter((entry) => entry.stage !== 0).map((entry) => entry.path))];
}

/** The entries with those of some paths replaced; an empty list removes the path. */
export function replaceEntries(
  entries: readonly IndexEntry[],
  replacements: ReadonlyMap<string, readonly IndexEntry[]>,
): IndexEntry[] {
  const kept = entries.filter((entry) => !replacements.has(entry.path));
  const added = [...replacements.values()].flat();
  return [...kept, ...added].sort((a, b) => comparePaths(a.path, b.path) || a.stage - b.stage);
}
