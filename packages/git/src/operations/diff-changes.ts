/** `diff` (Contract 7): compares staged changes with HEAD, unstaged changes with the index, or two commits. */
import { describePatch, type FileDiff, LARGEST_PATCH, PATCH_FORM } from '../diff/file-diff.ts';
import { resolveCommit } from '../refs/resolve-commit.ts';
import { git, type Repository } from '../repository.ts';

export interface DiffInput {
  /** A file, or a folder; default: everything. */
  path?: string | undefined;
  staged: boolean;
  /** Commits to compare, each by default HEAD. If one is given, working tree and index are ignored. */
  from?: string | undefined;
  to?: string | undefined;
}

export async function diffChanges(repository: Repository, input: DiffInput): Promise<{ files: FileDiff[] }> {
  const args = ['diff', ...PATCH_FORM, ...(await argsFor(repository, input))];
  if (repository.profile === 'hardened') args.push('--ignore-submodules=dirty');
  args.push('--', ...(input.path === undefined ? [] : [input.path]));
  const { stdout } = await git(repository, args, { largest: LARGEST_PATCH });
  const files = await describePatch(repository, stdout);
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** `--ours`: for files in conflict, a plain diff against our side instead of a combined diff. */
async function argsFor(repository: Repository, { staged, from, to }: DiffInput): Promise<string[]> {
  if (from === undefined && to === undefined) return [staged ? '--cached' : '--ours'];
  return Promise.all([from ?? 'HEAD', to ?? 'HEAD'].map((ref) => resolveCommit(repository, ref)));
}
