/** Ports: what operations need from outside, by capability. Adapters are in `adapters/`; only wiring chooses them. */

import type { Readable } from 'node:stream';
import type { Annotation } from '../../../packages/records/src/image.ts';
import type { SetType } from '../../../packages/records/src/lists.ts';
import type { Guard } from './jobs/kind.ts';
import type { Dataset, ImageRecord, Membership, Monitor, Tag } from './model.ts';
import type { MergedTags } from './records/rename-tags.ts';
import type { VectorState } from './records/vector-ports.ts';

/** Dates of the earliest and the latest frame, Unix milliseconds. */
export interface DateRange {
  first: number;
  last: number;
}

/** A session that frames name. `uid`: who sends them, `''` for a device. */
export interface SentSession {
  id: string;
  monitor: string;
  uid: string;
}

/** Sessions and the running state, which change together (Contract 6). */
export interface Sessions {
  /**
   * Creates the session record and marks the monitor as running; a named session's record may stand already (Contract 10).
   * False: the monitor, or that record, changed since it was read. `foreign`: the record is another monitor's.
   */
  begin(
    monitor: Monitor,
    session: { id: string; uid: string; start: number; isNamed: boolean },
  ): Promise<boolean | 'foreign'>;
  /**
   * Records the end and marks the monitor as stopped. False: the monitor changed since it was read.
   * @param numbers of the device's own, which stay in the session's `flow`
   */
  end(monitor: Monitor, stop: number, numbers?: Readonly<Record<string, number>>): Promise<boolean>;
  /** Counts the image records of a running session. */
  count(session: string): Promise<number>;
  /** Frames of a session that arrived in the last minute. */
  countMinute(session: string): Promise<number>;
  /**
   * Counts an ended session and writes total and flow (Contract 19) to its record, and to that of a named one also its start and stop; may be
   * repeated at any time, also concurrently.
   */
  settle(session: string): Promise<number>;
  /**
   * Frames between these dates belong to a named session (Contract 10): creates its record, or widens it, and marks it for
   * settling. False: it belongs to another monitor.
   * @param now Unix milliseconds
   */
  widen(session: SentSession, range: DateRange, now: number): Promise<boolean>;
  /** Ids of some sessions that are marked. */
  dirty(): Promise<string[]>;
  /** Called after settling a marked one: removes the mark, unless it was set shortly before `began` (Unix milliseconds). */
  clean(session: string, began: number): Promise<void>;
  /** Ids of the datasets that hold images of a session. */
  datasets(session: string): Promise<string[]>;
}

/** Dataset records and their tags. */
export interface Datasets {
  find(id: string): Promise<Dataset | null>;
  /** True for a tag document, and for a tag that is only in the dataset's list (Contract 2). */
  hasTag(dataset: Dataset, tag: string): Promise<boolean>;
  /**
   * What a tag is called for now: itself, or the one that it was merged into; null where it was taken from its images.
   * Undefined: there is no such tag.
   */
  resolveTag(dataset: Dataset, tag: string): Promise<string | null | undefined>;
  /** All tags: first those of the list, in its order. A tag's document, if there is one, overrides the list (Contract 2). */
  tags(dataset: Dataset): Promise<Tag[]>;
  /** The same as of a moment, by default now, with the tags whose images may still name them. */
  tagsAt(dataset: string, moment?: unknown): Promise<TagsAt>;
}

/** `moment` is opaque to operations: `ImageLists` reads images as of the same moment. */
export interface TagsAt {
  tags: Tag[];
  merged: MergedTags;
  moment: unknown;
  /** What there was of the dataset's vectors; absent where suggestions were off. */
  vectors?: VectorState;
}

/** New annotations of an image. */
export interface TagsChange {
  tags: readonly Annotation[];
  /** Only if this is the image's revision. An earlier attempt that made this change counts as success. */
  seen: number | undefined;
  /** A person has made them, who has judged the image by that. */
  isPerson: boolean;
}

/** Image records. Every change moves the dataset's counters in the same commit. */
export interface Images {
  find(id: string): Promise<ImageRecord | null>;
  /**
   * Durable when it returns. `known`: a record with this id already exists, and nothing was changed; `trashed`: it is in
   * the dataset's trash.
   * @param isResent its object already existed: only such a frame can be in the trash
   * @param guard of the job that brings it
   * @throws JobLost
   */
  add(
    record: ImageRecord,
    thumbnail: Buffer,
    isResent: boolean,
    guard?: Guard,
  ): Promise<'added' | 'known' | 'trashed'>;
  /**
   * Replaces the annotations of an image, and changes counters by the difference. `tagsContained` follows. Null: the image
   * is gone.
   * @throws HttpError `tags changed` for another revision
   */
  replaceTags(id: string, change: TagsChange): Promise<ImageRecord | null>;
  /**
   * Records with this URI, then those that claim this encoded path (Contract 5): a few at most. The caller checks the
   * claim.
   */
  findByPath(encoded: string, uri: string | null): Promise<ImageRecord[]>;
  /**
   * Deletes a record and its detections, subtracts it from the counters and leaves a tombstone, all in one commit.
   * @returns the record as it was then; null if it was already gone
   */
  remove(id: string): Promise<ImageRecord | null>;
}

/** An image whose record is deleted, while what is derived from it may not show that yet. */
export interface Tombstone {
  image: string;
  dataset: string;
  monitor: string | null;
  /** `''` if no session counted the image. */
  session: string;
}

/** Tombstones that are not finished. `Images.remove` makes them. */
export interface Tombstones {
  /** By the encoded path of the image (Contract 5). */
  find(encoded: string): Promise<Tombstone | null>;
  /** Called when everything is done. */
  done(images: readonly string[]): Promise<void>;
}

