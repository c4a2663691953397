/** Compares objects and records by walking through both in the same order. */

import { LRUCache } from 'lru-cache';
import { byteOrder } from '../../../packages/records/src/byte-order.ts';
import { imageLists } from '../common/adapters/firestore/images/image-lists.ts';
import { trash } from '../common/adapters/firestore/images/trash.ts';
import { objects } from '../common/adapters/objects.ts';
import { mergeSorted } from '../common/counters/merge-sorted.ts';
import { removeImage } from '../common/images/remove-image.ts';
import type { ImageRecord } from '../common/model.ts';
import { isOwnMask, masksOf, originalOf } from '../common/storage/own-objects.ts';
import { listings } from './adapters/listings.ts';
import type { Leftovers } from './leftover.ts';
import { SafetyLimit } from './safety-limit.ts';
import { versionedMasks } from './versioned-masks.ts';

interface Limits {
  /** Unix milliseconds: anything written later may be an upload in progress. */
  writtenBefore: number;
  isForced: boolean;
  /** Records without a file go, with their labels. */
  removesLost: boolean;
}

/** Contract 2. Training files and archives are in deeper folders and have no records. */
const FOLDER = 'dataset/';
const IMAGE_OR_MASK = /^dataset\/[^/]+\/[^/]+$/;

/** Objects that are checked at once, and records whose masks are remembered. */
const TOGETHER = 10_000;
const RECORDS_TOGETHER = 100;

/** Objects without record, masks without record, records without object. */
export async function* findFileLeftovers(limits: Limits): Leftovers {
  const strays = new Strays(limits);
  const lost = new LostRecords(limits);
  const masks = new LRUCache<string, true>({ max: TOGETHER });
  const files = listings.objects(FOLDER);
  const records = listings.imagesByUri(objects.uri(FOLDER));
  const sides = mergeSorted(files, records, (file, { uri }) => byteOrder(objects.uri(file.name), uri));
  for await (const [file, record] of sides) {
    for (const mask of record ? masksOf(record, objects) : []) masks.set(mask, true);
    if (file && !record && !masks.has(file.name)) yield* strays.take(file);
    else if (record && !file) yield* lost.take(record);
    else if (record?.lost)
      yield {
        kind: 'file found again',
        what: `image/${record.id}`,
        repair: () => listings.markLost(record.id, false),
      };
    strays.limit.seen += file ? 1 : 0;
    lost.limit.seen += record ? 1 : 0;
  }
  yield* strays.flush();
  yield* lost.flush();
}

/** Objects without a record that has their URI. Before they count as orphans, masks and newer records are checked. */
class Strays {
  readonly #limits: Limits;
  readonly limit: SafetyLimit;
  #names: string[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
    this.limit = new SafetyLimit('objects have no record', limits.isForced);
  }

  async *take({ name, updated }: { name: string; updated: number }): Leftovers {
    if (!IMAGE_OR_MASK.test(name) || updated >= this.#limits.writtenBefore) return;
    this.#names.push(name);
    if (this.#names.length >= TOGETHER) yield* this.flush();
  }

  async *flush(): Leftovers {
    const names = new Set(this.#names);
    this.#names = [];
    await this.#strikeRecords(names);
    await this.#strikeMasks(names);
    await this.#requireRecordsOfThisBucket(names);
    this.limit.add(names.size);
    for (const name of names) {
      const kind = isOwnMask(name) ? 'mask without record' : 'object without record';
      yield { kind, what: name, repair: () => this.#remove(name) };
    }
  }

  /** Thousands of others may have been removed since it was found. */
  async #remove(name: string): Promise<void> {
    if ((await imageLists.byUris([objects.uri(name)])).length > 0) throw new Error('it has a record now');
    await objects.remove(name);
  }

  /** An object that any record names is kept, even if that record's dataset may not use it: deleting cannot be undone. */
  async #strikeRecords(names: Set<string>): Promise<void> {
    const found = await imageLists.byUris([...names].map((name) => objects.uri(name)));
    for (const { uri } of found) names.delete(objects.nameOf(uri) ?? '');
  }

  /**
   * After a restore into another bucket, objects look as if they had no record: records name them in the old bucket. They
   * are the only copies, so they are not deleted, even by force.
   */
  async #requireRecordsOfThisBucket(names: Set<string>): Promise<void> {
    if (names.size === 0) return;
    const [, own = ''] = /^gs:\/\/([^/]*)/.exec(objects.uri('')) ?? [];
    for await (const bucket of listings.otherBuckets(own)) {
      const [record] = await imageLists.byUris([...names].map((name) => `gs://${bucket}/${name}`));
      if (!record) continue;
      throw new Error(
        `image/${record.id} names ${record.uri}, and this bucket has an object of that name: were objects restored into another bucket than their records name? None of these is removed, --force or not; docs/operate/runbook.md says what a restore needs.`,
      );
    }
  }

  /** Masks may have any name: all records of each dataset with an orphan are searched for masks. */
  async #strikeMasks(names: Set<string>): Promise<void> {
    const datasets = new Set([...names].map((name) => name.split('/')[1] ?? ''));
    for (const dataset of datasets) {
      const versioned = await versionedMasks(dataset, names);
      if (versioned === null) for (const name of names) if (isOwnMask(name)) names.delete(name);
      const strike = (page: readonly ImageRecord[]) => {
        for (const record of page) {
          const named = versioned?.get(record.id) ?? [];
          const own = [originalOf(record, objects) ?? '', ...masksOf(record, objects), ...named];
          for (const name of own) names.delete(name);
        }
      };
      // Rejected images keep their objects. The trash is read before and after the records, so that an image that is
      // rejected or restored meanwhile is seen by one of the three reads.
      for await (const page of trash.ofDataset(dataset)) strike(page);
      for await (const page of imageLists.ofDataset(dataset, ['uri', 'dataset', 'masks'])) strike(page);
      for await (const page of trash.ofDataset(dataset)) strike(page);
    }
  }
}

class LostRecords {
  readonly #removes: boolean;
  readonly limit: SafetyLimit;
  #records: ImageRecord[] = [];

  constructor(limits: Limits) {
    this.#removes = limits.removesLost;
    this.limit = new SafetyLimit('records have no object', limits.isForced);
  }

  async *take(record: ImageRecord): Leftovers {
    const name = originalOf(record, objects);
    // The listing may be older than the record.
    if (name === null || (await objects.stat(name))) return;
    this.#records.push(record);
    if (this.#records.length >= RECORDS_TOGETHER) yield* this.flush();
  }

  async *flush(): Leftovers {
    const records = this.#records;
    this.#records = [];
    this.limit.add(records.length);
    for (const record of records)
      yield {
        kind: 'record without object',
        what: `image/${record.id}`,
        detail: record.uri,
        repair: () => this.#settle(record),
      };
  }

  /**
   * What people have said of it is worth more than order: without its file it stays, marked, unless the operator wants it gone. A
   * frame that was sent again has brought its object back.
   */
  async #settle(record: ImageRecord): Promise<'kept' | undefined> {
    const name = originalOf(record, objects);
    if (name !== null && (await objects.stat(name))) throw new Error('it has an object now');
    if (this.#removes) {
      await removeImage(record);
      return undefined;
    }
    if (!record.lost) await listings.markLost(record.id, true);
    return 'kept';
  }
}
