import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket, StorageOptions } from '@google-cloud/storage';
import { attachment } from '../attachment.ts';
import { bucketName, linkKey, linkSigner, projectId } from '../config.ts';
import { HttpError } from '../errors.ts';
import { lazy } from '../lazy.ts';
import type { Objects } from '../ports.ts';
import { signLinks } from '../sign-links.ts';
import { withTimeout } from '../timeout.ts';
import { openObject } from './object-reader.ts';
import { listStats } from './object-stats.ts';
import { askStorage, fieldsOf, storageOrigin, strangeAnswer } from './storage-http.ts';

/** Milliseconds without progress, retries included. */
const DEADLINE = 25_000;

const OK = 200;
const NO_CONTENT = 204;
const NOT_FOUND = 404;
const PRECONDITION_FAILED = 412;

/** The service has forgotten the upload, or cannot tell whether it is complete. Another call must start it again. */
const UPLOAD_LOST = new Set([308, 404, 410]);

/** Bytes of a long upload that are kept until the service confirms them, to send them again if the connection breaks. */
const UPLOAD_CHUNK = 8 * 1024 * 1024;

/** The client is loaded at first use: most routes need none. */
const bucket = lazy(() => openBucket({ retryOptions: { autoRetry: true, maxRetries: 4, totalTimeout: 20 } }));

/** Without an HMAC key, the platform's own account signs in a deployment (it needs the role Service Account Token Creator on itself). */
const signingBucket = lazy(async (): Promise<Bucket> => {
  const signer = linkSigner();
  return signer ? openBucket({ credentials: signer }) : bucket();
});

async function openBucket(options: StorageOptions): Promise<Bucket> {
  const { Storage } = await import('@google-cloud/storage');
  return new Storage({ projectId: projectId(), ...options }).bucket(bucketName());
}

/** Cloud Storage's default bucket. */
export const objects: Objects = {
  // Names are derived from the bytes, so an object that already exists has the same bytes, from an earlier attempt.
  async put(name, body, contentType) {
    const what = 'object put';
    // Generation 0 means that the object must not exist yet. So an upload whose answer was lost can be repeated.
    const query = { uploadType: 'media', ifGenerationMatch: 0, fields: 'generation', name };
    const headers = { 'content-type': contentType };
    const asked = { what, method: 'POST' as const, isUpload: true, query, headers, body };
    return askStorage(asked, [OK, PRECONDITION_FAILED], (answer) => {
      if (answer.status === OK) generationOf(what, fieldsOf(what, answer));
      return answer.status === OK;
    });
  },

  async stat(name) {
    const what = 'object stat';
    const query = { fields: 'size,generation' };
    return askStorage({ what, name, query }, [OK, NOT_FOUND], (answer) => {
      if (answer.status === NOT_FOUND) return null;
      const fields = fieldsOf(what, answer);
      if (fields.size === undefined) throw strangeAnswer(what);
      return { size: Number(fields.size), generation: generationOf(what, fields) };
    });
  },

  // What was written was checked when it was written; TCP checks what is read.
  read: (name, generation) => openObject(name, generation),

  async write(name, source, { contentType, fileName, signal }) {
    const upload = (await bucket()).file(name).createWriteStream({
      resumable: true,
      chunkSize: UPLOAD_CHUNK,
      // Compared with the service's checksum at the end. The alternative, CRC32C, is implemented in JavaScript in the
      // client.
      validation: 'md5',
      metadata: { contentType, ...(fileName && { contentDisposition: attachment(fileName) }) },
      preconditionOpts: { ifGenerationMatch: 0 },
    });
    const { noting, unlessStalled, failureOfSource } = watchProgress();
    try {
      // A source that fails ends the upload before its last chunk, so no object is created.
      await unlessStalled(upload, pipeline(source, noting, upload, signal ? { signal } : {}));
      return true;
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === PRECONDITION_FAILED) return false;
      if (error instanceof HttpError || error === failureOfSource()) throw error;
      // Without a code, the error comes from the client itself: it could not read the answer.
      const isStrange = code === undefined || UPLOAD_LOST.has(Number(code));
      throw isStrange ? new HttpError('unavailable', {}, error) : error;
    }
  },

  async sizes(names) {
    return new Map(Array.from(await listStats(names), ([name, { size }]) => [name, size]));
  },

  stats: (names) => listStats(names),

  links,

  async link(name, seconds) {
    const linkOf = links(seconds);
    if (linkOf) return linkOf(name);
    const signing = (await signingBucket())
      .file(name)
      .getSignedUrl({ version: 'v4', action: 'read', expires: Date.now() + seconds * 1000 });
    const [url] = await withTimeout(DEADLINE, 'link', signing);
    return url;
  },

  async remove(name, generation) {
    const query = generation === undefined ? {} : { ifGenerationMatch: generation };
    const asked = { what: 'object delete', method: 'DELETE' as const, name, query };
    await askStorage(asked, [NO_CONTENT, NOT_FOUND, PRECONDITION_FAILED], () => {});
  },

  uri: (name) => `gs://${bucketName()}/${name}`,

  nameOf(uri) {
    const prefix = `gs://${bucketName()}/`;
    return uri.startsWith(prefix) && uri.length > prefix.length ? uri.slice(prefix.length) : null;
  },
};

function links(seconds: number): ((name: string) => string) | null {
  const key = linkKey();
  return key && signLinks(key, { origin: storageOrigin(), bucket: bucketName(), seconds, at: Date.now() });
}

/** A real answer about an object has these headers. The answer of a proxy in front of the service does not. */
function generationOf(what: string, { generation }: Record<string, unknown>): string {
  if (!/^\d+$/.test(String(generation))) throw strangeAnswer(what);
  return String(generation);
}

/** The client waits forever for the answer to an upload. An upload that takes no bytes for a while is given up. */
function watchProgress() {
  let stall = (): void => {};
  let failure: unknown;
  const timer = setTimeout(() => stall(), DEADLINE);
  async function* noting(chunks: AsyncIterable<Buffer>) {
    try {
      for await (const chunk of chunks) {
        timer.refresh();
        yield chunk;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
    timer.refresh();
  }
  const unlessStalled = (upload: Writable, work: Promise<void>): Promise<void> => {
    const stalled = new Promise<never>((_, reject) => {
      stall = () => {
        reject(new HttpError('unavailable', {}, `object write: no progress in ${DEADLINE} ms`));
        upload.destroy();
      };
    });
    work.catch(() => {});
    return Promise.race([work, stalled]).finally(() => clearTimeout(timer));
  };
  return { noting, unlessStalled, failureOfSource: () => failure };
}
