/**
 * A repository opened over a folder. Everything here reads the folder itself; nothing is remembered between calls
 * but what `caches.ts` may keep because it can never be stale.
 */
import { realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { trimBlank } from './blank.ts';
import { cachesOf, type GitCaches } from './caches.ts';
import { type GitConfig, readConfig } from './config/read-config.ts';
import { GitFault } from './git-fault.ts';
import { ObjectStore } from './objects/object-store.ts';
import type { Credentials, RemoteRules, SshIdentity } from './remote/remote-options.ts';
import type { LockOptions } from './storage/lock-file.ts';
import { readOptionalText } from './storage/read-optional.ts';

export interface Person {
  name: string;
  email: string;
}

export interface RepositoryOptions {
  /** Shown by project-info. Default: the folder's name. */
  projectName?: string;
  /** Who commits where the repository's own configuration names nobody. */
  author?: Person;
  /** Asked once per remote address that wants credentials; undefined means there are none. Never logged, never stored. */
  onAuth?: (url: string) => Promise<Credentials | undefined> | Credentials | undefined;
  remotes?: RemoteRules;
  ssh?: SshIdentity;
  /** How long to wait for a lock that another process holds, ms. */
  lockTimeoutMs?: number;
}

export interface Repository {
  /** The working tree, absolute, links resolved. */
  readonly dir: string;
  /** HEAD and index stand here. In a linked worktree `.git/worktrees/<name>`, in a submodule `.git/modules/<name>`. */
  readonly gitdir: string;
  /** Refs, objects and configuration stand here. The same as `gitdir` but in a linked worktree. */
  readonly commondir: string;
  readonly options: RepositoryOptions;
  readonly config: GitConfig;
  readonly objects: ObjectStore;
  readonly caches: GitCaches;
  readonly locks: LockOptions & { temporaryIn: string };
}

/**
 * @param directory the top folder of a working tree.
 * @throws GitFault `git_not_a_repository`, `git_unsupported_repository`
 */
export function openRepository(directory: string, options: RepositoryOptions = {}): Repository {
  const dir = requireDirectory(directory);
  const gitdir = findGitdir(dir);
  const commondir = resolve(gitdir, trimBlank(readOptionalText(join(gitdir, 'commondir')) ?? '.'));
  if (!isGitdir(gitdir, commondir)) throw new GitFault('git_not_a_repository');
  const config = readConfig(commondir, gitdir);
  requireSupported(config);
  const caches = cachesOf(commondir);
  const locks = { temporaryIn: join(commondir, 'sightline', 'tmp'), ...lockTimeout(options) };
  const objects = new ObjectStore(join(commondir, 'objects'), caches);
  return { dir, gitdir, commondir, options, config, objects, caches, locks };
}

export const projectName = (repository: Repository): string =>
  repository.options.projectName ?? basename(repository.dir);

const lockTimeout = ({ lockTimeoutMs }: RepositoryOptions): LockOptions =>
  lockTimeoutMs === undefined ? {} : { lockTimeoutMs };

function requireDirectory(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    throw new GitFault('git_not_a_repository');
  }
}

/** `.git` itself, or where the file `.git` of a linked worktree or a submodule points to. */
function findGitdir(dir: string): string {
  const path = join(dir, '.git');
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new GitFault('git_not_a_repository');
  if (found.isDirectory()) return path;
  const target = /^gitdir: (.+)$/s.exec(trimBlank(readOptionalText(path) ?? ''))?.[1];
  if (target === undefined) throw new GitFault('git_not_a_repository');
  return resolve(dir, target);
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

const isGitdir = (gitdir: string, commondir: string): boolean =>
  exists(join(gitdir, 'HEAD')) && exists(join(commondir, 'objects')) && exists(join(commondir, 'refs'));

/** Extensions change what the files mean; git itself refuses those that it does not know. */
const KNOWN_EXTENSIONS = new Set([
  'worktreeconfig',
  'objectformat',
  'preciousobjects',
  'noop',
  'partialclone',
  'refstorage',
]);

function requireSupported(config: GitConfig): void {
  const format = config.get('extensions.objectformat') ?? 'sha1';
  if (format !== 'sha1')
    throw new GitFault('git_unsupported_repository', { feature: `${format} object names` });
  const refs = config.get('extensions.refstorage') ?? 'files';
  if (refs !== 'files') throw new GitFault('git_unsupported_repository', { feature: `${refs} refs` });
  if (Number(config.get('core.repositoryformatversion') ?? 0) > 1)
    throw new GitFault('git_unsupported_repository', { feature: 'a newer repository format' });
  const strange = config.keys('extensions').find((key) => !KNOWN_EXTENSIONS.has(key));
  if (strange !== undefined)
    throw new GitFault('git_unsupported_repository', { feature: `extension ${strange}` });
  if (config.flag('core.bare', false))
    throw new GitFault('git_unsupported_repository', { feature: 'no working tree (bare)' });
}
