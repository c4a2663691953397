import { createHash } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { crc32c, crc32cText } from './crc32c.ts';

/** Stored bytes that do not belong to an object yet. */
export interface Blob {
  path: string;
  size: number;
  crc32c: string;
  md5Hash: string;
}

/** Small objects are written in one step; large ones are never held in memory. */
const HOLD = 1024 * 1024;

/** Writes one file in pieces and computes its checksums. */
export class BlobWriter {
  readonly path: string;
  #file: FileHandle | undefined;
  #held: Uint8Array[] = [];
  #heldSize = 0;
  #size = 0;
  #crc = 0;
  readonly #md5 = createHash('md5');

  constructor(path: string) {
    this.path = path;
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#size;
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#crc = crc32c(chunk, this.#crc);
    this.#md5.update(chunk);
    this.#size += chunk.length;
    this.#held.push(chunk);
    this.#heldSize += chunk.length;
    if (this.#heldSize >= HOLD) await this.#flush();
  }

  async finish(): Promise<Blob> {
    await this.#flush();
    await this.#file?.close();
    this.#file = undefined;
    return {
      path: this.path,
      size: this.#size,
      crc32c: crc32cText(this.#crc),
      md5Hash: this.#md5.digest('base64'),
    };
  }

  async discard(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
    await unlink(this.path).catch(() => undefined);
  }

  async #flush(): Promise<void> {
    const held = this.#held;
    this.#held = [];
    this.#heldSize = 0;
    this.#file ??= await open(this.path, 'wx');
    if (held.length > 0) await this.#file.writev(held);
  }
}
