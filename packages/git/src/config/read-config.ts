/** A repository's effective configuration, read by git and checked before any other command runs. */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { GitFault } from '../git-fault.ts';
import type { Surroundings } from '../process/environment.ts';
import { LruCache } from '../process/lru.ts';
import { decodeText, splitRecords } from '../process/records.ts';
import { runGit } from '../process/run-git.ts';
import { lstatOptional } from '../storage/lstat-optional.ts';
import { GitConfig } from './git-config.ts';
import { isHarmless } from './harmless-keys.ts';

/** Maximum bytes; a usual configuration has a few hundred. */
const LARGEST = 1_024 * 1_024;

const cache = new LruCache<string, { stamp: string; config: GitConfig; files: readonly string[] }>(8);

/** @throws GitFault `git_unsafe_config`, `git_corrupt` */
export async function readConfig(gitdir: string, around: Surroundings): Promise<GitConfig> {
  const isHardened = around.profile === 'hardened';
  const key = `${around.profile} ${gitdir}`;
  const kept = cache.get(key);
  if (kept !== undefined && kept.stamp === stampOf(kept.files)) return kept.config;
  const files = [
    join(gitdir, 'config'),
    join(gitdir, 'config.worktree'),
    ...(isHardened ? [] : personalFiles()),
  ];
  const before = stampOf(files);
  const read = isHardened ? await readOwn(files, around) : await readAll(around);
  const all = [...new Set([...files, ...read.files])];
  // The result of a conditional include may change without any file changing.
  const isLasting = !read.config.keys().some((each) => each.startsWith('includeif.'));
  const stamp = read.files.length === 0 ? before : stampOf(all);
  if (isLasting) cache.set(key, { stamp, config: read.config, files: all });
  return read.config;
}

const personalFiles = (): string[] => {
  const home = process.env.HOME ?? homedir();
  return [
    process.env.GIT_CONFIG_GLOBAL ?? join(home, '.gitconfig'),
    join(process.env.XDG_CONFIG_HOME ?? join(home, '.config'), 'git', 'config'),
    '/etc/gitconfig',
  ];
};

/** Compares contents: they are small, and dates can be set back. */
const stampOf = (files: readonly string[]): string => files.map(contentOf).join('\0');

function contentOf(path: string): string {
  const found = lstatOptional(path);
  if (found === undefined || found.size > LARGEST) return `${found?.size} ${found?.mtimeMs}`;
  try {
    return found.isDirectory() ? '' : readFileSync(path, 'latin1');
  } catch {
    return 'unreadable';
  }
}

interface Read {
  config: GitConfig;
  /** Files with included configuration. */
  files: string[];
}

/** The repository's own files, without includes; each key is checked. */
async function readOwn(files: readonly string[], around: Surroundings): Promise<Read> {
  const config = new GitConfig();
  for (const file of files) {
    if (lstatOptional(file) === undefined) continue;
    const args = ['config', '--file', file, '--list', '-z', '--no-includes'];
    const { stdout, status } = await runGit({ args, around: outside(around), answers: [1, 3, 128] });
    if (status !== 0) throw new GitFault('git_corrupt', { what: 'its configuration cannot be read' });
    for (const record of splitRecords(stdout)) addRecord(config, record);
  }
  const key = config.keys().find((each) => !isHarmless(each));
  if (key !== undefined) throw new GitFault('git_unsafe_config', { what: `the configuration key ${key}` });
  return { config, files: [] };
}

/** git looks for a repository even when it reads a single file, and would then use the configuration under check. */
const outside = (around: Surroundings): Surroundings => ({ ...around, directory: '/' });

async function readAll(around: Surroundings): Promise<Read> {
  const { stdout } = await runGit({ args: ['config', '--list', '-z', '--show-origin'], around });
  const config = new GitConfig();
  const files: string[] = [];
  const records = splitRecords(stdout);
  for (let at = 0; at + 1 < records.length; at += 2) {
    const origin = decodeText(records[at] as Buffer);
    if (origin.startsWith('file:')) files.push(resolve(around.directory, origin.slice('file:'.length)));
    addRecord(config, records[at + 1] as Buffer);
  }
  return { config, files };
}

/** `key`, line feed, value; a key without a value is a flag that is on. */
function addRecord(config: GitConfig, record: Buffer): void {
  const end = record.indexOf(10);
  const key = decodeText(end < 0 ? record : record.subarray(0, end));
  config.add(key, end < 0 ? 'true' : decodeText(record.subarray(end + 1)));
}
