/** The index held against the commit that HEAD is on: what is staged. */

import { treeOf } from '../history/commit-table.ts';
import type { GitIndex } from '../index/git-index.ts';
import { type FlatTree, flattenTree } from '../objects/flat-tree.ts';
import { EMPTY_TREE } from '../objects/git-object.ts';
import { readHead } from '../refs/head.ts';
import type { Repository } from '../repository.ts';

export type StagedCode = 'A' | 'M' | 'T' | 'D';

export function headTree(repository: Repository): FlatTree {
  const { commit } = readHead(repository);
  return flattenTree(repository, commit === null ? EMPTY_TREE : treeOf(repository, commit));
}

/** Path to code, without renames. Paths in conflict are left out. */
export function compareHead(
  repository: Repository,
  index: GitIndex,
  head = headTree(repository),
): Map<string, StagedCode> {
  const codes = new Map<string, StagedCode>();
  const present = new Set<string>();
  for (const entry of index.entries) {
    present.add(entry.path);
    if (entry.stage !== 0 || entry.intentToAdd) continue;
    const before = head.get(entry.path);
    if (before === undefined) codes.set(entry.path, 'A');
    else if (before.mode >> 12 !== entry.mode >> 12) codes.set(entry.path, 'T');
    else if (before.oid !== entry.oid || before.mode !== entry.mode) codes.set(entry.path, 'M');
  }
  for (const path of head.keys()) if (!present.has(path)) codes.set(path, 'D');
  return codes;
}
