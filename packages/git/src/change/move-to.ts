/**
 * Moves files, index and HEAD from one commit to another. Everything is checked before the first file changes: what is in
 * the way, what would be overwritten, whether every object exists. git itself makes the move.
 */
import { diffTrees, EMPTY_TREE } from '../diff/diff-trees.ts';
import type { PathChange } from '../diff/parse-raw.ts';
import { type FaultCode, GitFault } from '../git-fault.ts';
import { findOid } from '../process/cat-file.ts';
import type { Settings } from '../process/environment.ts';
import { GitProcessError } from '../process/run-git.ts';
import type { Repository } from '../repository.ts';
import { findIgnored } from '../status/find-ignored.ts';
import type { ChangedFile, WorkState } from '../status/read-changes.ts';
import { findBlockingFiles } from './blocking-files.ts';
import type { Change } from './changing.ts';
import { rawHead } from './journal.ts';
import { keepWork } from './keep.ts';
import { verifyTree } from './verify-tree.ts';

export interface Move {
  /** The result of `readChanges` under the lock, or the promise of it. */
  state: WorkState | Promise<WorkState>;
  to: string;
  /** Thrown with `files` if uncommitted work would be overwritten. */
  code: Extract<FaultCode, 'git_local_changes' | 'git_pull_overwrite'>;
  /** Reason for keeping what is in the way. */
  why: string;
  /** The git command that moves files, scratch index and HEAD. */
  args: readonly string[];
  /** What the file HEAD says after a checkout, which runs a hook when it is finished. */
  head?: string;
  variables?: Readonly<Record<string, string>>;
  settings?: Settings;
}

/** @returns paths that changed */
export async function moveTo(repository: Repository, change: Change, move: Move): Promise<string[]> {
  const { to, code } = move;
  const [state, { from, changes }] = await Promise.all([move.state, compare(repository, to)]);
  if ((state.commit ?? EMPTY_TREE) !== from) throw new GitFault('git_ref_moved');
  const dirty = new Map(state.files.map((file) => [file.path, file]));
  const spared = changes.filter((each) => isThereAlready(dirty.get(each.path), each));
  const moved = changes.filter((each) => !spared.includes(each));
  const overwritten = findOverwritten(state, moved, spared);
  const tracked = new Set(changes.filter(({ before }) => before !== null).map(({ path }) => path));
  const added = moved
    .filter(({ before, after }) => before === null && after !== null)
    .map(({ path }) => path);
  const blocking = findBlockingFiles(repository.dir, added, (path) => tracked.has(path) || dirty.has(path));
  // git overwrites ignored files, so they are kept first.
  const ignored = await findIgnored(repository, blocking);
  overwritten.push(...blocking.filter((path) => !ignored.includes(path)));
  if (overwritten.length > 0) throw new GitFault(code, {}, { files: [...new Set(overwritten)].sort() });
  await requireObjects(repository, moved);
  const kept = ignored.length === 0 ? null : await keepWork(repository, move.why, ignored, state.commit);
  change.begin({ kind: 'move', from, to, kept, inTheWay: ignored, spared: spared.map(({ path }) => path) });
  const options = { variables: { ...move.variables }, settings: move.settings ?? [] };
  await change.git(move.args, options).catch((error: unknown) => {
    if (!isFinished(repository, move, error)) throw error;
  });
  change.keepIndex();
  return changes.map(({ path }) => path);
}

/** git moves HEAD last, and its exit code is then the one of the hook `post-checkout`. */
const isFinished = (repository: Repository, { head }: Move, error: unknown): boolean =>
  repository.profile === 'own machine' &&
  error instanceof GitProcessError &&
  error.answer.status === 1 &&
  rawHead(repository) === head;

async function compare(repository: Repository, to: string): Promise<{ from: string; changes: PathChange[] }> {
  const from = (await findOid(repository, 'HEAD^{commit}')) ?? EMPTY_TREE;
  const [changes] = await Promise.all([diffTrees(repository, from, to), verifyTree(repository, to)]);
  return { from, changes };
}

/**
 * Changed files that the move would write or remove, including those whose folder it replaces by a file or the other way
 * round: git itself loses what is staged there. A file that is only deleted has nothing to lose.
 */
function findOverwritten(
  { files }: WorkState,
  moved: readonly PathChange[],
  spared: readonly PathChange[],
): string[] {
  const isSpared = new Set(spared.map(({ path }) => path));
  const changed = files.filter(
    ({ path, index, work }) => !isSpared.has(path) && (index !== '.' || work !== 'D'),
  );
  const touched = new Set(moved.flatMap(({ path }) => [path, ...parentsOf(path)]));
  const written = new Set(moved.map(({ path }) => path));
  const isHit = (path: string): boolean =>
    touched.has(path) || parentsOf(path).some((each) => written.has(each));
  return changed.map(({ path }) => path).filter(isHit);
}

const parentsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'));

/** Staged as in the target: git does not touch it or its file. */
function isThereAlready(file: ChangedFile | undefined, { after }: PathChange): boolean {
  if (file === undefined || file.index === '?') return false;
  return after === null ? file.index === 'D' : file.oid === after.oid && file.mode === after.mode;
}

const SUBMODULE = '160000';

/** Of both sides: without the old content the move could not be undone. @throws GitFault `git_corrupt` */
async function requireObjects(repository: Repository, changes: readonly PathChange[]): Promise<void> {
  const entries = changes.flatMap(({ before, after }) => [before, after]);
  const oids = new Set(
    entries.flatMap((each) => (each === null || each.mode === SUBMODULE ? [] : [each.oid])),
  );
  const found = await Promise.all([...oids].map((oid) => findOid(repository, oid)));
  const lost = [...oids].find((_, at) => found[at] === null);
  if (lost !== undefined) throw new GitFault('git_corrupt', { what: `object ${lost} is missing` });
}
