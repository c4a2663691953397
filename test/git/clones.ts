/** A remote with one commit and two clones of it, fresh for each test of a file. */
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import {
  type GitRemoteOptions,
  type RunningGitRemote,
  startGitRemote,
} from '../../emulators/stack/git-remote.ts';
import { openRepository, type RepositoryOptions } from '../../packages/git/src/repository.ts';
import { commitAll } from './fixtures.ts';
import { git, newFolder, removeFolders, write } from './native.ts';

export let remote: RunningGitRemote;
export let url: string;
export let bare: string;
export let ours: string;
export let theirs: string;

/** Called once at the top of a file. @param credentials of further, empty repositories */
export function useClones(credentials: GitRemoteOptions['credentials'] & {} = {}): void {
  let count = 0;

  beforeAll(async () => {
    remote = await startGitRemote({ port: 0, directory: newFolder(), credentials });
    for (const name of Object.keys(credentials)) await remote.createRepository(name);
  });

  afterAll(async () => {
    await remote.close();
    removeFolders();
  });

  beforeEach(async () => {
    const name = `repo${count++}`;
    await remote.createRepository(name);
    url = remote.url(name);
    bare = join(remote.directory, `${name}.git`);
    ours = clone(bare);
    write(ours, 'flows.json', '[\n    {\n        "id": "a",\n        "type": "tab"\n    }\n]\n');
    write(ours, 'notes.txt', 'one\ntwo\nthree\nfour\nfive\nsix\n');
    commitAll(ours, 'first');
    git(ours, 'push', '-q', '-u', 'origin', 'main');
    git(ours, 'remote', 'set-url', 'origin', url);
    theirs = clone(bare);
  });
}

/** Native git works directly on the bare folder, because this process, which serves the remote, waits for it. */
function clone(from: string): string {
  const folder = newFolder();
  git(folder, 'clone', '-q', from, '.');
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.com');
  return folder;
}

export const open = (folder = ours, options: RepositoryOptions = {}) => openRepository(folder, options);

export const tip = (folder: string, ref = 'HEAD'): string => git(folder, 'rev-parse', ref).trim();

export function pushTheirs(path: string, content: string): string {
  write(theirs, path, content);
  commitAll(theirs, `their ${path}`, 5);
  git(theirs, 'push', '-q', 'origin', 'HEAD');
  return tip(theirs);
}

export function commitOurs(path: string, content: string): string {
  write(ours, path, content);
  commitAll(ours, `our ${path}`, 6);
  return tip(ours);
}