/** Many image records, always without thumbnails. Pages hold up to 1,000 and show the records as they were at one moment. */
export interface ImageLists {
  /**
   * All records of a dataset, in the order of their ids; those that name it by a path string follow in an order of their
   * own.
   * @param fields the ones to read; others are empty
   * @param moment of a version: the records as they were then; the time of the first page unless given. A moment that is
   *   more than an hour ago fails
   * @param after an image id: only later ones, and all that name the dataset by a path string
   */
  ofDataset(
    dataset: string,
    fields: readonly (keyof ImageRecord)[],
    moment?: unknown,
    after?: string,
  ): AsyncIterable<readonly ImageRecord[]>;
  /** Records whose `tagsContained` has the tag, in the order of their ids, after the image `after` if it is given. */
  ofTag(dataset: string, tag: string, after: string | null): AsyncIterable<readonly ImageRecord[]>;
  /**
   * Those that exist, in any dataset and in the order of the ids. All ids must be `isId`. Reads a little ahead of its
   * consumer.
   * @param fields the ones to read; others are empty
   */
  byIds(
    ids: readonly string[],
    fields: readonly (keyof ImageRecord)[],
  ): AsyncIterable<readonly ImageRecord[]>;
  /** Those that exist, in any dataset and any order. */
  byUris(uris: readonly string[]): Promise<ImageRecord[]>;
  /** Gives each image its set, unless it already has TRAIN, TEST, VALIDATION or REVIEW, or is gone. */
  assignSets(sets: Iterable<readonly [image: string, set: SetType]>): Promise<void>;
}

export type OneOrMore<T> = T | readonly T[];

/** Filters for the images of a dataset, combined with AND; of several values, any. Times are Unix milliseconds, both included. */
export interface ImageFilter {
  tag?: OneOrMore<string> | undefined;
  set?: OneOrMore<SetType> | undefined;
  /** Session id, or the timeline's group of a day. */
  session?: string | undefined;
  monitor?: OneOrMore<string> | undefined;
  labelled?: boolean | undefined;
  checked?: boolean | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

/** The last image of a page. `date` as in the record: a number, or seconds and nanoseconds. */
export interface PagePlace {
  date: number | readonly [seconds: number, nanoseconds: number];
  id: string;
}

interface PageOptions {
  limit: number;
  after: PagePlace | null;
  thumbnails: boolean;
  fields?: readonly (keyof ImageRecord)[];
  moment?: number;
}

/** Images of a dataset, newest first by date, then by id. */
export interface ImagePages {
  /**
   * Reads the limit and one image more. Images added meanwhile do not shift the pages.
   * @param options `fields` to read, beside `dataset` and `date`: all unless given; `moment`: Unix milliseconds of the last
   *   hour at which the images are read
   */
  page(
    dataset: string,
    filter: ImageFilter,
    options: PageOptions,
  ): Promise<{ images: { record: ImageRecord; thumbnail: Buffer | null }[]; next: PagePlace | null }>;
  /** How many images come after this one; null: all of them. */
  count(dataset: string, filter: ImageFilter, after: PagePlace | null): Promise<number>;
}

/** Counters on dataset and tag documents. */
export interface Counters {
  /** Publishes the current counters; a dataset that was never counted is recounted. */
  publish(dataset: string): Promise<void>;
  /**
   * The same, unless another process has done so since this one last looked, so that the dataset is written once per
   * interval, however many processes count. The timeline follows at a slower pace.
   * @returns milliseconds after which to ask again even without a change; 0 if everything is published
   */
  publishInTurn(dataset: string): Promise<number>;
  /** Recounts everything from the image records. */
  recount(dataset: string): Promise<void>;
  /** Ids of datasets whose counters changed after `since` (Unix milliseconds). */
  movedSince(since: number): Promise<string[]>;
}

/** `people` of records (Contract 9): a copy of `owner` and `members` with which rules can prove a query. */
export interface People {
  /** Called after a record was written; updates the copy. @returns the people of the record; null if it is gone */
  keepOfDataset(id: string): Promise<Membership | null>;
  keepOfMonitor(id: string): Promise<Membership | null>;
}

/** Size in bytes and generation of an object. */
export interface ObjectStat {
  size: number;
  generation: string;
}

/** Objects of the default bucket. */
export interface Objects {
  /**
   * Writes an object that is never overwritten.
   * @returns false: one with this name already exists; it is kept, and counts as written
   */
  put(name: string, bytes: Buffer, contentType: string): Promise<boolean>;
  /** Size in bytes and generation; null if there is no object. */
  stat(name: string): Promise<ObjectStat | null>;
  /**
   * Streams the bytes, of one generation if given. The stream fails with code 404 if there is no object, with 412 if it has
   * another generation.
   */
  read(name: string, generation?: string): Readable;
  /**
   * Writes an object of any size from a stream. It appears under its name once it is complete, or not at all. False:
   * an object with other bytes has the name and was kept.
   * @param fileName name for downloads
   */
  write(
    name: string,
    source: Readable,
    about: { contentType: string; fileName?: string; signal?: AbortSignal },
  ): Promise<boolean>;
  /** Of those that exist. */
  stats(names: Iterable<string>): Promise<Map<string, ObjectStat>>;
  /** A URL that serves the object to anyone who has it, for this many seconds. */
  link(name: string, seconds: number): Promise<string>;
  /** Makes many such URLs without a call to a service; null if the deployment has no key for it. */
  links(seconds: number): ((name: string) => string) | null;
  /** Deletes an object, of one generation if given; deleting a missing one is not an error. */
  remove(name: string, generation?: string): Promise<void>;
  /** `gs://` URI of an object. */
  uri(name: string): string;
  /** Name of the object of a `gs://` URI; null if it is not in our bucket. */
  nameOf(uri: string): string | null;
}
