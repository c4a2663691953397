/** One pack file with its index (version 2), read object by object. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { GitFault } from '../git-fault.ts';
import { Recent } from '../recent.ts';
import { applyDelta } from './apply-delta.ts';
import type { GitObject, ObjectType } from './git-object.ts';

const TYPES: readonly (ObjectType | undefined)[] = [undefined, 'commit', 'tree', 'blob', 'tag'];
const OFS_DELTA = 6;
const REF_DELTA = 7;
const FANOUT = 8;
const NAMES = FANOUT + 1_024;
/** Read at once: most objects of a project are smaller, so one read is enough. */
const WINDOW = 4_096;
/** Deflate adds at most a few bytes per 16 KiB block to what it cannot shrink. */
const deflatedBound = (size: number): number => size + (size >> 10) + 64;
/** Bases of deltas kept for the next object of the same chain. */
const KEPT_BASES = 256;
const LARGEST_KEPT_BASE = 256 * 1_024;

export class Pack {
  readonly #index: Buffer;
  readonly #fd: number;
  readonly #size: number;
  readonly #count: number;
  readonly #bases = new Recent<number, GitObject>(KEPT_BASES);

  /** @param path without the ending. */
  constructor(path: string) {
    this.#index = readFileSync(`${path}.idx`);
    if (this.#index.readUInt32BE(0) !== 0xff744f63 || this.#index.readUInt32BE(4) !== 2)
      throw new GitFault('git_unsupported_repository', { feature: 'an old pack index' });
    this.#count = this.#index.readUInt32BE(NAMES - 4);
    this.#fd = openSync(`${path}.pack`, 'r');
    this.#size = fstatSync(this.#fd).size;
  }

  close(): void {
    closeSync(this.#fd);
  }

  /** Where the object begins, or undefined where the pack has it not. */
  find(oid: Buffer): number | undefined {
    const at = this.#search(oid);
    if (at >= this.#count || this.#index.compare(oid, 0, 20, NAMES + at * 20, NAMES + at * 20 + 20) !== 0)
      return undefined;
    return this.#offset(at);
  }

  /** Names that begin with these bytes (the last may be half, given by `digits`). */
  names(prefix: Buffer, digits: string): string[] {
    const found: string[] = [];
    for (let at = this.#search(prefix); at < this.#count; at++) {
      const name = this.#index.toString('hex', NAMES + at * 20, NAMES + at * 20 + 20);
      if (!name.startsWith(digits)) break;
      found.push(name);
    }
    return found;
  }

  /** The first position whose name is not before `oid`. */
  #search(oid: Buffer): number {
    const first = oid[0] ?? 0;
    let low = first === 0 ? 0 : this.#index.readUInt32BE(FANOUT + (first - 1) * 4);
    let high = this.#index.readUInt32BE(FANOUT + first * 4);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = NAMES + middle * 20;
      if (this.#index.compare(oid, 0, oid.length, start, start + oid.length) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #offset(at: number): number {
    const offsets = NAMES + this.#count * 24;
    const small = this.#index.readUInt32BE(offsets + at * 4);
    if (small < 0x80000000) return small;
    return Number(this.#index.readBigUInt64BE(offsets + this.#count * 4 + (small - 0x80000000) * 8));
  }

  /** @param resolveBase finds the base of a delta that names it by hash. */
  read(offset: number, resolveBase: (oid: string) => GitObject): GitObject {
    const kept = this.#bases.get(offset);
    if (kept !== undefined) return kept;
    const window = this.#window(offset, WINDOW);
    const { type, size, length } = readEntryHeader(window);
    const plain = TYPES[type];
    if (plain !== undefined)
      return { type: plain, body: this.#inflate(offset + length, size, window.subarray(length)) };
    if (type !== OFS_DELTA && type !== REF_DELTA)
      throw new GitFault('git_corrupt', { what: 'a pack entry of no known type' });
    return this.#readDelta(offset, type, size, window.subarray(length), length, resolveBase);
  }

  #readDelta(
    offset: number,
    type: number,
    size: number,
    rest: Buffer,
    length: number,
    resolveBase: (oid: string) => GitObject,
  ) {
    const back = type === OFS_DELTA ? readBackOffset(rest) : { distance: 0, length: 20 };
    const base =
      type === OFS_DELTA
        ? this.#base(offset - back.distance, resolveBase)
        : resolveBase(rest.toString('hex', 0, 20));
    const delta = this.#inflate(offset + length + back.length, size, rest.subarray(back.length));
    return { type: base.type, body: applyDelta(base.body, delta) };
  }

  #base(offset: number, resolveBase: (oid: string) => GitObject): GitObject {
    const base = this.read(offset, resolveBase);
    if (base.body.length <= LARGEST_KEPT_BASE) this.#bases.set(offset, base);
    return base;
  }

  #inflate(offset: number, size: number, window: Buffer): Buffer {
    const needed = deflatedBound(size);
    const input = window.length >= needed ? window : this.#window(offset, needed);
    try {
      const body = inflateSync(input, { maxOutputLength: Math.max(size, 1), chunkSize: Math.max(size, 64) });
      if (body.length === size) return body;
    } catch {
      // falls through to the one fault below: zlib's texts help nobody
    }
    throw new GitFault('git_corrupt', { what: 'a pack entry cannot be inflated' });
  }

  #window(offset: number, length: number): Buffer {
    const buffer = Buffer.allocUnsafe(Math.min(length, this.#size - offset));
    const read = readSync(this.#fd, buffer, 0, buffer.length, offset);
    return read === buffer.length ? buffer : buffer.subarray(0, read);
  }
}

function readEntryHeader(buffer: Buffer) {
  let byte = buffer[0] ?? 0;
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  let length = 1;
  for (let scale = 16; byte & 0x80; scale *= 128) {
    byte = buffer[length++] ?? 0;
    size += (byte & 0x7f) * scale;
  }
  return { type, size, length };
}

function readBackOffset(buffer: Buffer) {
  let byte = buffer[0] ?? 0;
  let distance = byte & 0x7f;
  let length = 1;
  while (byte & 0x80) {
    byte = buffer[length++] ?? 0;
    distance = (distance + 1) * 128 + (byte & 0x7f);
  }
  return { distance, length };
}
