/** `git merge-tree`: a three-way merge of commits in the object store; index and files are not touched. */

import type { TreeEntry } from '../diff/parse-raw.ts';
import { decodePath, splitRecords } from '../process/records.ts';
import { git, type Repository } from '../repository.ts';

export interface ConflictedPath {
  path: string;
  base: TreeEntry | null;
  ours: TreeEntry | null;
  theirs: TreeEntry | null;
}

export interface MergedTree {
  /** Paths in conflict contain conflict markers. */
  tree: string;
  conflicts: ConflictedPath[];
}

export async function mergeTrees(repository: Repository, ours: string, theirs: string): Promise<MergedTree> {
  const args = ['merge-tree', '--write-tree', '-z', '--no-messages', ours, theirs];
  const { stdout } = await git(repository, args, { answers: [1] });
  const [tree, ...stages] = splitRecords(stdout);
  const conflicts = new Map<string, ConflictedPath>();
  for (const record of stages) addStage(conflicts, record);
  return { tree: tree?.toString('latin1') ?? '', conflicts: [...conflicts.values()] };
}

const SIDES: Readonly<Record<string, 'base' | 'ours' | 'theirs'>> = { 1: 'base', 2: 'ours', 3: 'theirs' };

function addStage(conflicts: Map<string, ConflictedPath>, record: Buffer): void {
  const tab = record.indexOf(9);
  const [mode = '', oid = '', stage = ''] = record.toString('latin1', 0, Math.max(0, tab)).split(' ');
  const side = SIDES[stage];
  if (tab < 0 || side === undefined) return;
  const path = decodePath(record.subarray(tab + 1));
  const found = conflicts.get(path) ?? { path, base: null, ours: null, theirs: null };
  conflicts.set(path, { ...found, [side]: { mode, oid } });
}
