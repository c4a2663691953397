/** Native git as the reference, in a folder of its own and isolated from the machine's configuration. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
  GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
  GIT_OPTIONAL_LOCKS: '0',
  // What the reference writes need not be durable.
  GIT_TEST_FSYNC: '0',
  LC_ALL: 'C',
};

// The code under test uses the same settings.
process.env.GIT_CONFIG_NOSYSTEM = '1';
process.env.GIT_CONFIG_GLOBAL = '/dev/null';
process.env.XDG_CONFIG_HOME = '/nonexistent';

const made: string[] = [];

/** A new empty folder, removed by `removeFolders`. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-git-'));
  made.push(folder);
  return folder;
}

/** Folders that are created once and then copied, until `removeFolders`. */
const templates = new Map<() => string, string>();

/** Another folder like the one that `make` creates; the index knows its files. */
export function copyOf(make: () => string): string {
  const template = templates.get(make) ?? make();
  templates.set(make, template);
  return copyFolder(template);
}

/** Including its repository. */
export function copyFolder(from: string): string {
  const folder = newFolder();
  cpSync(from, folder, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return folder;
}

export function removeFolders(): void {
  templates.clear();
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    env: { ...process.env, ...ENVIRONMENT },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 256 * 1024 * 1024,
  });
}

/** The same, if failure is expected or irrelevant. */
export function tryGit(folder: string, ...args: string[]) {
  return spawnSync('git', args, { cwd: folder, env: { ...process.env, ...ENVIRONMENT }, encoding: 'utf8' });
}

/** Date of the next commit, `minute` minutes after the first: the order of a log needs distinct dates. */
export function gitAt(folder: string, minute: number, ...args: string[]): string {
  const date = new Date(Date.UTC(2026, 0, 2, 3, 4 + minute, 5)).toISOString();
  const env = { ...process.env, ...ENVIRONMENT, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  return execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

export function write(folder: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** A repository on branch main with a user, and no commits. */
export const newRepository = (): string => copyOf(makeRepository);

function makeRepository(): string {
  const folder = newFolder();
  git(folder, 'init', '-q', '-b', 'main');
  // Its sample hooks never run, and each would be copied.
  rmSync(join(folder, '.git/hooks'), { recursive: true });
  mkdirSync(join(folder, '.git/hooks'));
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.com');
  return folder;
}

/** Reports any error of the repository; dangling objects are not errors. */
export function fsck(folder: string): string {
  const { stdout, stderr, status } = tryGit(
    folder,
    'fsck',
    '--full',
    '--strict',
    '--no-dangling',
    '--no-progress',
  );
  const said = `${stderr}${stdout}`.split('\n').filter((line) => line !== '' && !line.startsWith('notice: '));
  return status === 0 ? said.join('\n') : `status ${status}: ${said.join('\n')}`;
}

/** `git status --porcelain=v2` as `XY path` or `R. from -> to`, sorted; untracked files as `?? path`. */
export function nativeStatus(folder: string, ...more: string[]): string[] {
  const fields = git(folder, 'status', '--porcelain=v2', '-z', '--untracked-files=all', ...more).split('\0');
  const rows: string[] = [];
  for (let at = 0; at < fields.length; at++) {
    const line = fields[at] ?? '';
    const part = (count: number): string => line.split(' ').slice(count).join(' ');
    if (line.startsWith('1 ')) rows.push(`${line.slice(2, 4)} ${part(8)}`);
    else if (line.startsWith('2 ')) rows.push(`${line.slice(2, 4)} ${fields[++at]} -> ${part(9)}`);
    else if (line.startsWith('u ')) rows.push(`${line.slice(2, 4)} ${part(10)}`);
    else if (line.startsWith('? ')) rows.push(`?? ${line.slice(2)}`);
  }
  return rows.sort();
}
