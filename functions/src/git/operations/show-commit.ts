/** `show` (Contract 7): one commit and what it changed against its first parent. */
import { compareFile, type FileDiff } from '../diff/compare-file.ts';
import { compareTrees } from '../diff/compare-trees.ts';
import { treeOf } from '../history/commit-table.ts';
import { shallowCommits } from '../history/shallow.ts';
import { isoDate, readCommit } from '../objects/commit.ts';
import { flattenTree } from '../objects/flat-tree.ts';
import { EMPTY_TREE } from '../objects/git-object.ts';
import { resolveCommit } from '../refs/resolve-commit.ts';
import type { Person, Repository } from '../repository.ts';

type Signed = Person & { date: string };

export interface ShownCommit {
  commit: { hash: string; parents: string[]; author: Signed; committer: Signed; message: string };
  files: FileDiff[];
}

export async function showCommit(repository: Repository, input: { commitRef: string }): Promise<ShownCommit> {
  const hash = resolveCommit(repository, input.commitRef);
  const { author, committer, message, tree, parents: named } = readCommit(repository.objects, hash);
  const parents = shallowCommits(repository).has(hash) ? [] : named;
  const [first] = parents;
  const before = first === undefined ? EMPTY_TREE : treeOf(repository, first);
  const read = (oid: string): Buffer => repository.objects.readAs(oid, 'blob');
  const changes = compareTrees(flattenTree(repository, before), flattenTree(repository, tree), read);
  const signed = (who: typeof author): Signed => ({ name: who.name, email: who.email, date: isoDate(who) });
  return {
    commit: { hash, parents, author: signed(author), committer: signed(committer), message },
    files: changes.map((change) => compareFile(change, read)),
  };
}
