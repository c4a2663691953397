import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Blob, BlobWriter } from './blob.ts';
import { Bucket } from './bucket.ts';
import { noSuchObject } from './errors.ts';
import { type Entry, Journal } from './journal.ts';
import type { StoredObject } from './object.ts';
import { type Conditions, requireConditions } from './preconditions.ts';

/** What the maker of a new generation says about it. */
export type Draft = Pick<StoredObject, 'bucket' | 'name' | 'settings'> &
  Partial<Pick<StoredObject, 'metadata' | 'componentCount'>>;

/**
 * Buckets and objects in memory, their bytes as files `blobs/<id>`, their records in `journal.jsonl`. A file is
 * never written twice: a new generation is a new file, so readers of the old one are not disturbed.
 */
export class Store {
  readonly #directory: string;
  readonly #clock: () => number;
  readonly #buckets = new Map<string, Bucket>();
  readonly #journal: Journal;
  #lastGeneration = 0;
  /** Files on their way out; nobody waits for them but `close`. */
  readonly #dropping = new Set<Promise<void>>();

  constructor(directory: string, clock: () => number = Date.now) {
    this.#directory = directory;
    this.#clock = clock;
    rmSync(join(directory, 'temp'), { recursive: true, force: true });
    for (const room of ['temp', 'blobs']) mkdirSync(join(directory, room), { recursive: true });
    const path = join(directory, 'journal.jsonl');
    for (const entry of Journal.read(path)) this.#apply(entry);
    this.#sweep();
    this.#journal = Journal.start(path, this.#entries());
  }

  buckets(): Bucket[] {
    return [...this.#buckets.values()];
  }

  /** A bucket comes into being when it is first named. */
  bucket(id: string): Bucket {
    if (!this.#buckets.has(id)) this.#record({ bucket: id });
    return this.#buckets.get(id)!;
  }

  find(bucket: string, name: string): StoredObject | undefined {
    return this.#buckets.get(bucket)?.find(name);
  }

  /** @throws 404 when absent, or when another generation is asked for */
  require(bucket: string, name: string, generation?: string | null): StoredObject {
    const object = this.find(bucket, name);
    if (!object || (generation && generation !== String(object.generation))) throw noSuchObject(bucket, name);
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

  /** Makes `blob` the bytes of a new generation. @throws 412 */
  insert(draft: Draft, blob: Blob, conditions: Conditions = {}): StoredObject {
    requireConditions(conditions, this.find(draft.bucket, draft.name));
    const now = new Date(this.#clock()).toISOString();
    const { path, ...sums } = blob;
    const generation = this.#nextGeneration();
    return this.adopt(
      { ...draft, ...sums, generation, metageneration: 1, timeCreated: now, updated: now },
      path,
    );
  }

  /** Takes a record as it stands, as from an import, and the finished file at `path` as its bytes. */
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
    this.#journal.append(entry);
    this.#apply(entry);
  }

  #apply(entry: Entry): void {
    if ('bucket' in entry) this.#buckets.set(entry.bucket, new Bucket(entry.bucket));
    else if ('remove' in entry) this.#buckets.get(entry.remove.bucket)?.remove(entry.remove.name);
    else {
      this.#lastGeneration = Math.max(this.#lastGeneration, entry.put.generation);
      this.#buckets.get(entry.put.bucket)!.put(entry.put);
    }
  }

  *#entries(): Generator<Entry> {
    for (const bucket of this.#buckets.values()) {
      yield { bucket: bucket.id };
      for (const put of bucket.from('')) yield { put };
    }
  }

  /** Files that a killed process left without a record. */
  #sweep(): void {
    const known = new Set(
      this.buckets().flatMap((bucket) => Array.from(bucket.from(''), (each) => each.blob)),
    );
    for (const file of readdirSync(join(this.#directory, 'blobs'))) {
      if (!known.has(file)) rmSync(join(this.#directory, 'blobs', file));
    }
  }

  #drop(object: StoredObject): void {
    const dropping = unlink(this.blobPath(object))
      .catch(() => undefined)
      .finally(() => this.#dropping.delete(dropping));
    this.#dropping.add(dropping);
  }

  #nextGeneration(): number {
    this.#lastGeneration = Math.max(this.#lastGeneration + 1, Math.floor(this.#clock() * 1000));
    return this.#lastGeneration;
  }
}
