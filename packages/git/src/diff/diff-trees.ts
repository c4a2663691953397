import { decodePath } from '../process/records.ts';
import { git, type Repository } from '../repository.ts';
import { type PathChange, parseRaw } from './parse-raw.ts';
import { walkTrees } from './walk-trees.ts';

export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Paths that differ between two trees, without rename detection. @throws GitFault `git_unsupported_name` */
export async function diffTrees(repository: Repository, from: string, to: string): Promise<PathChange[]> {
  if (from === to) return [];
  const walked = await walkTrees(repository, from, to);
  if (walked !== null) return walked;
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--full-index', from, to];
  return parseRaw((await git(repository, args)).stdout, decodePath).changes;
}
