import { retry } from '../concurrency/retry.ts';
import { withTimeout } from '../concurrency/timeout.ts';
import type { Uploads } from '../versions/import-ports.ts';
import { openBytes } from './object-reader.ts';
import { readBytes } from './read-bytes.ts';
import { askStorage, DEADLINE, STATUS, strangeAnswer } from './storage-http.ts';

export const uploads: Uploads = {
  begin: (name, { contentType, size, origin }) =>
    askStorage(
      {
        what: 'upload begin',
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
      },
      [STATUS.ok],
      ({ headers }) => {
        if (!headers.location) throw strangeAnswer('upload begin');
        return headers.location;
      },
    ),

  async range(name, { start, end, generation }) {
    if (end <= start) return Buffer.alloc(0);
    const what = 'object range';
    const read = retry(async () => {
      const { response } = await openBytes({ what, name, range: `${start}-${end - 1}`, generation });
      const bytes = await readBytes(response, end - start);
      if (!bytes) throw strangeAnswer(what);
      return bytes;
    });
    return withTimeout(DEADLINE, what, read);
  },
};
