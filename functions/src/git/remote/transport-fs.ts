/**
 * The file system that isomorphic-git gets for fetch and push. It reads what it likes inside the git directory, and
 * may write packs and the shallow boundary. Refs that it would write are only taken down: we move them ourselves,
 * under git's locks, once their names have been judged. A hostile remote can so name no file outside.
 */
import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, readlink, stat, unlink } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { PromiseFsClient } from 'isomorphic-git';
import { GitFault } from '../git-fault.ts';
import type { Repository } from '../repository.ts';
import { withLock } from '../storage/lock-file.ts';
import { writeDurably } from '../storage/write-durably.ts';
import { isOid } from '../validate/require-commit-ref.ts';
import { isFullRefName } from '../validate/require-ref-name.ts';

export interface TransportFs {
  fs: PromiseFsClient;
  /** Full names to object names, as isomorphic-git would have set them. */
  refs: Map<string, string>;
}

type ReadOptions = BufferEncoding | { encoding?: BufferEncoding | null };

const PACK = /^objects\/pack\/pack-[0-9a-f]{40}\.(pack|idx)$/;

export function transportFs(repository: Repository): TransportFs {
  const refs = new Map<string, string>();
  const inside = (path: string): string => requireInside(repository.commondir, path);
  const writeFile = async (path: string, data: Uint8Array | string): Promise<void> =>
    store(repository, inside(path), Buffer.from(data), refs);
  const readOnly = async (): Promise<void> => undefined;
  const promises = {
    // Async to the letter: the library tells promises from callbacks by calling this without a path.
    readFile: async (path: string, options: ReadOptions | null = null) =>
      readFile(inside(path) && path, options),
    readdir: async (path: string) => readdir(inside(path) && path),
    stat: (path: string) => stat(path),
    lstat: (path: string) => lstat(path),
    readlink: async (path: string) => readlink(inside(path) && path),
    writeFile,
    mkdir: async (path: string) => mkdirInside(inside(path), path),
    unlink: async (path: string) => removeShallow(repository, inside(path)),
    rm: async (path: string) => removeShallow(repository, inside(path)),
    rmdir: readOnly,
    symlink: readOnly,
  };
  return { fs: { promises }, refs };
}

/** The path as seen from the git directory, with forward slashes. */
function requireInside(commondir: string, path: string): string {
  const inner = relative(commondir, resolve(path)).replaceAll('\\', '/');
  if (inner.startsWith('..')) throw new GitFault('git_remote_error');
  return inner === '' ? '.' : inner;
}

async function store(
  repository: Repository,
  inner: string,
  data: Buffer,
  refs: Map<string, string>,
): Promise<void> {
  if (PACK.test(inner)) {
    if (inner.endsWith('.pack')) requireWholePack(data);
    return writeDurably(join(repository.commondir, inner), data, { mode: 0o444, prefix: 'tmp_pack_' });
  }
  if (inner === 'shallow')
    return withLock(join(repository.commondir, inner), repository.locks, (lock) => lock.write(data));
  const oid = data.toString('latin1').trim();
  if (isFullRefName(inner) && isOid(oid)) refs.set(inner, oid);
}

/** A pack ends in the hash of all that stands before. */
function requireWholePack(data: Buffer): void {
  const end = data.length - 20;
  const isWhole =
    end > 0 && createHash('sha1').update(data.subarray(0, end)).digest().equals(data.subarray(end));
  if (!isWhole) throw new GitFault('git_remote_error');
}

async function mkdirInside(inner: string, path: string): Promise<void> {
  if (inner.startsWith('objects')) await mkdir(path, { recursive: true });
}

async function removeShallow(repository: Repository, inner: string): Promise<void> {
  if (inner === 'shallow') await unlink(join(repository.commondir, inner)).catch(() => undefined);
}
