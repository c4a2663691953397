/** Ports for creating, changing and deleting tags (Contract 9). Adapters are in `adapters/`. */
import type { WriteBatch } from 'firebase-admin/firestore';
import type { NewTag } from './record-ports.ts';

export interface TagChange {
  name?: string | undefined;
  color?: string | undefined;
  key?: string | undefined;
  order?: number | undefined;
  unclassified?: boolean | undefined;
  bad?: boolean | undefined;
}

/** Number of uses of a tag; `trashed`: images in the trash. */
export interface TagUses {
  images: number;
  annotations: number;
  trashed: number;
}

/** A deleted tag whose images are still being moved. */
export interface Merge {
  dataset: string;
  tag: string;
}

export interface TagRecords {
  /** `known`: an earlier attempt of the same request created it. Null: the dataset is gone. */
  create(
    dataset: string,
    tag: NewTag & { order: number | undefined; request: string | null },
  ): Promise<'made' | 'known' | 'name taken' | 'too many' | null>;
  /** Null: the tag does not exist. */
  change(dataset: string, tag: string, fields: TagChange): Promise<'changed' | 'name taken' | null>;
  uses(dataset: string, tag: string): Promise<TagUses>;
  /**
   * Removes the tag from the dataset: from now on its name means `into`, or no tag if that is null. `moveImages` changes the
   * images. Null: the tag does not exist, or was merged into another one. `too many`: as many of the dataset are open as may be.
   * @param into undefined: no tag, and no image is to lose a label by it
   */
  beginMerge(
    dataset: string,
    tag: string,
    into: string | null | undefined,
  ): Promise<'begun' | 'into missing' | 'too many' | null>;
  /** Whether an image has the tag, or one in the trash. */
  isUsed(merge: Merge): Promise<boolean>;
  /**
   * Changes some of the images, including those in the trash, and the counters. `in use`: the tag was to be deleted only if no
   * image has it. An image has got it meanwhile, so the tag is back.
   * @returns how many; 0 if there are none left
   */
  moveImages(merge: Merge): Promise<number | 'in use'>;
  /** The job that moved its images last; null if there was none, or no such merge. */
  jobOf(merge: Merge): Promise<number | null>;
  /** Adds to the commit that makes a job that it moves them. */
  beginMoving(batch: WriteBatch, merge: Merge, job: number): void;
  /** Some of the merges that may have images left: a request that was running when the merge began may have stored some. */
  dueMerges(now: number): Promise<Merge[]>;
  /** The merge is not due until then. */
  postpone(merge: Merge, until: number): Promise<void>;
  /** Called if no image is left. The merge stays open, and becomes due again, for as long as a running request may add one. */
  closeMerge(merge: Merge, now: number): Promise<void>;
}
