/**
 * Tells when something of a project changes: its files, index, HEAD or refs, by whoever. No polling: the system
 * reports, and reports that come together are told once.
 */
import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';
import type { Repository } from '../../../functions/src/git/repository.ts';
import { watchedFolders } from './watched-folders.ts';

/** Milliseconds of quiet before a change is told, and the longest that it is held back when quiet never comes. */
const QUIET = 250;
const LONGEST = 1_500;

/** Files that come and go while git works, and say nothing themselves. */
const isPassing = (name: string): boolean =>
  /\.lock$|^tmp_|\.tmp\b|^(FETCH_HEAD|ORIG_HEAD|COMMIT_EDITMSG)$/.test(name);

export class ProjectWatch {
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

  /** Also takes in folders that are new. */
  #follow(): void {
    const { dir, gitdir, commondir } = this.#repository;
    const wanted = new Set(watchedFolders(dir, gitdir, commondir));
    for (const [folder, watcher] of this.#watchers) {
      if (wanted.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of wanted) if (!this.#watchers.has(folder)) this.#watch(folder);
  }

  #watch(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => this.#notice(name));
      watcher.on('error', () => watcher.close());
      this.#watchers.set(folder, watcher);
    } catch {
      // Gone meanwhile, or the system has no watch left: the refresh button still works.
    }
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
