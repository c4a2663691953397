/**
 * Data that git handles does not pass through this process: its memory does not grow with files and packs.
 * @covers Contract 7 Engine: memory
 * @covers Git: memory and speed
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RunningGitRemote, startGitRemote } from '../../emulators/stack/git-remote.ts';
import { plain } from './fixtures.ts';
import { git, newFolder, removeFolders } from './native.ts';

const MB = 1_024 * 1_024;
/** Size in bytes of a file that is added and pushed; how many of them a fetch transfers. */
const SIZE = (process.env.LONG ? 300 : 40) * MB;
const FILES = 3;
/** More than the memory of a process that only asks for the status. A whole process must stay under 250 MB. */
const MOST = (process.env.LONG ? 120 : 80) * MB;
const WORKER = join(import.meta.dirname, 'memory-worker.ts');
const LIMIT = process.env.LONG ? 1_800_000 : 300_000;

let remote: RunningGitRemote;

beforeAll(async () => {
  remote = await startGitRemote({ port: 0, directory: newFolder() });
  await remote.createRepository('large');
});

afterAll(async () => {
  await remote.close();
  removeFolders();
});

/** Random bytes, so that nothing can be compressed. */
function writeLarge(folder: string, name: string): void {
  for (let done = 0; done < SIZE; done += 10 * MB) appendFileSync(join(folder, name), randomBytes(10 * MB));
}

async function memoryOf(folder: string, ...calls: [string, object?][]): Promise<number> {
  const args = [WORKER, folder, ...calls.map((call) => JSON.stringify(call))];
  return Number((await promisify(execFile)(process.execPath, args)).stdout);
}

test(
  'add, commit and push of large files, and the fetch of their pack',
  async () => {
    const [ours, theirs] = [plain(), newFolder()];
    git(theirs, 'init', '-q', '-b', 'other');
    for (const each of [ours, theirs]) git(each, 'remote', 'add', 'origin', remote.url('large'));
    // Random bytes cannot be compressed, and are no differences of others: trying only takes time, most of all at the remote.
    for (const each of [ours, theirs, join(remote.directory, 'large.git')]) {
      git(each, 'config', 'core.compression', '0');
      git(each, 'config', 'pack.compression', '0');
      git(each, 'config', 'pack.window', '0');
    }
    const bare = await memoryOf(ours, ['status']);
    const more = async (folder: string, ...calls: [string, object?][]): Promise<number> =>
      (await memoryOf(folder, ...calls)) - bare;
    for (let at = 0; at < FILES; at++) writeLarge(ours, `large${at}.bin`);
    expect(await more(ours, ['add', { stageAll: true }], ['commit', { message: 'large' }])).toBeLessThan(
      MOST,
    );
    expect(await more(ours, ['push'])).toBeLessThan(MOST);
    expect(await more(theirs, ['fetch'])).toBeLessThan(MOST);
    expect(git(theirs, 'rev-parse', 'origin/main')).toBe(git(ours, 'rev-parse', 'HEAD'));
    if (process.env.LONG) expect(bare + MOST).toBeLessThan(250 * MB);
  },
  LIMIT,
);
