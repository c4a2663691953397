/** What a sweep goes through. Everything comes in pages, so that no number of records is too large. */
import type { Counts } from '../common/counter-change.ts';
import type { Dataset, ImageRecord, Monitor } from '../common/model.ts';
import type { Removal } from '../common/ports.ts';

export interface ListedObject {
  name: string;
  /** Unix milliseconds of the last write. */
  updated: number;
}

export interface ListedSession {
  id: string;
  /** False while it runs: its total is counted at its end. */
  isEnded: boolean;
  total: number;
}

/** The Realtime Database's `monitor/{id}`, as far as records tell what it must be. */
export interface Live {
  status: boolean;
  session: string;
  /** Null where there is none. */
  totalCounter: number | null;
  /** Id of the image shown, `''` for none. */
  image: string;
}

export interface Listings {
  /** In the byte order of their names. */
  objects(prefix: string): AsyncIterable<ListedObject>;
  /** Records whose uri begins so, in the byte order of their uris. */
  imagesByUri(prefix: string): AsyncIterable<ImageRecord>;
  /** Pages of ids of images that something was detected in. */
  detections(): AsyncIterable<readonly string[]>;
  removeDetection(image: string): Promise<unknown>;
  /** Which of these ids have no image record. */
  withoutImage(ids: readonly string[]): Promise<string[]>;
  /** Those begun before this moment, in Unix milliseconds. */
  removals(before: number): AsyncIterable<Removal>;
  sessions(): AsyncIterable<ListedSession>;
  datasets(): AsyncIterable<Dataset>;
  /**
   * The sum of a dataset's counter parts: what was counted, whether it is shown yet or not. Null where its counters were
   * never made.
   */
  counted(dataset: string): Promise<Counts | null>;
  monitors(): AsyncIterable<Monitor>;
  live(monitor: string): Promise<Live>;
  /** Pages of ids of monitors that have a live state. */
  liveIds(): AsyncIterable<readonly string[]>;
  /** Which of these ids have no monitor record. */
  withoutMonitor(ids: readonly string[]): Promise<string[]>;
  removeLive(monitor: string): Promise<unknown>;
}
