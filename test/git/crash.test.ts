/** @covers Contract 7 Engine: killed at any moment */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Random } from '../../emulators/scenes/random.ts';
import { type RunningGitRemote, startGitRemote } from '../../emulators/stack/git-remote.ts';
import { requireOperation } from '../../packages/git/src/operations/operations.ts';
import type { Profile } from '../../packages/git/src/process/environment.ts';
import { openRepository } from '../../packages/git/src/repository.ts';
import { SEED } from '../support/seed.ts';
import { commitAll } from './fixtures.ts';
import { fsck, git, newFolder, removeFolders, write } from './native.ts';

/** `KILLS` sets another number for one run. */
const RUNS = Number(process.env.KILLS) || (process.env.LONG ? 300 : 10);
/** A new repository after this many kills, so that short and long histories are tested. */
const RUNS_PER_REPOSITORY = 6;
const WORKER = join(import.meta.dirname, 'crash-worker.ts');

const random = new Random(SEED);

let remote: RunningGitRemote;

beforeAll(async () => {
  remote = await startGitRemote({ port: 0, directory: newFolder() });
});

afterAll(async () => {
  await remote.close();
  removeFolders();
});

async function makeClones(name: string): Promise<{ ours: string; theirs: string }> {
  await remote.createRepository(name);
  const bare = join(remote.directory, `${name}.git`);
  const ours = newFolder();
  git(ours, 'clone', '-q', bare, '.');
  write(ours, 'flows.json', '[]\n');
  // Enough files differ between old and new that a kill falls between two of them.
  for (let at = 0; at < 200; at++) write(ours, `many/${at}.txt`, `old ${at}\n`.repeat(20));
  git(ours, 'config', 'user.name', 'Ada');
  git(ours, 'config', 'user.email', 'ada@example.com');
  commitAll(ours, 'first');
  for (let at = 0; at < 200; at++) write(ours, `many/${at}.txt`, `new ${at}\n`.repeat(20));
  commitAll(ours, 'second', 1);
  git(ours, 'push', '-q', 'origin', 'HEAD:main');
  git(ours, 'remote', 'set-url', 'origin', remote.url(name));
  const theirs = newFolder();
  git(theirs, 'clone', '-q', bare, '.');
  git(theirs, 'config', 'user.name', 'Grace');
  git(theirs, 'config', 'user.email', 'grace@example.com');
  return { ours, theirs };
}

/** Provides something to pull and to merge. */
function pushElsewhere(theirs: string, count: number): void {
  write(theirs, `their/${count}.txt`, `${count}\n`);
  git(theirs, 'pull', '-q', '--no-rebase', '--no-edit');
  commitAll(theirs, `theirs ${count}`, count);
  git(theirs, 'push', '-q');
}

/** Milliseconds until a worker's first commit; the maximum so far, because the machine may become slower. */
let pace = 0;

/**
 * Kills the worker at a random moment after it became ready, by turns alone (its git goes on) and with all that it started. The
 * first one makes a commit, which tells how long the others may run.
 * @returns what it had said
 */
async function killedRun(folder: string, isWhole: boolean): Promise<string[]> {
  const child = spawn(process.execPath, [WORKER, folder, 'work', 'crash'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = collect(child);
  await Promise.race([output.ready, output.ended]);
  const began = performance.now();
  void output.committed.then(() => (pace = Math.max(pace, performance.now() - began)));
  await (pace === 0 ? Promise.race([output.committed, output.ended]) : sleep(random.between(0, 3 * pace)));
  // Stopped first: a worker that outlives its git for a moment reports that git was ended.
  child.kill('SIGSTOP');
  if (isWhole) for (const pid of childrenOf(child.pid)) killQuietly(pid);
  child.kill('SIGKILL');
  await output.ended;
  return output.lines();
}

/** Children of a process, according to the system. */
function childrenOf(parent: number | undefined): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => parentOf(pid) === parent).map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1]);
  } catch {
    return undefined;
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

function collect(child: ChildProcess) {
  let text = '';
  const ready = Promise.withResolvers<void>();
  const committed = Promise.withResolvers<void>();
  child.stdout?.on('data', (part: Buffer) => {
    text += part.toString();
    if (text.includes('ready\n')) ready.resolve();
    if (text.includes('commit ')) committed.resolve();
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  return {
    ready: ready.promise,
    committed: committed.promise,
    ended,
    lines: () => text.split('\n').filter((line) => line !== ''),
  };
}

/** All commits that are reachable from any ref or HEAD. */
const reachable = (folder: string): Set<string> =>
  new Set(git(folder, 'rev-list', '--all', 'HEAD').split('\n'));

const run = async (folder: string, name: string, body: unknown = {}, profile?: Profile): Promise<object> =>
  requireOperation(name).run(
    await openRepository(folder, { lockTimeoutMs: 20_000, ...(profile && { profile }) }),
    body,
  );

test(
  `SIGKILL at ${RUNS} random moments: old or new state, nothing acknowledged or uncommitted lost, no lock in the way`,
  async () => {
    let clones = await makeClones('crash0');
    const acknowledged: string[] = [];
    let commits = 0;
    for (let count = 0; count < RUNS; count++) {
      if (count > 0 && count % RUNS_PER_REPOSITORY === 0) {
        clones = await makeClones(`crash${count}`);
        acknowledged.length = 0;
      }
      const { ours, theirs } = clones;
      if (count % 3 === 0) pushElsewhere(theirs, count);
      const said = await killedRun(ours, count % 2 === 0);
      expect(said.filter((line) => line.startsWith('failed'))).toEqual([]);
      const committed = said.filter((line) => line.startsWith('commit ')).map((line) => line.slice(7));
      acknowledged.push(...committed);
      commits += committed.length;
      // In the flow editor any call settles what was left, in the function the next one that writes.
      if (count % 4 < 2) await run(ours, 'status', {}, 'own machine');
      else await run(ours, 'unlock');
      expect(existsSync(join(ours, '.git/sightline/journal'))).toBe(false);
      expect(fsck(ours)).toBe('');
      const found = reachable(ours);
      expect(acknowledged.filter((hash) => !found.has(hash))).toEqual([]);
      // No file is between two commits: differences are only what the worker was about to add, or a file that
      // it had written.
      const strange = git(ours, 'status', '--porcelain', '-uall', '-z')
        .split('\0')
        .filter((row) => row !== '' && !/^(A |\?\?|AM) work\//.test(row));
      expect(strange).toEqual([]);
    }
    await run(clones.ours, 'reset', { commitRef: 'HEAD', resetMode: 'hard' });
    await run(clones.ours, 'return-to-latest');
    expect(git(clones.ours, 'status', '--porcelain', '--untracked-files=no')).toBe('');
    expect(readFileSync(join(clones.ours, 'flows.json'), 'utf8')).toBe('[]\n');
    // The first worker makes one; on a busy machine each later one may be killed before its own.
    expect(commits).toBeGreaterThan(0);
  },
  RUNS * 20_000,
);
