/** `unstage`: puts the index back to what HEAD has; the working tree is not touched (Spec 4.4, Contract 7). */
import { GitFault } from '../git-fault.ts';
import { changeIndex } from '../index/change-index.ts';
import { entriesFromHead } from '../index/entries-from-head.ts';
import { replaceEntries } from '../index/git-index.ts';
import type { Repository } from '../repository.ts';
import { compareHead, headTree } from '../worktree/compare-head.ts';
import type { FilesInput } from './add-files.ts';

export async function unstageFiles(repository: Repository, input: FilesInput): Promise<{ files: string[] }> {
  return changeIndex(repository, async ({ index, write }) => {
    const head = headTree(repository);
    const known = new Set([...head.keys(), ...index.entries.map((entry) => entry.path)]);
    const inConflict = index.entries.filter((entry) => entry.stage > 0).map((entry) => entry.path);
    const staged = [...new Set([...compareHead(repository, index, head).keys(), ...inConflict])];
    const files = 'all' in input ? staged : input.files.flatMap((name) => choose(name, staged, known));
    const replacements = new Map(files.map((path) => [path, entriesFromHead(path, head.get(path))]));
    if (files.length > 0) await write(replaceEntries(index.entries, replacements));
    return { files };
  });
}

/** A file or a folder; one that is nowhere known is an error. */
function choose(name: string, staged: readonly string[], known: ReadonlySet<string>): string[] {
  const inside = staged.filter((path) => path === name || path.startsWith(`${name}/`));
  const isKnown = known.has(name) || [...known].some((path) => path.startsWith(`${name}/`));
  if (inside.length === 0 && !isKnown) throw new GitFault('git_unknown_path', { path: name });
  return inside;
}
