import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Blob, BlobWriter } from './blob.ts';
import { Bucket } from './bucket.ts';
import { noSuchBucket, noSuchObject } from './errors.ts';
import { type Entry, Journal } from './journal.ts';
import type { StoredObject } from './object.ts';
import { type Conditions, requireConditions } from './preconditions.ts';
import { WaitingFiles } from './waiting-files.ts';

/** What the caller sets on a new generation. */
export type Draft = Pick<StoredObject, 'bucket' | 'name' | 'settings'> &
  Partial<Pick<StoredObject, 'metadata' | 'componentCount'>>;

export interface StoreOptions {
  clock?: () => number;
  /**
   * For a store that is saved together with others. A restored save must find the objects that its records name, so `save`
   * is the last complete save, and what was removed since it began exists again. Files are deleted with the next save.
   */
  savedTogether?: { save?: string };
}

/**
 * Buckets and objects in memory, their bytes in files `blobs/<id>`, their records in `journal.jsonl`. A file is never
 * overwritten: a new generation is a new file, so that readers of the old one are not affected.
 */
export class Store {
  readonly #directory: string;
  readonly #clock: () => number;
  readonly #buckets = new Map<string, Bucket>();
  readonly #journal: Journal;
  /** Number of changes so far. */
  changes = 0;
  #lastGeneration = 0;
  /** Files to delete with the next save. */
  readonly #waiting: WaitingFiles | undefined;
  /** Files being deleted; only `close` waits for them. */
  readonly #dropping = new Set<Promise<void>>();

  constructor(directory: string, { clock = Date.now, savedTogether }: StoreOptions = {}) {
    this.#directory = directory;
    this.#clock = clock;
    this.#waiting = savedTogether && new WaitingFiles();
    rmSync(join(directory, 'temp'), { recursive: true, force: true });
    for (const folder of ['temp', 'blobs']) mkdirSync(join(directory, folder), { recursive: true });
    const path = join(directory, 'journal.jsonl');
    for (const entry of withoutLaterRemovals(Journal.read(path), savedTogether?.save)) this.#apply(entry);
    this.#sweep();
    this.#journal = Journal.start(path, this.#entries(savedTogether?.save));
  }

  /** Objects removed from now on are kept until `commitSave` of the next save. */
  beginSave(save: string): void {
    this.#record({ save });
    this.#waiting?.begin(save);
  }

