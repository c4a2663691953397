/** Ports for creating, changing and deleting records (Contract 9). Adapters are in `adapters/`. */
import type { datasetRecord } from '../../../../packages/records/src/dataset.ts';
import type { DatasetType, Embedder } from '../../../../packages/records/src/lists.ts';
import type { Settings } from '../../../../packages/records/src/record.ts';
import type { Command } from '../live/commands.ts';
import type { Dataset, Membership, Monitor, Permit, Tag } from '../model.ts';

/** Result of creating a record. `known`: an earlier attempt of the same request created it. */
export type Made = 'made' | 'known' | 'taken';

export interface NewTag extends Pick<Tag, 'id' | 'name' | 'color' | 'unclassified' | 'bad'> {
  /** One character: the keyboard shortcut. */
  key: string;
}

export interface NewDataset {
  id: string;
  name: string;
  type: DatasetType;
  owner: string;
  tags: readonly NewTag[];
  /** Identifies the creating request across its attempts; null without a key. */
  request: string | null;
}

/** A deleted dataset. `until`: Unix milliseconds of its final deletion. */
export interface DeletedDataset extends Membership {
  id: string;
  name: string;
  until: number;
}

export type ListedRecord = Dataset & { until: number | null };

/** The records that a person may see, or all of them for those who see all. */
export interface Seeing {
  uid: string;
  all: boolean;
}

/** @param after id of the last record of the page before; null for the first page */
export interface ListPage {
  limit: number;
  after: string | null;
}

/** In the order of the ids. Of the members, only the one who asks is read. `next`: null if this is the last page. */
export interface Listing<T> {
  records: T[];
  next: string | null;
}

/** Dataset records, including deleted ones, which `Datasets` does not find. */
/** What is left out stays as it is. */
export interface DatasetChange extends Settings<typeof datasetRecord> {
  type?: DatasetType | undefined;
  suggest?: Embedder | undefined;
  detector?: string | undefined;
  retention?: { unlabelled?: number | null | undefined; rejected?: number | undefined } | undefined;
}

export interface DatasetRecords {
  create(dataset: NewDataset): Promise<Made>;
  /**
   * Datasets of which the person is owner or member, and their own deleted ones. A page ends before its limit if its tags are very
   * many.
   */
  list(seeing: Seeing, page: ListPage & { tags: boolean }): Promise<Listing<ListedRecord>>;
  findDeleted(id: string): Promise<DeletedDataset | null>;
  /** False: it has images, so its type cannot change. Null: it is gone. @throws what `permit` throws */
  change(id: string, change: DatasetChange, permit: Permit): Promise<boolean | null>;
  /** Works for a deleted one too. False: the name does not match. Null: it is gone. @throws what `permit` throws */
  delete(id: string, deletion: Deletion, permit: Permit): Promise<DeletedDataset | false | null>;
  /** False: its final deletion has started, or it is gone. @throws what `permit` throws */
  restore(id: string, now: number, permit: Permit): Promise<boolean>;
  /** Those whose unlabelled images do not stay (Contract 20). */
  retaining(): Promise<Dataset[]>;
  /** Ids of datasets to delete for good now. */
  due(now: number): Promise<string[]>;
  /** Called first: from now on it cannot be restored. False: it is not deleted, or not due yet. */
  beginPurge(id: string, now: number): Promise<boolean>;
  /** Deletes some of its image records and their detections; false if there are none left. */
  purgeImages(id: string): Promise<boolean>;
  /** Deletes some of the other documents below its record; false if there are none left. */
  purgeBelow(id: string): Promise<boolean>;
  /** Called last. */
  endPurge(id: string): Promise<void>;
}

/** Times in Unix milliseconds. */
export interface Deletion {
  confirm: string;
  at: number;
  until: number;
}

/** A dataset that is named for a monitor's frames, and the right that the caller needs in it. */
export interface Target {
  id: string;
  permit: Permit;
}

/** The dataset is gone, or admits as many monitors as it may. */
export type NoTarget = 'no dataset' | 'full';

export interface NewMonitor {
  id: string;
  name: string;
  owner: string;
  /** The default dataset, which admits it in the same commit. */
  dataset: Target | null;
  review: number;
  request: string | null;
}

/** Fields that are undefined do not change. */
export interface MonitorChange {
  name?: string | undefined;
  dataset?: Target | null | undefined;
  review?: number | undefined;
  expected?: number | null | undefined;
}

/** Monitor records. */
export interface MonitorRecords {
  /** Device keys of an earlier, deleted monitor with the same id do not become valid again. */
  create(monitor: NewMonitor): Promise<Made | NoTarget>;
  /** Monitors of which the person is owner or member. */
  list(seeing: Seeing, page: ListPage): Promise<Listing<Monitor>>;
  /**
   * A dataset that is named admits the monitor in the same commit, unless it does already. Null: the monitor is gone.
   * @throws what the permits throw
   */
  change(id: string, fields: MonitorChange, permit: Permit): Promise<true | NoTarget | null>;
  /**
   * Numbers a command for its camera (Contract 19), and notes it in the running session. Null: the monitor is gone.
   * @throws what `permit` throws
   */
  command(id: string, command: Omit<Command, 'id'>, permit: Permit): Promise<number | null>;
  /** Deletes its keys, hooks and invitations too. False: it is running. Null: it is gone. @throws what `permit` throws */
  delete(id: string, permit: Permit): Promise<boolean | null>;
  /** What is below a deleted one. Called again after each write, in case its deletion was cut. */
  purgeBelow(id: string): Promise<void>;
}

/** Objects in a folder. */
export interface Folders {
  /** All objects with this prefix; `updated` in Unix milliseconds. */
  list(prefix: string): AsyncIterable<{ name: string; updated: number }>;
  /** Deletes all objects with this prefix. False: some were left at `end` (Unix milliseconds). */
  empty(prefix: string, end: number): Promise<boolean>;
}

/** Which monitors a dataset admits (Contract 8). The grants are in `Dataset.monitors`. */
export interface MonitorGrants {
  /**
   * Makes the caller, or the owner for an administrator, answer for the grant, also where there is one already; only where there
   * is none, the caller needs a right in the monitor too. Null: the dataset is gone.
   * @throws what the permits throw
   */
  admit(
    dataset: string,
    monitor: string,
    permits: Record<'dataset' | 'monitor', Permit>,
  ): Promise<'done' | 'too many' | 'no monitor' | null>;
  /** For a right in the dataset. Null: the dataset is gone. @throws what `permit` throws */
  end(dataset: string, monitor: string, permit: Permit): Promise<true | null>;
  /** For a right in the monitor. @throws what `permit` throws */
  leave(dataset: string, monitor: string, permit: Permit): Promise<void>;
  /** Called after a monitor was deleted. */
  endAll(monitor: string): Promise<void>;
  /** Ids of the datasets that have a grant for the monitor, whether or not it counts. */
  datasetsOf(monitor: string): Promise<string[]>;
}
