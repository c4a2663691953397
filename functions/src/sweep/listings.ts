/** What a sweep reads. Everything comes in pages, so that any number of records fits. */
import type { Counts } from '../common/counters/counter-change.ts';
import type { Dataset, Grant, ImageRecord, Monitor } from '../common/model.ts';
import type { Tombstone } from '../common/ports.ts';

export interface ListedObject {
  name: string;
  /** Unix milliseconds of the last write. */
  updated: number;
}

export interface ListedSession {
  id: string;
  /** False while it runs: its total is counted when it ends. */
  isEnded: boolean;
  total: number;
}

/** The part of the Realtime Database's `monitor/{id}` that follows from the records. */
export interface Live {
  status: boolean;
  session: string;
  /** Null if there is none. */
  totalCounter: number | null;
  /** Id of the image that is shown, `''` for none. */
  image: string;
}

export interface Listings {
  /** In the byte order of their names. */
  objects(prefix: string): AsyncIterable<ListedObject>;
  /** Records whose URI has this prefix, in the byte order of their URIs. */
  imagesByUri(prefix: string): AsyncIterable<ImageRecord>;
  /** Marks an image, or takes the mark back, unless it is gone. */
  markLost(image: string, isLost: boolean): Promise<unknown>;
  /** Names of buckets, except this one, that image records name. */
  otherBuckets(own: string): AsyncIterable<string>;
  /** Pages of ids of images that have cached detections. */
  detections(): AsyncIterable<readonly string[]>;
  removeDetection(image: string): Promise<unknown>;
  /** Which of these ids have no image record. */
  withoutImage(ids: readonly string[]): Promise<string[]>;
  /** Tombstones from before this moment, in Unix milliseconds. */
  tombstones(before: number): AsyncIterable<Tombstone>;
  sessions(): AsyncIterable<ListedSession>;
  datasets(): AsyncIterable<Dataset>;
  /**
   * The sum of a dataset's counter parts, with the groups of its timeline, published or not. Null if it was never counted.
   */
  counted(dataset: string): Promise<Counts | null>;
  /** What the dataset and its tags show, without groups. Null if the dataset is gone. */
  shown(dataset: string): Promise<Counts | null>;
  /** Those of an earlier version, which do not say which monitors they admit. */
  datasetsWithoutGrants(): AsyncIterable<Dataset>;
  /** Unless the dataset has grants by now. */
  saveGrants(dataset: string, grants: Readonly<Record<string, Grant>>): Promise<unknown>;
  /** Ids of monitors with live keys, each once. */
  monitorsWithKeys(): AsyncIterable<string>;
  monitors(): AsyncIterable<Monitor>;
  live(monitor: string): Promise<Live>;
  /** Pages of ids of monitors that have a live state. */
  liveIds(): AsyncIterable<readonly string[]>;
  /** Which of these ids have no monitor record. */
  withoutMonitor(ids: readonly string[]): Promise<string[]>;
}
