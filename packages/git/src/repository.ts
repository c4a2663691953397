/** Opens a repository in a folder: checked before git runs in it, and read again at each operation. */
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { GitConfig } from './config/git-config.ts';
import { readConfig } from './config/read-config.ts';
import { GitFault } from './git-fault.ts';
import type { Profile, Settings, Surroundings } from './process/environment.ts';
import { requireVersion } from './process/git-version.ts';
import { decodeText } from './process/records.ts';
import { type GitAnswer, type GitCall, runGit } from './process/run-git.ts';
import type { Credentials, RemoteRules, SshIdentity } from './remote/remote-options.ts';
import { lstatOptional } from './storage/lstat-optional.ts';
import { requirePlainFiles } from './validate/require-plain-files.ts';

export interface Person {
  name: string;
  email: string;
}

export interface RepositoryOptions {
  /** Profile in which git runs. Default `hardened`. */
  profile?: Profile;
  /** Shown by project-info. Defaults to the folder's name. */
  projectName?: string;
  /** Committer if the configuration has none. */
  author?: Person;
  /** Called once per call of a remote, with its address; undefined means none. Never logged or stored. */
  onAuth?: (url: string) => Promise<Credentials | undefined> | Credentials | undefined;
  remotes?: RemoteRules;
  /** Without it the hardened profile refuses ssh remotes. */
  ssh?: SshIdentity;
  /** Timeout for a lock that another process holds, in milliseconds. Default 3,000. */
  lockTimeoutMs?: number;
  /** Fencing token of the lease under which the caller writes: who holds a lock with a lower one has lost the lease. */
  fence?: number;
  /** Called when a read answers although the change of a killed process could be neither finished nor undone. */
  onUnsettled?: (error: unknown) => void;
  /** Timeout of one local git command in milliseconds. Default 110,000. */
  gitTimeoutMs?: number;
  /** Aborted when the caller disconnects: git ends, and a started change is finished or undone. */
  signal?: AbortSignal | undefined;
}

export interface Repository {
  /** The working tree as an absolute path with links resolved. */
  readonly dir: string;
  readonly gitdir: string;
  readonly options: RepositoryOptions;
  readonly profile: Profile;
  readonly config: GitConfig;
  /** While a change is under way: nonce of its lock, which every git started for it has in its environment. */
  readonly nonce?: string;
}

/** For work that is completed even if the caller disconnects. */
export const unaborted = (repository: Repository, nonce?: string): Repository => ({
  ...repository,
  options: { ...repository.options, signal: undefined },
  ...(nonce !== undefined && { nonce }),
});

/**
 * @param directory the top folder of a working tree
 * @throws GitFault `git_not_a_repository`, `git_unsupported_repository`, `git_unsafe_config`, `git_unavailable`
 */
export async function openRepository(
  directory: string,
  options: RepositoryOptions = {},
): Promise<Repository> {
  const dir = requireDirectory(directory);
  const profile = options.profile ?? 'hardened';
  const gitdir = requireGitdir(dir);
  if (profile === 'hardened') requirePlainFiles(gitdir);
  const around = { profile, directory: dir };
  await requireVersion(around);
  const config = await readConfig(gitdir, around);
  requireSupported(gitdir, config);
  return { dir, gitdir, options, profile, config };
}

export interface CallOptions extends Pick<GitCall, 'input' | 'timeoutMs' | 'answers' | 'largest'> {
  /** Path of another index. */
  index?: string | undefined;
  settings?: Settings;
  variables?: Readonly<Record<string, string>>;
}

/** Runs git in the repository. @throws GitProcessError, GitFault */
export function git(
  repository: Repository,
  args: readonly string[],
  options: CallOptions = {},
): Promise<GitAnswer> {
  const { index, settings, variables, ...call } = options;
  const around: Surroundings = {
    profile: repository.profile,
    directory: repository.dir,
    nonce: repository.nonce,
    settings,
    variables: { ...variables, ...(index !== undefined && { GIT_INDEX_FILE: index }) },
  };
  const { gitTimeoutMs, signal } = repository.options;
  return runGit({ timeoutMs: gitTimeoutMs, ...call, args, around, signal });
}

/** Runs a git command that answers with one line, such as a hash. */
export async function gitLine(
  repository: Repository,
  args: readonly string[],
  options: CallOptions = {},
): Promise<string> {
  return decodeText((await git(repository, args, options)).stdout).replace(/\n$/, '');
}

export const projectName = (repository: Repository): string =>
  repository.options.projectName ?? basename(repository.dir);

function requireDirectory(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    throw new GitFault('git_not_a_repository');
  }
}

const unsupported = (feature: string): GitFault => new GitFault('git_unsupported_repository', { feature });

/** `.git` must be a folder. As a file it points to the git directory of a linked worktree or a submodule. */
function requireGitdir(dir: string): string {
  const gitdir = join(dir, '.git');
  const found = lstatOptional(gitdir);
  if (found?.isFile()) throw unsupported('a git directory elsewhere (linked worktree or submodule)');
  if (found?.isSymbolicLink()) throw unsupported('a git directory behind a link');
  const isThere = (name: string): boolean => existsSync(join(gitdir, name));
  if (!isThere('HEAD') || !isThere('objects') || !isThere('refs')) throw new GitFault('git_not_a_repository');
  return gitdir;
}

function requireSupported(gitdir: string, config: GitConfig): void {
  const format = config.get('extensions.objectformat') ?? 'sha1';
  if (format !== 'sha1') throw unsupported(`${format} object names`);
  const refs = config.get('extensions.refstorage') ?? 'files';
  if (refs !== 'files') throw unsupported(`${refs} refs`);
  if (
    config.get('extensions.partialclone') !== undefined ||
    config.subsections('remote', 'promisor').length > 0
  )
    throw unsupported('a partial clone');
  if (config.flag('core.bare', false)) throw unsupported('no working tree (bare)');
  if (Number(config.get('core.repositoryformatversion') ?? 0) > 1)
    throw unsupported('a newer repository format');
  if (config.get('core.worktree') !== undefined)
    throw unsupported('a working tree elsewhere (core.worktree)');
  if (linkedWorktrees(gitdir).length > 0) throw unsupported('other worktrees');
}

/** Linked worktrees share the refs: one may have a branch checked out, and moving it would change their HEAD. */
function linkedWorktrees(gitdir: string): string[] {
  try {
    return readdirSync(join(gitdir, 'worktrees'));
  } catch {
    return [];
  }
}
