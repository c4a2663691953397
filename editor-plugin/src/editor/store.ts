/** The sidebar's state of the project, and its listeners. */

import type { Branch, Branches } from '../../../packages/git/src/operations/list-branches.ts';
import type { Log, LogCommit } from '../../../packages/git/src/operations/read-log.ts';
import type { ProjectInfo } from '../../../packages/git/src/operations/read-project-info.ts';
import type { Status } from '../../../packages/git/src/operations/read-status.ts';
import { Failure, request } from './api.ts';

/** `gone`: the upstream no longer exists. */
export type ListedBranch = Branch & { gone?: boolean };

export interface Project {
  info: ProjectInfo;
  status: Status;
  branches: Omit<Branches, 'branches'> & { branches: Record<string, ListedBranch> };
}

/** Subject of the detail below the history. */
export type Selection =
  | { kind: 'commit'; hash: string }
  | { kind: 'comparison'; from: string; hash: string }
  | { kind: 'file'; path: string; staged: boolean };

const PAGE = 100;
const LARGEST_PAGE = 1_000;

export class Store {
  project: Project | undefined;
  /** Why there is nothing to show. */
  problem: Failure | undefined;
  /** Name of the running command. */
  busy: string | undefined;
  /** Ends when the effects of the last command have been read. */
  settling: Promise<void> = Promise.resolve();
  selection: Selection | undefined;
  /** The commit to compare the next chosen one with. */
  comparing: string | undefined;
  commits: LogCommit[] = [];
  total = 0;
  /** Number of reads of the project: a file may have changed even if nothing else did. */
  readings = 0;
  readonly #listeners = new Set<() => void>();
  #reading: Promise<void> | undefined;
  #again = false;
  #isStale = false;
  #paging: Promise<void> | undefined;

  /** @returns ends the subscription */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(): void {
    for (const listener of this.#listeners) listener();
  }

  select(selection: Selection | undefined): void {
    this.selection = selection;
    this.tell();
  }

  /** Shows a commit of the history, or compares it with the waiting one. */
  selectCommit(hash: string): void {
    const { comparing } = this;
    if (comparing === undefined || comparing === hash) this.select({ kind: 'commit', hash });
    else this.select({ kind: 'comparison', from: comparing, hash });
  }

  /** @param hash undefined cancels the comparison */
  compare(hash: string | undefined): void {
    this.comparing = hash;
    this.select(hash === undefined ? undefined : { kind: 'commit', hash });
  }

  setBusy(name: string | undefined): void {
    this.busy = name;
    this.tell();
    if (name === undefined && this.#isStale) void this.refresh();
  }

  /** Something changed. While a command runs, the refresh waits for its end. */
  notice(): void {
    if (this.busy === undefined) void this.refresh();
    else this.#isStale = true;
  }

  /** Reads everything again. Calls during a read lead to one more read, not to many. */
  refresh(): Promise<void> {
    if (this.#reading !== undefined) {
      this.#again = true;
      return this.#reading;
    }
    this.#reading = this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    do {
      this.#again = false;
      this.#isStale = false;
      await this.#read();
    } while (this.#again);
    this.tell();
  }

  async #read(): Promise<void> {
    try {
      const info = await request('project-info');
      const [{ status }, branches, log] = await Promise.all([
        request('status'),
        request('branches'),
        request('log', { maxCount: PAGE }),
      ]);
      this.project = { info, status, branches };
      this.readings++;
      this.problem = undefined;
      this.#takeFirstPage(log);
    } catch (error) {
      this.problem = error instanceof Failure ? error : new Failure(0, { error: String(error) });
    }
  }

  /** Later pages are kept if nothing above them changed. */
  #takeFirstPage({ commits, total }: Log): void {
    const isSame =
      total === this.total && JSON.stringify(commits) === JSON.stringify(this.commits.slice(0, PAGE));
    if (isSame) return;
    this.commits = commits;
    this.total = total;
  }

  /** Loads commits down to a row of the history. */
  async reach(row: number): Promise<void> {
    if (this.#paging !== undefined || row < this.commits.length || this.commits.length >= this.total) return;
    this.#paging = this.#loadPage(row).finally(() => {
      this.#paging = undefined;
    });
    await this.#paging;
    this.tell();
  }

  async #loadPage(row: number): Promise<void> {
    const before = this.commits.at(-1)?.hash;
    const maxCount = Math.min(LARGEST_PAGE, Math.max(PAGE, row - this.commits.length + PAGE));
    try {
      const { commits, total } = await request('log', {
        maxCount,
        ...(before === undefined ? {} : { before }),
      });
      // The history was read again meanwhile, so this page does not belong to it.
      if (before !== this.commits.at(-1)?.hash || total !== this.total) return;
      this.commits = [...this.commits, ...commits];
    } catch {
      // The next scroll or refresh tries again.
    }
  }
}