  /** The save is complete: what was removed before it began can be deleted. */
  commitSave(save: string): void {
    for (const path of this.#waiting?.commit(save) ?? []) this.#unlink(path);
  }

  buckets(): Bucket[] {
    return [...this.#buckets.values()];
  }

  /** Creates the bucket unless it exists. */
  bucket(id: string): Bucket {
    if (!this.#buckets.has(id)) this.#record({ bucket: id });
    return this.#buckets.get(id)!;
  }

  /** @throws 404 */
  requireBucket(id: string): Bucket {
    const bucket = this.#buckets.get(id);
    if (!bucket) throw noSuchBucket();
    return bucket;
  }

  /** The bucket must be empty. */
  removeBucket(id: string): void {
    this.#record({ removeBucket: id });
  }

  find(bucket: string, name: string): StoredObject | undefined {
    return this.#buckets.get(bucket)?.find(name);
  }

  /** @throws 404 if it does not exist or has another generation than requested */
  require(bucket: string, name: string, generation?: string | number | null): StoredObject {
    const object = this.requireBucket(bucket).find(name);
    if (!object || (generation && String(generation) !== String(object.generation)))
      throw noSuchObject(bucket, name);
    return object;
  }

  blobPath(object: StoredObject): string {
    return join(this.#directory, 'blobs', object.blob);
  }

  tempPath(): string {
    return join(this.#directory, 'temp', randomUUID());
  }

  newBlob(): BlobWriter {
    return new BlobWriter(this.tempPath());
  }

  /** Creates a new generation with the bytes of `blob`. @throws 412 */
  insert(draft: Draft, blob: Blob, conditions: Conditions = {}): StoredObject {
    this.requireBucket(draft.bucket);
    requireConditions(conditions, this.find(draft.bucket, draft.name));
    const now = new Date(this.#clock()).toISOString();
    const { path, ...sums } = blob;
    const generation = this.#nextGeneration();
    return this.adopt(
      { ...draft, ...sums, generation, metageneration: 1, timeCreated: now, updated: now },
      path,
    );
  }

  /** Adds an existing record, for example of an import, with the finished file at `path` as its bytes. */
  adopt(object: Omit<StoredObject, 'blob'>, path: string): StoredObject {
    const blob = randomUUID();
    renameSync(path, join(this.#directory, 'blobs', blob));
    return this.#put({ ...object, blob });
  }

  #put(object: StoredObject): StoredObject {
    this.bucket(object.bucket);
    const old = this.find(object.bucket, object.name);
    this.#record({ put: object });
    if (old && old.blob !== object.blob) this.#drop(old);
    return object;
  }

  /** Changes the record only. */
  update(object: StoredObject, change: Pick<StoredObject, 'settings' | 'metadata'>): StoredObject {
    const { metadata: _, ...kept } = object;
    const updated = new Date(this.#clock()).toISOString();
    return this.#put({ ...kept, ...change, metageneration: object.metageneration + 1, updated });
  }

  remove(object: StoredObject): void {
    this.#record({ remove: { bucket: object.bucket, name: object.name } });
    this.#drop(object);
  }

  async close(): Promise<void> {
    await Promise.all(this.#dropping);
    this.#journal.close();
  }

  #record(entry: Entry): void {
    if (!('save' in entry)) this.changes += 1;
    this.#journal.append(entry);
    this.#apply(entry);
  }

  #apply(entry: Entry): void {
    if ('bucket' in entry) this.#buckets.set(entry.bucket, new Bucket(entry.bucket));
    else if ('save' in entry) return;
    else if ('removeBucket' in entry) this.#buckets.delete(entry.removeBucket);
    else if ('remove' in entry) this.#buckets.get(entry.remove.bucket)?.remove(entry.remove.name);
    else {
      this.#lastGeneration = Math.max(this.#lastGeneration, entry.put.generation);
      this.#buckets.get(entry.put.bucket)!.put(entry.put);
    }
  }

  *#entries(save: string | undefined): Generator<Entry> {
    for (const bucket of this.#buckets.values()) {
      yield { bucket: bucket.id };
      for (const put of bucket.from('')) yield { put };
    }
    if (save !== undefined) yield { save };
  }

  /** Deletes files that a killed process left without a record. */
  #sweep(): void {
    const known = new Set(
      this.buckets().flatMap((bucket) => Array.from(bucket.from(''), (each) => each.blob)),
    );
    for (const file of readdirSync(join(this.#directory, 'blobs'))) {
      if (!known.has(file)) rmSync(join(this.#directory, 'blobs', file));
    }
  }

  #drop(object: StoredObject): void {
    const path = this.blobPath(object);
    if (this.#waiting) this.#waiting.add(path);
    else this.#unlink(path);
  }

  #unlink(path: string): void {
    const dropping = unlink(path)
      .catch(() => undefined)
      .finally(() => this.#dropping.delete(dropping));
    this.#dropping.add(dropping);
  }

  #nextGeneration(): number {
    this.#lastGeneration = Math.max(this.#lastGeneration + 1, Math.floor(this.#clock() * 1000));
    return this.#lastGeneration;
  }
}

/** Entries of the journal that remain after restoring this save. */
function* withoutLaterRemovals(entries: Iterable<Entry>, save: string | undefined): Generator<Entry> {
  let isLater = false;
  for (const entry of entries) {
    if ('save' in entry) isLater ||= entry.save === save;
    else if (!isLater || !('remove' in entry || 'removeBucket' in entry)) yield entry;
  }
}
