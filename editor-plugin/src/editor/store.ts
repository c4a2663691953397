/** What the sidebar knows of the project, and who wants to hear of it. */

import type { Branches } from '../../../functions/src/git/operations/list-branches.ts';
import type { Log, LogCommit } from '../../../functions/src/git/operations/read-log.ts';
import type { ProjectInfo } from '../../../functions/src/git/operations/read-project-info.ts';
import type { Status } from '../../../functions/src/git/operations/read-status.ts';
import { Failure, request } from './api.ts';

export interface Project {
  info: ProjectInfo;
  status: Status;
  branches: Branches;
}

/** What the detail below the history is about. */
export type Selection = { kind: 'commit'; hash: string } | { kind: 'file'; path: string; staged: boolean };

const PAGE = 100;
const LARGEST_PAGE = 1_000;

export class Store {
  project: Project | undefined;
  /** Why there is nothing to show. */
  problem: Failure | undefined;
  /** Name of the command that runs. */
  busy: string | undefined;
  selection: Selection | undefined;
  commits: LogCommit[] = [];
  total = 0;
  readonly #listeners: (() => void)[] = [];
  #reading: Promise<void> | undefined;
  #again = false;
  #isStale = false;
  #paging: Promise<void> | undefined;

  subscribe(listener: () => void): void {
    this.#listeners.push(listener);
  }

  tell(): void {
    for (const listener of this.#listeners) listener();
  }

  select(selection: Selection | undefined): void {
    this.selection = selection;
    this.tell();
  }

  setBusy(name: string | undefined): void {
    this.busy = name;
    this.tell();
    if (name === undefined && this.#isStale) void this.refresh();
  }

  /** Something changed, by whoever. While a command runs that waits for its end. */
  notice(): void {
    if (this.busy === undefined) void this.refresh();
    else this.#isStale = true;
  }

  /** Reads everything anew. Calls that come while it reads lead to one more reading, not to many. */
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
      this.problem = undefined;
      this.#takeFirstPage(log);
    } catch (error) {
      this.problem = error instanceof Failure ? error : new Failure(0, { error: String(error) });
    }
  }

  /** Pages further down stay where nothing above them changed. */
  #takeFirstPage({ commits, total }: Log): void {
    const isSame =
      total === this.total && JSON.stringify(commits) === JSON.stringify(this.commits.slice(0, PAGE));
    if (isSame) return;
    this.commits = commits;
    this.total = total;
  }

  /** Loads commits up to a row of the history. */
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
      // Another history was read meanwhile: this page does not belong to it.
      if (before !== this.commits.at(-1)?.hash || total !== this.total) return;
      this.commits = [...this.commits, ...commits];
    } catch {
      // The next scroll or refresh tries again.
    }
  }
}
