import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RunningGitRemote, startGitRemote } from '../../emulators/stack/git-remote.ts';
import { requireOperation } from '../../functions/src/git/operations/operations.ts';
import { openRepository } from '../../functions/src/git/repository.ts';
import { commitAll } from './fixtures.ts';
import { fsck, git, newFolder, removeFolders, write } from './native.ts';

const RUNS = process.env.LONG ? 300 : 10;
/** After so many kills a fresh repository: short histories and long ones are both hit. */
const RUNS_PER_REPOSITORY = 20;
const WORKER = join(import.meta.dirname, 'crash-worker.ts');

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
  git(ours, 'config', 'user.name', 'Ada');
  git(ours, 'config', 'user.email', 'ada@example.com');
  commitAll(ours, 'first');
  commitAll(ours, 'second', 1);
  git(ours, 'push', '-q', 'origin', 'HEAD:main');
  git(ours, 'remote', 'set-url', 'origin', remote.url(name));
  const theirs = newFolder();
  git(theirs, 'clone', '-q', bare, '.');
  git(theirs, 'config', 'user.name', 'Grace');
  git(theirs, 'config', 'user.email', 'grace@example.com');
  return { ours, theirs };
}

/** Kills the worker at a random moment after it became ready; returns what it had said. */
async function killedRun(folder: string): Promise<string[]> {
  const child = spawn(process.execPath, [WORKER, folder, 'work', 'crash'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = collect(child);
  await Promise.race([output.ready, output.ended]);
  await sleep(Math.random() * 250);
  child.kill('SIGKILL');
  await output.ended;
  return output.lines();
}

function collect(child: ChildProcess) {
  let text = '';
  let isReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  child.stdout?.on('data', (part: Buffer) => {
    text += part.toString();
    if (text.includes('ready\n')) isReady();
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  return { ready, ended, lines: () => text.split('\n').filter((line) => line !== '') };
}

/** All commits that any ref or HEAD leads to. */
const reachable = (folder: string): Set<string> =>
  new Set(git(folder, 'rev-list', '--all', 'HEAD').split('\n'));

test(
  `SIGKILL at ${RUNS} random moments: no repository damaged, no acknowledged commit lost, no lock in the way`,
  async () => {
    let clones = await makeClones('crash0');
    const acknowledged: string[] = [];
    for (let count = 0; count < RUNS; count++) {
      if (count > 0 && count % RUNS_PER_REPOSITORY === 0) {
        clones = await makeClones(`crash${count}`);
        acknowledged.length = 0;
      }
      write(clones.theirs, `their/${count}.txt`, `${count}\n`);
      git(clones.theirs, 'pull', '-q', '--no-rebase', '--no-edit');
      commitAll(clones.theirs, `theirs ${count}`, count);
      git(clones.theirs, 'push', '-q');
      const said = await killedRun(clones.ours);
      expect(said.filter((line) => line.startsWith('failed'))).toEqual([]);
      acknowledged.push(...said.filter((line) => line.startsWith('commit ')).map((line) => line.slice(7)));
      expect(fsck(clones.ours)).toBe('');
      const found = reachable(clones.ours);
      expect(acknowledged.filter((hash) => !found.has(hash))).toEqual([]);
      await requireOperation('status').run(openRepository(clones.ours), {});
    }
    await requireOperation('reset').run(openRepository(clones.ours), {
      commitRef: 'HEAD',
      resetMode: 'hard',
    });
    await requireOperation('return-to-latest').run(openRepository(clones.ours), {});
    expect(git(clones.ours, 'status', '--porcelain', '--untracked-files=no')).toBe('');
    expect(readFileSync(join(clones.ours, 'flows.json'), 'utf8')).toBe('[]\n');
    expect(acknowledged.length).toBeGreaterThan(0);
  },
  RUNS * 6_000,
);
