import { setImmediate as turn } from 'node:timers/promises';
import { inParallel } from '../common/concurrency/in-parallel.ts';
import { logging } from '../common/log.ts';
import type { Objects } from '../common/ports.ts';
import { temporaryName } from './deliver-file.ts';

/** Bytes of the pages that are stored together. */
const BLOCK = 4 * 1024 * 1024;
/** Blocks that stay in memory: most datasets need no more. */
const KEPT = 4;
/** Objects that are removed at once. */
const PARALLEL = 8;

/** `bytes`: of a block in memory; the others are in the bucket. */
interface Block {
  lengths: number[];
  bytes: Buffer | null;
}

type Bucket = Pick<Objects, 'put' | 'read' | 'remove'>;

/**
 * Pages of bytes that are kept until all are there: the first 16 MB in memory, the others as temporary objects in the bucket.
 * A function's own disk is its memory. Objects that are left behind are deleted after a day, as archives are
 * (`rules/storage.lifecycle.json`).
 */
export class PageStore {
  readonly #folder: string;
  readonly #bucket: Bucket | null;
  readonly #blocks: Block[] = [];
  /** The block that is being filled, and the lengths of the pages in it. */
  #open: Buffer | null = null;
  #lengths: number[] = [];
  #used = 0;
  #storing: Promise<unknown> = Promise.resolve();

  /** @param bucket null: all pages stay in memory */
  constructor(dataset: string, bucket: Bucket | null) {
    this.#folder = temporaryName(dataset, '-pages');
    this.#bucket = bucket;
  }

  /**
   * Copies the page: what packs it leaves it in a buffer that may be several times as large. One block may be on its way to the
   * bucket meanwhile.
   */
  async add(page: Buffer): Promise<void> {
    if (this.#open && this.#used + page.length > this.#open.length) await this.#close(this.#open);
    this.#open ??= Buffer.allocUnsafe(Math.max(BLOCK, page.length));
    page.copy(this.#open, this.#used);
    this.#used += page.length;
    this.#lengths.push(page.length);
    // Packing is work without a pause: others get their turn, and what is not needed any more is collected.
    await turn();
  }

  async #close(open: Buffer): Promise<void> {
    const bytes = open.subarray(0, this.#used);
    const bucket = this.#blocks.length < KEPT ? null : this.#bucket;
    this.#blocks.push({ lengths: this.#lengths, bytes: bucket ? null : bytes });
    this.#open = null;
    this.#lengths = [];
    this.#used = 0;
    if (bucket) await this.#keepIn(bucket, this.#blocks.length - 1, bytes);
  }

  async #keepIn(bucket: Bucket, block: number, bytes: Buffer): Promise<void> {
    await this.#storing;
    this.#storing = bucket.put(this.#nameOf(block), bytes, 'application/octet-stream');
    // A failure is thrown when the next block is stored, or when pages are read.
    this.#storing.catch(() => {});
  }

  #nameOf = (block: number): string => `${this.#folder}/${block}`;

  /** In the order of adding, as often as needed: from the page with this number to before `end`. */
  async *pages(start = 0, end = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    await this.#storing;
    const open: Block = { lengths: this.#lengths, bytes: this.#open };
    let number = 0;
    for (const [block, { lengths, bytes }] of [...this.#blocks, open].entries()) {
      const next = number + lengths.length;
      if (next > start && number < end) {
        const pages = cut(bytes ?? (await this.#read(block)), lengths);
        for (const page of pages.slice(Math.max(0, start - number), end - number)) {
          yield page;
          await turn();
        }
      }
      number = next;
    }
  }

  async #read(block: number): Promise<Buffer> {
    return Buffer.concat(await Array.fromAsync(this.#bucket?.read(this.#nameOf(block)) ?? []));
  }

  /** Deletes the objects. A failure is logged only: what was made of the pages is complete. */
  async remove(): Promise<void> {
    const bucket = this.#bucket;
    if (!bucket) return;
    const stored = [...this.#blocks.keys()].slice(KEPT);
    await this.#storing.catch(() => {});
    await inParallel(stored, PARALLEL, (block) => bucket.remove(this.#nameOf(block))).catch(
      logging('WARNING', 'temporary objects not deleted'),
    );
  }
}

function cut(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return bytes.subarray(at - length, at);
  });
}
