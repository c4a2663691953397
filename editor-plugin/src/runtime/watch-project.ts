/**
 * Reports changes of a project's files, index, HEAD or refs, whoever makes them. Uses the system's file events, without
 * polling; events close together are reported once.
 */
import { randomUUID } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { basename, join, sep } from 'node:path';
import type { Repository } from '../../../packages/git/src/repository.ts';
import { watchedFolders } from './watched-folders.ts';

/** Milliseconds without events before a change is reported, and the longest delay if events never pause. */
const QUIET = 250;
const LONGEST = 1_500;

/** Temporary files of git, which say nothing by themselves. */
const isPassing = (name: string): boolean =>
  /\.lock$|^tmp_|\.tmp\b|^(FETCH_HEAD|ORIG_HEAD|COMMIT_EDITMSG)$/.test(name);

export class ProjectWatch {
  readonly id = randomUUID();
  readonly #repository: Repository;
  readonly #tell: () => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;
  #since = 0;

  constructor(repository: Repository, tell: () => void) {
    this.#repository = repository;
    this.#tell = tell;
    this.#follow();
  }

  get directory(): string {
    return this.#repository.dir;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Also watches new folders. */
  #follow(): void {
    const { dir, gitdir } = this.#repository;
    const wanted = new Set(watchedFolders(dir, gitdir));
    for (const folder of this.#watchers.keys()) if (!wanted.has(folder)) this.#leave(folder);
    for (const folder of wanted) if (!this.#watchers.has(folder)) this.#watch(folder);
  }

  #watch(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => {
        if (event === 'rename' && name !== null) this.#leaveAll(join(folder, name));
        this.#notice(name);
      });
      watcher.on('error', () => watcher.close());
      this.#watchers.set(folder, watcher);
    } catch {
      // The folder is gone, or the system has no watch left: the refresh button still works.
    }
  }

  /** A folder was removed or replaced: the watchers of it and below it see only the old ones. */
  #leaveAll(root: string): void {
    if (!this.#watchers.has(root)) return;
    for (const folder of this.#watchers.keys())
      if (folder === root || folder.startsWith(root + sep)) this.#leave(folder);
  }

  #leave(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #notice(name: string | null): void {
    if (name !== null && isPassing(basename(name))) return;
    const now = Date.now();
    if (this.#timer === undefined) this.#since = now;
    clearTimeout(this.#timer);
    const wait = Math.min(QUIET, Math.max(0, this.#since + LONGEST - now));
    this.#timer = setTimeout(() => this.#settle(), wait);
  }

  #settle(): void {
    this.#timer = undefined;
    this.#follow();
    this.#tell();
  }
}
