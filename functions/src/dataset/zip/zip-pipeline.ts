/** What all archives have in common: files are read ahead, and what cannot be read is left out, unless Storage is unavailable. */
import { Readable } from 'node:stream';
import { HttpError } from '../../common/errors.ts';
import { isTransient } from '../../common/foreign-errors.ts';
import { describeError, log } from '../../common/log.ts';

/** The content of a file: in memory, or as a stream if it is too large for that. */
export type Content = readonly Buffer[] | Readable;

/** A file of the archive, ready to be written. */
export interface ZipFile {
  path: string;
  content: Content;
}

/** Objects that are read ahead: enough to hide a latency of 40 ms each at the speed of two cores, in at most 16 MB. */
export const LEAD = { items: 48, weight: 16 * 1024 * 1024 };

/** If this many reads fail in a row, each after its retries, Storage is unavailable. */
const OUTAGE = 8;

/** Watches for reads that fail in a row. */
export class Outage {
  #inRow = 0;
  #last: unknown;

  /** @throws HttpError `unavailable` */
  failed(reason: unknown): void {
    this.#inRow = isTransient(reason) ? this.#inRow + 1 : 0;
    if (this.#inRow > 0) this.#last = reason;
    if (this.#inRow >= OUTAGE) this.end();
  }

  worked(): void {
    this.#inRow = 0;
  }

  /** @throws HttpError `unavailable` if any read failed because of Storage */
  end(): void {
    if (this.#last !== undefined) throw new HttpError('unavailable', {}, this.#last);
  }
}

/**
 * What was read, or why it cannot be.
 * @param from what the image is left out of, for the log
 * @throws the reason of `signal`
 */
export async function tryRead<T>(
  read: Promise<T>,
  { image, from, signal }: { image: string; from: string; signal: AbortSignal },
): Promise<T | { failure: unknown }> {
  try {
    return await read;
  } catch (failure) {
    if (signal.aborted) throw failure;
    log('WARNING', `image left out of the ${from}`, { image, reason: describeError(failure) });
    return { failure };
  }
}

export const linesFile = (path: string, lines: readonly string[]): ZipFile => ({
  path,
  content: [Buffer.from(`${lines.join('\n')}\n`)],
});

export const piecedFile = (path: string, pieces: AsyncIterable<string>): ZipFile => ({
  path,
  content: Readable.from(inChunks(pieces), { objectMode: false }),
});

/** Characters of a chunk: each chunk costs the archive's writer some calls. */
const CHUNK = 65_536;

async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
