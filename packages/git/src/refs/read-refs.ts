/** Current refs, as git lists them. */
import { decodeText, splitRecords } from '../process/records.ts';
import { git, type Repository } from '../repository.ts';

/** Full names to object ids, sorted by name as in git. */
export type Refs = ReadonlyMap<string, string>;

export interface HeadAndRefs {
  /** Null before the first commit. */
  head: string | null;
  refs: Refs;
}

/** One process for HEAD and all refs. */
export async function readRefs(repository: Repository): Promise<HeadAndRefs> {
  // It exits with 1 if there are none.
  const { stdout } = await git(repository, ['show-ref', '--head'], { answers: [1] });
  const refs = new Map<string, string>();
  for (const line of splitRecords(stdout, 10))
    refs.set(decodeText(line.subarray(41)), line.toString('latin1', 0, 40));
  const head = refs.get('HEAD') ?? null;
  refs.delete('HEAD');
  return { head, refs };
}

export interface Head {
  /** Short name of the branch, or null on a detached HEAD. */
  branch: string | null;
  /** The commit, or null on a branch without commits. */
  commit: string | null;
}

const NO_COMMIT = /^0+$/;

export async function readHead(repository: Repository): Promise<Head> {
  const { stdout } = await git(repository, ['worktree', 'list', '--porcelain', '-z']);
  const fields = splitRecords(stdout).map(decodeText);
  // The first group is this worktree. Its path may contain anything, but is in the first field only.
  const own = fields.slice(1, fields.indexOf(''));
  const fieldOf = (key: string): string | undefined =>
    own.find((field) => field.startsWith(`${key} `))?.slice(key.length + 1);
  const commit = fieldOf('HEAD') ?? '0';
  return {
    branch: fieldOf('branch')?.replace(/^refs\/heads\//, '') ?? null,
    commit: NO_COMMIT.test(commit) ? null : commit,
  };
}
