/** Ports for versions of a dataset (Contract 11). Adapters are in `adapters/`. */

import type { WriteBatch } from 'firebase-admin/firestore';
import type { DatasetType, VersionState } from '../../../../packages/records/src/lists.ts';
import type { VersionCounts, VersionTag } from '../../../../packages/records/src/version-counts.ts';
import type { Beside } from '../jobs/job.ts';
import type { ImageFilter } from '../ports.ts';

export const CHOICES = ['include', 'exclude'] as const;
export type Choice = (typeof CHOICES)[number];

/** The parameters of a version. Together with the records they determine the manifest. */
export interface VersionParameters {
  type: DatasetType;
  /** Shares in percent; the remainder is for training. */
  test: number;
  validation: number;
  group: 'burst' | 'minute' | 'session' | 'image';
  /** The assigned sets are written to the records. */
  save: boolean;
  /** Tag id to class name; null leaves the tag out. Has only tags that the request named. */
  tagmap: Record<string, string | null>;
  filter: ImageFilter;
  /** Annotations of models that no person has accepted. Absent in versions of before, which include them. */
  inference?: Choice;
  /** Images without any label that nobody has checked. Absent in versions of before, which include them. */
  unchecked?: Choice;
  /** All tags, in the order of the dataset. */
  tags: VersionTag[];
}

export interface Version {
  number: number;
  name: string;
  note: string;
  /** uid of the person who created it, `''` if unknown. */
  by: string;
  /** Unix milliseconds. */
  createdAt: number;
  state: VersionState;
  /** SHA-256 of the manifest, hexadecimal; `''` unless ready. */
  hash: string;
  /** Null unless ready. */
  counts: VersionCounts | null;
  parameters: VersionParameters;
  /** Why it failed; `''` otherwise. */
  reason: string;
  /** Opaque to operations: the time of the records that it contains, which is that of its creation. */
  moment: unknown;
}

export type NewVersion = Pick<Version, 'name' | 'note' | 'by' | 'parameters'>;

/** `dataset/{id}/version/{number}`. */
export interface Versions {
  /** Creates the next version in the state `building`, with the job that builds it. @returns its number */
  create(dataset: string, version: NewVersion, batch: WriteBatch): Promise<number>;
  /** `latest`: the ready version with the highest number. */
  find(dataset: string, number: number | 'latest'): Promise<Version | null>;
  /** Highest number first, below `after` if it is given. */
  page(dataset: string, options: { limit: number; after: number | null }): Promise<Version[]>;
  /**
   * What the end of its job makes of a version that is being built: it is ready, has failed, or is gone.
   * @param made `tags`: those of the version's moment
   */
  finish(
    dataset: string,
    number: number,
    made: { hash: string; counts: VersionCounts; tags: readonly VersionTag[] },
  ): Beside;
  fail(dataset: string, number: number, reason: string): Beside;
  remove(dataset: string, number: number): Beside;
  /** True if the dataset has a version in any state: objects that it may name must stay. */
  any(dataset: string): Promise<boolean>;
}

/** Name of the object with a version's lines: the same content has the same name. */
export const manifestName = (dataset: string, hash: string): string =>
  `dataset/${dataset}/version/${hash}.ndjson`;
