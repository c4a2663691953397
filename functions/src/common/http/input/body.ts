/** Reads bodies when their route wants them, and no further than the route's limit. */
import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { HttpError } from '../../errors.ts';
import { CallerLeft } from '../caller-left.ts';
import { originalOf } from '../front-door.ts';
import { type Budget, requireShape } from './budget.ts';
import { completeBytes, expectBytes, holdBytes } from './held-bytes.ts';

/**
 * The body's bytes, decompressed.
 * @param most bytes, before and after decompression
 * @param caller whose room it takes
 * @throws HttpError `body too large`, `body slow`, `media type`, `not json`, `unavailable` if this process already holds too
 *   many bytes of bodies
 */
export async function readBytes(request: IncomingMessage, most: number, caller: string): Promise<Buffer> {
  const { contentLength, contentEncoding } = originalOf(request);
  // Node's parser lets only digits through.
  const announced = Number(contentLength ?? 0);
  if (announced > most) throw new HttpError('body too large');
  return decompress(await collect(request, announced || most, caller), most, contentEncoding);
}

/** Size of the first buffer, bytes. */
const FIRST = 64 * 1024;
/** How much larger the next one is: what is copied and dropped is then an eighth of the body. */
const GROWTH = 8;

/**
 * Bytes after the limit are read and dropped, so that the client can receive the answer.
 * @param most bytes. Memory is only taken as they arrive
 */
function collect(request: IncomingMessage, most: number, caller: string): Promise<Buffer> {
  if (request.readableEnded) return Promise.resolve(Buffer.alloc(0));
  let body: Buffer | null = Buffer.allocUnsafeSlow(Math.min(most, FIRST));
  let size = 0;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      body = null;
      completeBytes(request);
      reject(error);
    };
    expectBytes(request, caller, () => fail(new HttpError('body slow')));
    request.on('data', (chunk: Buffer) => {
      if (!body) return;
      const start = size;
      size += chunk.length;
      if (size > most) return fail(new HttpError('body too large'));
      if (!holdBytes(request, chunk.length)) return fail(new HttpError('unavailable'));
      if (size > body.length) body = grown(body, start, Math.min(most, size * GROWTH));
      chunk.copy(body, start);
    });
    request.once('end', () => {
      completeBytes(request);
      resolve(body?.subarray(0, size) ?? Buffer.alloc(0));
    });
    // The client disconnected: nobody reads the answer.
    request.once('error', (cause) => fail(new CallerLeft('during the body', { cause })));
  });
}

/** A larger buffer with the first bytes of a smaller one. */
function grown(body: Buffer, used: number, size: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(size);
  body.copy(larger, 0, 0, used);
  return larger;
}

function decompress(bytes: Buffer, most: number, encoding = 'identity'): Buffer {
  const options = { maxOutputLength: most };
  try {
    switch (encoding.trim().toLowerCase()) {
      case '':
      case 'identity':
        return bytes;
      case 'gzip':
        return gunzipSync(bytes, options);
      case 'deflate':
        return inflateSync(bytes, options);
      case 'br':
        return brotliDecompressSync(bytes, options);
    }
  } catch (error) {
    const tooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    throw new HttpError(tooLarge ? 'body too large' : 'not json', {}, error);
  }
  throw new HttpError('media type');
}

/**
 * The JSON of the body; undefined without a body.
 * @param from.advice end of the error's sentence: what to send instead
 * @throws HttpError `not json`, `body too deep`, `body too many`, and as `readBytes`
 */
export async function readJson(
  request: IncomingMessage,
  budget: Budget,
  from: { caller: string; advice: string },
): Promise<unknown> {
  const bytes = await readBytes(request, budget.bytes, from.caller);
  if (bytes.length === 0) return undefined;
  requireShape(bytes, budget);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new HttpError('not json', { reason: from.advice }, error);
  }
}
