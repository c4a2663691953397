/** What operations need of the world, by capability. Adapters stand in `adapters/`; only wiring picks them. */
import type { Readable } from 'node:stream';
import type { Annotation, Dataset, ImageRecord, Monitor, SetType, Tag } from './model.ts';

/** Monitor records. */
export interface Monitors {
  /** Called first by every monitor route; null when there is none. */
  find(id: string): Promise<Monitor | null>;
  /** Called every minute: ids of those whose session runs. */
  running(): AsyncIterable<string>;
}

/** Sessions and the running state, which change together (Contract 6). */
export interface Sessions {
  /** Creates the session record and marks the monitor running. False: the monitor changed since it was read. */
  begin(monitor: Monitor, session: { id: string; uid: string; start: number }): Promise<boolean>;
  /** Records the end and marks the monitor stopped. False: the monitor changed since it was read. */
  end(monitor: Monitor, stop: number): Promise<boolean>;
  /** Counts the image records of a running session. */
  count(session: string): Promise<number>;
  /** Counts an ended session and writes the total onto its record; safe at any time, also at once. */
  settle(session: string): Promise<number>;
  /** Ids of the datasets that hold images of a session. */
  datasets(session: string): Promise<string[]>;
}

/** Dataset records and their tags. */
export interface Datasets {
  find(id: string): Promise<Dataset | null>;
  /** True for a tag document, and for a tag that is only in the dataset's list (Contract 2). */
  hasTag(dataset: Dataset, tag: string): Promise<boolean>;
  /** All tags: those in the list first, in its order. What their documents say counts, as far as there are any (Contract 2). */
  tags(dataset: Dataset): Promise<Tag[]>;
}

/** Image records. Whatever changes one moves the dataset's counters in the same commit. */
export interface Images {
  find(id: string): Promise<ImageRecord | null>;
  /** Durable when it returns. `known`: a record of this id stands already, and nothing was changed. */
  add(record: ImageRecord, thumbnail: Buffer): Promise<'added' | 'known'>;
  /**
   * Replaces the annotations of an image, moving counters by the difference.
   * `tagsContained` follows. Null: the image is gone.
   */
  replaceTags(id: string, tags: readonly Annotation[]): Promise<ImageRecord | null>;
  /**
   * Records with this uri, then those that say they have this encoded path (Contract 5): a few at the most.
   * Whether they say so rightly is for the caller to see.
   */
  findByPath(encoded: string, uri: string | null): Promise<ImageRecord[]>;
  /**
   * Removes a record and what was detected in the image, takes it off the counters and leaves a `Removal`, all in one
   * commit; false where it was gone already.
   */
  remove(id: string): Promise<boolean>;
}

/** An image whose record is gone, while what is derived from it may not show that yet. */
export interface Removal {
  image: string;
  dataset: string;
  monitor: string | null;
  /** `''` where no session counted the image. */
  session: string;
}

/** Removals that nobody has finished yet. `Images.remove` makes them. */
export interface Removals {
  /** By the encoded path that the image had (Contract 5). */
  find(encoded: string): Promise<Removal | null>;
  /** Called when all is done. */
  done(image: string): Promise<void>;
}

/** Many image records, always without thumbnails. Pages hold up to 1,000 and show the records as they were at one moment. */
export interface ImageLists {
  /**
   * All records of a dataset, in the order of their ids.
   * @param fields the ones wanted: others are empty
   */
  ofDataset(dataset: string, fields: readonly (keyof ImageRecord)[]): AsyncIterable<readonly ImageRecord[]>;
  /** Those whose `tagsContained` has the tag, in the order of their ids, after the image `after` when one is given. */
  ofTag(dataset: string, tag: string, after: string | null): AsyncIterable<readonly ImageRecord[]>;
  /**
   * Those that stand, whatever their dataset, in no order. All ids must be `isId`.
   * @param fields the ones wanted: others are empty
   */
  byIds(ids: readonly string[], fields: readonly (keyof ImageRecord)[]): Promise<ImageRecord[]>;
  /** Those that stand, whatever their dataset, in no order. */
  byUris(uris: readonly string[]): Promise<ImageRecord[]>;
  /** Gives each image its set unless it has one of TRAIN, TEST, VALIDATION and REVIEW by now, or is gone. */
  assignSets(sets: Iterable<readonly [image: string, set: SetType]>): Promise<void>;
}

