/** `{"result": "data:<media type>;base64,<data>"}` as a stream, so that an image is never held whole. */
import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';

/** Media types of stored files by their signatures; latin1, offsets in bytes. */
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

/** Bytes that reach the end of every signature. */
const HEAD = 16;

/** What the bytes themselves say; names and metadata may be wrong. */
export function mediaTypeOf(head: Buffer): string {
  const text = head.toString('latin1', 0, HEAD);
  return SIGNATURES.find(([at, bytes]) => text.startsWith(bytes, at))?.[2] ?? 'application/octet-stream';
}

const prefix = (mediaType: string): string => `{"result":"data:${mediaType};base64,`;
const SUFFIX = '"}';

/** Bytes of the JSON for a file of `size` bytes. */
export const jsonSize = (mediaType: string, size: number): number =>
  prefix(mediaType).length + 4 * Math.ceil(size / 3) + SUFFIX.length;

/** The JSON of a file, as far as it is known. */
export interface Base64Json {
  stream: Readable;
  /** What the first bytes say. It fails when the source fails before there are any. */
  mediaType: Promise<string>;
}

/** @param source binary; it ends with the stream, and its errors go on to the stream's reader */
export function base64Json(source: Readable): Base64Json {
  const start = Promise.withResolvers<string>();
  const encode = new Base64Encoder(start.resolve);
  pipeline(source, encode, (error) => {
    if (error) start.reject(error);
  });
  return { stream: encode, mediaType: start.promise };
}

/** Gives text, which the answer takes as it is: bytes of it would only be more to collect (of 20 MB 87 MB were held instead of 40). */
class Base64Encoder extends Transform {
  /** What does not fill three bytes yet, which base64 turns into four characters. At first, all until `HEAD`. */
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
