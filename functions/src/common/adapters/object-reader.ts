import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Attempts } from '../retry.ts';
import { badStatus, sendToStorage, strangeAnswer } from './storage-http.ts';

/** Progress of a read. It resumes from here, and only if the bytes are still the same. */
interface Progress {
  bytes: number;
  generation: string | null;
}

/**
 * Streams the bytes of an object as they are stored. The request starts at the first read. A broken connection is resumed
 * where it broke; destroying the stream ends the request at once. Fails with `code` 404 if there is no object, and with 412
 * if the object has another generation than the one given or begun with.
 */
export function openObject(name: string, generation: string | null = null): Readable {
  const gone = new AbortController();
  const chunks = bytesOf(name, { bytes: 0, generation }, gone.signal);
  return new Readable({
    read() {
      chunks.next().then(
        ({ value }) => this.push(value ?? null),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      // A read that is complete has nothing to abort, and aborting would create an error object each time.
      if (!this.readableEnded) gone.abort();
      done(error);
    },
  });
}

async function* bytesOf(
  name: string,
  progress: Progress,
  signal: AbortSignal,
): AsyncGenerator<Buffer, undefined> {
  for (let attempts = new Attempts({ signal }); ; ) {
    const before = progress.bytes;
    try {
      for await (const chunk of await open(name, progress, signal)) {
        progress.bytes += (chunk as Buffer).length;
        yield chunk as Buffer;
      }
      return;
    } catch (error) {
      if (progress.bytes > before) attempts = new Attempts({ signal });
      await attempts.failed(error);
    }
  }
}

async function open(name: string, progress: Progress, signal: AbortSignal): Promise<IncomingMessage> {
  const { bytes, generation: known } = progress;
  const response = await sendToStorage({
    what: 'object read',
    name,
    signal,
    query: { alt: 'media', ...(known !== null && { ifGenerationMatch: known }) },
    // As stored: without the first header, the service decompresses objects that were stored as gzip.
    headers: { 'accept-encoding': 'gzip', ...(bytes > 0 && { range: `bytes=${bytes}-` }) },
  });
  const { statusCode = 0, headers } = response;
  const { 'x-goog-generation': generation } = headers;
  const isRight = statusCode === (bytes > 0 ? 206 : 200);
  if (isRight && typeof generation === 'string') {
    progress.generation = generation;
    return response;
  }
  response.resume();
  throw isRight ? strangeAnswer('object read') : badStatus('object read', statusCode);
}
