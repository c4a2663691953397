import type { Repository } from '../repository.ts';
import { EMPTY_TREE } from './git-object.ts';
import { MODE_TREE, readTree } from './tree.ts';

export interface FlatEntry {
  mode: number;
  oid: string;
}

/** All files of a tree by their path, in git's order. Not to be changed: it is shared. */
export type FlatTree = ReadonlyMap<string, FlatEntry>;

export function flattenTree(repository: Repository, oid: string): FlatTree {
  const kept = repository.caches.trees.get(oid);
  if (kept !== undefined) return kept;
  const flat = new Map<string, FlatEntry>();
  if (oid !== EMPTY_TREE) addTree(repository, oid, '', flat);
  repository.caches.trees.set(oid, flat);
  return flat;
}

function addTree(repository: Repository, oid: string, prefix: string, flat: Map<string, FlatEntry>): void {
  for (const entry of readTree(repository.objects, oid)) {
    if (entry.mode === MODE_TREE) addTree(repository, entry.oid, `${prefix}${entry.name}/`, flat);
    else flat.set(prefix + entry.name, { mode: entry.mode, oid: entry.oid });
  }
}
