import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Refusal } from '../errors.ts';
import { originalOf } from './front-door.ts';

/** The platform's own limit for a request (facts: 32 MB), kept where the platform is not in front too. */
const MAX_BODY = 32 * 1024 * 1024;

/** What the functions framework leaves of a request. */
export interface FrameworkRequest extends IncomingMessage {
  rawBody?: Buffer;
  body?: unknown;
}

/** The body's bytes, decompressed. */
export function readBytes(request: FrameworkRequest): Buffer {
  const sent = request.rawBody ?? (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
  if (sent.length > MAX_BODY) throw new Refusal('body too large');
  return decompress(sent, originalOf(request).contentEncoding);
}

function decompress(bytes: Buffer, encoding = 'identity'): Buffer {
  const options = { maxOutputLength: MAX_BODY };
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
    throw new Refusal(tooLarge ? 'body too large' : 'not json', {}, error);
  }
  throw new Refusal('media type');
}

/**
 * The JSON of the body; undefined when there is none.
 * @throws Refusal `not json`
 */
export function readJson(request: FrameworkRequest): unknown {
  const bytes = readBytes(request);
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new Refusal('not json', {}, error);
  }
}
