/** Objects and records, walked side by side. */

import type { ImageRecord } from '../common/model.ts';
import type { ImageLists } from '../common/ports.ts';
import { masksOf } from '../image/own-objects.ts';
import { type RemovePorts, removeImage } from '../image/remove-image.ts';
import { Brake } from './brake.ts';
import { byteOrder } from './byte-order.ts';
import type { Leftover, Leftovers } from './leftover.ts';
import type { Listings } from './listings.ts';
import { mergeSorted } from './merge-sorted.ts';

interface Ports extends RemovePorts {
  listings: Listings;
  imageLists: ImageLists;
}

interface Limits {
  /** Unix milliseconds: what was written later may be an upload under way. */
  writtenBefore: number;
  isForced: boolean;
}

/** Contract 2. Training files and archives stand deeper, and have no records. */
const FOLDER = 'dataset/';
const IMAGE_OR_MASK = /^dataset\/[^/]+\/[^/]+$/;
const MASK = /_mask_\d+\.png$/;

/** Objects looked into together, and masks of the last records that are remembered. */
const TOGETHER = 10_000;
const RECORDS_TOGETHER = 100;

/** Objects without record, masks without record, records without object. */
export async function* findFileLeftovers(ports: Ports, limits: Limits): Leftovers {
  const { listings, objects } = ports;
  const strays = new Strays(ports, limits);
  const lost = new LostRecords(ports, limits);
  const masks = new Recent(TOGETHER);
  const files = listings.objects(FOLDER);
  const records = listings.imagesByUri(objects.uri(FOLDER));
  const sides = mergeSorted(files, records, (file, { uri }) => byteOrder(objects.uri(file.name), uri));
  for await (const [file, record] of sides) {
    for (const mask of record ? masksOf(record, objects) : []) masks.add(mask);
    if (file && !record && !masks.has(file.name)) yield* strays.take(file);
    else if (record && !file) yield* lost.take(record);
    strays.brake.seen += file ? 1 : 0;
    lost.brake.seen += record ? 1 : 0;
  }
  yield* strays.flush();
  yield* lost.flush();
}

/** Objects that no record of this uri was found for. Before they count as stray, masks and newer records are asked. */
class Strays {
  readonly #ports: Ports;
  readonly #limits: Limits;
  readonly brake: Brake;
  #names: string[] = [];

  constructor(ports: Ports, limits: Limits) {
    this.#ports = ports;
    this.#limits = limits;
    this.brake = new Brake('objects have no record', limits.isForced);
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
    this.brake.add(names.size);
    for (const name of names) {
      const kind = MASK.test(name) ? 'mask without record' : 'object without record';
      yield { kind, what: name, mend: () => this.#ports.objects.remove(name) };
    }
  }

  async #strikeRecords(names: Set<string>): Promise<void> {
    const { imageLists, objects } = this.#ports;
    const found = await imageLists.byUris([...names].map((name) => objects.uri(name)));
    for (const { uri } of found) names.delete(objects.nameOf(uri) ?? '');
  }

  /** Masks may have any name: each dataset of a stray object is asked for the masks of all its records. */
  async #strikeMasks(names: Set<string>): Promise<void> {
    const { imageLists, objects } = this.#ports;
    const datasets = new Set([...names].map((name) => name.split('/')[1] ?? ''));
    for (const dataset of datasets) {
      for await (const page of imageLists.ofDataset(dataset, ['dataset', 'masks'])) {
        for (const name of page.flatMap((record) => masksOf(record, objects))) names.delete(name);
      }
    }
  }
}

class LostRecords {
  readonly #ports: Ports;
  readonly brake: Brake;
  #records: ImageRecord[] = [];

  constructor(ports: Ports, limits: Limits) {
    this.#ports = ports;
    this.brake = new Brake('records have no object', limits.isForced);
  }

  async *take(record: ImageRecord): Leftovers {
    const name = this.#ports.objects.nameOf(record.uri);
    // The listing may be older than the record.
    if (name === null || (await this.#ports.objects.stat(name))) return;
    this.#records.push(record);
    if (this.#records.length >= RECORDS_TOGETHER) yield* this.flush();
  }

  async *flush(): Leftovers {
    const records = this.#records;
    this.#records = [];
    this.brake.add(records.length);
    for (const record of records) yield this.#leftover(record);
  }

  #leftover(record: ImageRecord): Leftover {
    return {
      kind: 'record without object',
      what: `image/${record.id}`,
      detail: record.uri,
      mend: () => removeImage(record, this.#ports),
    };
  }
}

/** The last so many names. */
class Recent {
  readonly #names = new Set<string>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(name: string): void {
    this.#names.add(name);
    if (this.#names.size <= this.#limit) return;
    for (const oldest of this.#names) {
      this.#names.delete(oldest);
      return;
    }
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }
}
