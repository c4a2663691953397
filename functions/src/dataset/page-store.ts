import { randomBytes } from 'node:crypto';
import { inParallel } from '../common/in-parallel.ts';
import { describeError, log } from '../common/log.ts';
import type { Objects } from '../common/ports.ts';

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
  #open: Buffer[] = [];
  #openBytes = 0;
  #storing: Promise<unknown> = Promise.resolve();

  /** @param bucket null: all pages stay in memory */
  constructor(dataset: string, bucket: Bucket | null) {
    this.#folder = `archive/${dataset}/${Date.now()}-${randomBytes(12).toString('hex')}-pages`;
    this.#bucket = bucket;
  }

  /** One block may be on its way to the bucket meanwhile. */
  async add(page: Buffer): Promise<void> {
    this.#open.push(page);
    this.#openBytes += page.length;
    if (this.#openBytes < BLOCK) return;
    const bytes = Buffer.concat(this.#open);
    const lengths = this.#open.map(({ length }) => length);
    this.#open = [];
    this.#openBytes = 0;
    const bucket = this.#blocks.length < KEPT ? null : this.#bucket;
    this.#blocks.push({ lengths, bytes: bucket ? null : bytes });
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
    let number = 0;
    for (const [block, { lengths, bytes }] of this.#blocks.entries()) {
      const next = number + lengths.length;
      if (next > start && number < end) {
        const pages = cut(bytes ?? (await this.#read(block)), lengths);
        yield* pages.slice(Math.max(0, start - number), end - number);
      }
      number = next;
    }
    yield* this.#open.slice(Math.max(0, start - number), Math.max(0, end - number));
  }

  async #read(block: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.#bucket?.read(this.#nameOf(block)) ?? []) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  /** Deletes the objects. A failure is logged only: what was made of the pages is complete. */
  async remove(): Promise<void> {
    const bucket = this.#bucket;
    if (!bucket) return;
    const stored = [...this.#blocks.keys()].slice(KEPT);
    try {
      await this.#storing.catch(() => {});
      await inParallel(stored, PARALLEL, (block) => bucket.remove(this.#nameOf(block)));
    } catch (error) {
      log('WARNING', 'temporary objects not deleted', { reason: describeError(error) });
    }
  }
}

function cut(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return bytes.subarray(at - length, at);
  });
}
