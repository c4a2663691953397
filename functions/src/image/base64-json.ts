/** Streams `{"result": "data:<media type>;base64,<data>"}`, so that an image is never held whole. */
import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';

/** Signatures of file formats and their media types; signatures in latin1, offsets in bytes. */
const SIGNATURES: readonly [offset: number, bytes: string, mediaType: string][] = [
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [8, 'WEBP', 'image/webp'],
  [0, 'GIF8', 'image/gif'],
  [0, 'BM', 'image/bmp'],
  [0, 'II*\0', 'image/tiff'],
  [0, 'MM\0*', 'image/tiff'],
  [4, 'ftypavif', 'image/avif'],
  [4, 'ftyphei', 'image/heic'],
];

/** Bytes that are enough for every signature. */
const HEAD = 16;

/** The media type according to the bytes, because names and metadata may be wrong. */
export function mediaTypeOf(head: Buffer): string {
  const text = head.toString('latin1', 0, HEAD);
  return SIGNATURES.find(([at, bytes]) => text.startsWith(bytes, at))?.[2] ?? 'application/octet-stream';
}

const prefix = (mediaType: string): string => `{"result":"data:${mediaType};base64,`;
const SUFFIX = '"}';

/** Size of the JSON for a file of `size` bytes, in bytes. */
export const jsonSize = (mediaType: string, size: number): number =>
  prefix(mediaType).length + 4 * Math.ceil(size / 3) + SUFFIX.length;

/** The JSON of a file while it is being read. */
export interface Base64Json {
  stream: Readable;
  /** The media type by the first bytes. Rejects if the source fails before there are any. */
  mediaType: Promise<string>;
}

/** @param source binary; it is destroyed with the stream, and its errors are passed to the stream's reader */
export function base64Json(source: Readable): Base64Json {
  const start = Promise.withResolvers<string>();
  const encode = new Base64Encoder(start.resolve);
  pipeline(source, encode, (error) => {
    if (error) start.reject(error);
  });
  return { stream: encode, mediaType: start.promise };
}

/**
 * Produces strings, which the response accepts as they are. Buffers would add garbage: for an image of 20 MB, 87 MB instead
 * of 40.
 */
class Base64Encoder extends Transform {
  /**
   * Bytes that do not yet fill a group of three (base64 turns three bytes into four characters). Before the first output:
   * everything read so far.
   */
  #rest: Buffer = Buffer.alloc(0);
  #start: ((mediaType: string) => void) | null;

  constructor(start: (mediaType: string) => void) {
    super({ encoding: 'latin1', defaultEncoding: 'latin1' });
    this.#start = start;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#rest.length + chunk.length < (this.#start ? HEAD : 3)) {
      this.#rest = Buffer.concat([this.#rest, chunk]);
      done();
      return;
    }
    this.#begin(Buffer.concat([this.#rest, chunk.subarray(0, HEAD)]));
    const seam = (3 - (this.#rest.length % 3)) % 3;
    const end = chunk.length - ((chunk.length - seam) % 3);
    this.push(Buffer.concat([this.#rest, chunk.subarray(0, seam)]).toString('base64'), 'latin1');
    this.#rest = Buffer.from(chunk.subarray(end));
    done(null, chunk.toString('base64', seam, end));
  }

  override _flush(done: TransformCallback): void {
    this.#begin(this.#rest);
    done(null, this.#rest.toString('base64') + SUFFIX);
  }

  #begin(head: Buffer): void {
    if (!this.#start) return;
    const mediaType = mediaTypeOf(head);
    this.push(prefix(mediaType), 'latin1');
    this.#start(mediaType);
    this.#start = null;
  }
}