/** Counters shown on dataset and tag documents. */
export interface Counters {
  /** Brings them up to date; a dataset whose counters were never made gets them by a recount. */
  publish(dataset: string): Promise<void>;
  /**
   * The same, unless another process has done so since this one last looked: then it is false, and to be asked again. So
   * the dataset is written once in an interval, however many processes count.
   */
  publishInTurn(dataset: string): Promise<boolean>;
  /** Counts everything anew from the image records. */
  recount(dataset: string): Promise<void>;
  /** Ids of datasets whose counters moved after `since` (Unix milliseconds). */
  movedSince(since: number): Promise<string[]>;
}

export interface Frame {
  id: string;
  date: number;
  /** WebP. */
  thumbnail: Buffer;
}

/** The Realtime Database's `monitor/{id}` (Spec 2.7). Always derived: whoever writes it has read the records before. */
export interface LiveState {
  /** A session began: everything is set anew, counters at zero. */
  start(monitor: Monitor, session: string): Promise<void>;
  /** A session runs: its count, and the latest frame when there is a newer one. */
  show(monitor: string, session: string, total: number, frame: Frame | null): Promise<void>;
  /** An image is gone: where it is the one shown, it is shown no longer. */
  forget(monitor: string, image: string): Promise<void>;
  /** The session ended: status false, session empty, training false, the final count, a late frame. */
  stop(monitor: string, total: number | null, frame: Frame | null): Promise<void>;
}

/** Objects of the default bucket. */
export interface Objects {
  /** Writes an object that is never overwritten; one that stands already under this name is left and counts as written. */
  put(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Size in bytes and generation; null where there is no object. */
  stat(name: string): Promise<{ size: number; generation: string } | null>;
  /**
   * The bytes as they come, of one generation if given. The stream fails with code 404 where there is no object, with
   * 412 where it has another generation.
   */
  read(name: string, generation?: string): Readable;
  /**
   * Writes an object of any size as its bytes come. It stands under its name when all of it is there, else not at all.
   * False: another object has the name; it was left as it is.
   * @param fileName what a download is to be called
   */
  write(
    name: string,
    source: Readable,
    about: { contentType: string; fileName?: string; signal?: AbortSignal },
  ): Promise<boolean>;
  /** Sizes in bytes of those of the objects that there are. */
  sizes(names: Iterable<string>): Promise<Map<string, number>>;
  /** An address that serves the object to whoever has it, for so many seconds. */
  link(name: string, seconds: number): Promise<string>;
  /** Removes an object; one that is gone already is removed too. */
  remove(name: string): Promise<void>;
  /** `gs://` uri of an object. */
  uri(name: string): string;
  /** Name of the object of a `gs://` uri; null where it is not in our bucket. */
  nameOf(uri: string): string | null;
}

/** An object found in an image: [x, y, w, h] of its box, normalized 0-1, top-left first (Spec 4.2). */
export interface Detection {
  bbox: [number, number, number, number];
  class: string;
  score: number;
}

/** Object detection by an outside service. */
export interface Vision {
  /**
   * Called once for each version of an image's bytes.
   * @param until Unix milliseconds by which it has answered or failed
   * @throws Refusal rows of detection; `file not found` when the object went meanwhile
   */
  locate(object: string, until: number): Promise<Detection[]>;
}

/** What was detected, kept for as long as the bytes stay the same. */
export interface Detections {
  find(image: string, generation: string): Promise<Detection[] | null>;
  /** Keeps nothing where the image's record is gone. */
  keep(image: string, generation: string, found: readonly Detection[]): Promise<void>;
}

/** Device keys of cameras (Contract 8). */
export interface DeviceKeys {
  /** True when the monitor has this live key. `keyHash`: hexadecimal SHA-256. */
  holds(monitor: string, keyHash: string): Promise<boolean>;
}
