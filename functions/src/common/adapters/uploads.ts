import type { IncomingMessage } from 'node:http';
import type { Uploads } from '../import-ports.ts';
import { retry } from '../retry.ts';
import { withTimeout } from '../timeout.ts';
import { badStatus, sendToStorage, strangeAnswer } from './storage-http.ts';

/** Milliseconds for one call, retries included. */
const DEADLINE = 25_000;

export const uploads: Uploads = {
  begin(name, { contentType, size, origin }) {
    const what = 'upload begin';
    const begun = retry(async () => {
      const response = await sendToStorage({
        what,
        method: 'POST',
        isUpload: true,
        query: { uploadType: 'resumable', name },
        headers: {
          'content-type': 'application/json',
          'x-upload-content-type': contentType,
          'x-upload-content-length': String(size),
          // The service lets pages of this origin send the bytes.
          ...(origin !== null && { origin }),
        },
        body: Buffer.from('{}'),
      });
      response.resume();
      const { statusCode = 0, headers } = response;
      if (statusCode !== 200) throw statusCode < 300 ? strangeAnswer(what) : badStatus(what, statusCode);
      if (!headers.location) throw strangeAnswer(what);
      return headers.location;
    });
    return withTimeout(DEADLINE, what, begun);
  },

  range(name, { start, end, generation }) {
    if (end <= start) return Promise.resolve(Buffer.alloc(0));
    const what = 'object range';
    const read = retry(async () => {
      const response = await sendToStorage({
        what,
        name,
        query: { alt: 'media', ifGenerationMatch: generation },
        headers: { 'accept-encoding': 'gzip', range: `bytes=${start}-${end - 1}` },
      });
      const { statusCode = 0, headers } = response;
      if (statusCode === 206 && headers['x-goog-generation']) return readBytes(response, end - start);
      response.resume();
      throw statusCode >= 200 && statusCode < 300 ? strangeAnswer(what) : badStatus(what, statusCode);
    });
    return withTimeout(DEADLINE, what, read);
  },
};

async function readBytes(response: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) throw strangeAnswer('object range');
  }
  return Buffer.concat(chunks);
}
