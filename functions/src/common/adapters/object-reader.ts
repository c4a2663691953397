import { Readable } from 'node:stream';
import { Attempts } from '../concurrency/retry.ts';
import { badStatus, STATUS, sendToStorage, strangeAnswer } from './storage-http.ts';

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
      const { bytes, generation } = progress;
      const range = bytes > 0 ? `${bytes}-` : null;
      const opened = await openBytes({ what: 'object read', name, range, generation, signal });
      progress.generation = opened.generation;
      for await (const chunk of opened.response) {
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

interface Wanted {
  /** Name of the call in the log. */
  what: string;
  name: string;
  /** First and last byte, as in the header `Range`; null for all bytes. */
  range: string | null;
  /** Null for whichever there is. */
  generation: string | null;
  signal?: AbortSignal;
}

/** The bytes of an object, or a range of them, as they are stored. @throws with `code`, as Storage answers */
export async function openBytes({ what, name, range, generation, signal }: Wanted) {
  const response = await sendToStorage({
    what,
    name,
    query: { alt: 'media', ...(generation !== null && { ifGenerationMatch: generation }) },
    // Without the first header, the service decompresses objects that were stored as gzip.
    headers: { 'accept-encoding': 'gzip', ...(range !== null && { range: `bytes=${range}` }) },
    ...(signal && { signal }),
  });
  const { statusCode = 0, headers } = response;
  const { 'x-goog-generation': found } = headers;
  if (statusCode === (range === null ? STATUS.ok : STATUS.partial) && typeof found === 'string')
    return { response, generation: found };
  response.resume();
  const isOfProxy = statusCode >= 200 && statusCode < 300 && found === undefined;
  throw isOfProxy ? strangeAnswer(what) : badStatus(what, statusCode);
}
