/** Moving refs under git's own locks, each move only from where the caller saw the ref stand. */
import { readFile, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GitFault } from '../git-fault.ts';
import type { Repository } from '../repository.ts';
import { type HeldLock, withLock } from '../storage/lock-file.ts';
import { isFullRefName } from '../validate/require-ref-name.ts';
import { readHead } from './head.ts';
import { readPackedRefs, readRef } from './read-refs.ts';
import { appendReflog } from './reflog.ts';

export interface RefMove {
  /** Full name. */
  name: string;
  /** Where it must stand now; null: it must not exist; undefined: anywhere. */
  from?: string | null | undefined;
  to: string;
  /** For the reflog. */
  reason: string;
}

/** @throws GitFault `git_ref_moved` where the ref does not stand at `from`. */
export async function updateRef(repository: Repository, move: RefMove): Promise<void> {
  if (!isFullRefName(move.name))
    throw new GitFault('git_invalid_argument', { reason: 'The name is not allowed by git' });
  refuseNestedName(repository, move.name);
  const path = join(repository.commondir, move.name);
  await withLock(path, repository.locks, async (lock) => {
    const stands = readRef(repository, move.name) ?? null;
    if (move.from !== undefined && stands !== move.from) throw new GitFault('git_ref_moved');
    await clearEmptyDirectory(path);
    await lock.write(`${move.to}\n`);
    await logMove(repository, move, stands);
  });
}

async function logMove(
  repository: Repository,
  { name, to, reason }: RefMove,
  from: string | null,
): Promise<void> {
  if (!name.startsWith('refs/heads/') && !name.startsWith('refs/remotes/')) return;
  await appendReflog(repository, name, from, to, reason);
  if (readHead(repository).branch === name.slice('refs/heads/'.length))
    await appendReflog(repository, 'HEAD', from, to, reason);
}

/** `a` and `a/b` cannot both be refs: one would be a file where the other needs a folder. */
function refuseNestedName(repository: Repository, name: string): void {
  const packed = [...readPackedRefs(repository.commondir).keys()];
  const nested = packed.some((other) => other.startsWith(`${name}/`) || name.startsWith(`${other}/`));
  const parents = name
    .split('/')
    .slice(0, -1)
    .map((_, at, all) => all.slice(0, at + 1).join('/'));
  const shadowed = parents.slice(2).some((parent) => readRef(repository, parent) !== undefined);
  if (nested || shadowed)
    throw new GitFault('git_branch_exists', { branch: name.replace(/^refs\/heads\//, '') });
}

async function clearEmptyDirectory(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return;
  await rmdir(path).catch(() => {
    throw new GitFault('git_branch_exists', { branch: path.split('/refs/heads/').at(-1) ?? '' });
  });
}

/** Removes a ref, loose and packed. @throws GitFault `git_ref_moved` */
export async function deleteRef(repository: Repository, name: string, from: string): Promise<void> {
  if (!isFullRefName(name))
    throw new GitFault('git_invalid_argument', { reason: 'The name is not allowed by git' });
  await withLock(join(repository.commondir, name), repository.locks, async (lock) => {
    if (readRef(repository, name) !== from) throw new GitFault('git_ref_moved');
    if (readPackedRefs(repository.commondir).has(name)) await removePacked(repository, name);
    await lock.remove();
  });
}

async function removePacked(repository: Repository, name: string): Promise<void> {
  const path = join(repository.commondir, 'packed-refs');
  await withLock(path, repository.locks, async (lock) => {
    const lines = (await readFile(path, 'utf8')).split('\n');
    const at = lines.findIndex((line) => line.slice(41) === name);
    const peeled = lines[at + 1]?.startsWith('^') ? 2 : 1;
    if (at >= 0) lines.splice(at, peeled);
    await lock.write(lines.join('\n'));
  });
}

/** Puts HEAD on a branch, or on a commit, under HEAD's own lock. */
export async function setHead(
  repository: Repository,
  target: { branch: string } | { commit: string },
  to: string,
  reason: string,
): Promise<void> {
  await withLock(join(repository.gitdir, 'HEAD'), repository.locks, async (lock: HeldLock) => {
    const from = readHead(repository).commit;
    await lock.write('branch' in target ? `ref: refs/heads/${target.branch}\n` : `${target.commit}\n`);
    await appendReflog(repository, 'HEAD', from, to, reason);
  });
}

/** Moves HEAD's commit: the branch that it is on, or HEAD itself where it is detached. */
export async function moveHead(
  repository: Repository,
  from: string | null,
  to: string,
  reason: string,
): Promise<void> {
  const { branch } = readHead(repository);
  if (branch !== null) return updateRef(repository, { name: `refs/heads/${branch}`, from, to, reason });
  await withLock(join(repository.gitdir, 'HEAD'), repository.locks, async (lock) => {
    if (readHead(repository).commit !== from) throw new GitFault('git_ref_moved');
    await lock.write(`${to}\n`);
    await appendReflog(repository, 'HEAD', from, to, reason);
  });
}
