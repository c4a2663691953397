import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket, StorageOptions } from '@google-cloud/storage';
import { bucketName, linkSigner, projectId } from '../config.ts';
import { Refusal } from '../errors.ts';
import { lazy } from '../lazy.ts';
import type { Objects } from '../ports.ts';
import { within } from '../within.ts';
import { openObject } from './object-reader.ts';
import { listSizes } from './object-sizes.ts';
import { putObject } from './object-writer.ts';
import { strangeAnswer } from './strange-answer.ts';

/** Milliseconds for one object, retries included. */
const DEADLINE = 25_000;

const NO_CONTENT = 204;
const NOT_FOUND = 404;
const PRECONDITION_FAILED = 412;

/** An upload that the service has forgotten, or does not know to be whole: it is to be begun anew, by another call. */
const UPLOAD_LOST = new Set([308, 404, 410]);

/** Bytes that a long upload keeps until they are confirmed, to send them again when the connection breaks. */
const UPLOAD_CHUNK = 8 * 1024 * 1024;

/** Its client is loaded at the first use: the start of a session, for one, has none. */
export const bucket = lazy(() =>
  openBucket({ retryOptions: { autoRetry: true, maxRetries: 4, totalTimeout: 20 } }),
);

/** Deployed, the platform's own account signs (it needs the role Service Account Token Creator on itself). */
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
  // Names are made from the bytes, so what stands there already is the same, from an earlier try.
  put: async (name, bytes, contentType) =>
    void (await within(DEADLINE, 'object put', putObject(name, bytes, contentType))),

  async stat(name) {
    try {
      const [metadata] = await within(DEADLINE, 'object stat', (await bucket()).file(name).getMetadata());
      const { size, generation } = metadata;
      if (size === undefined || generation === undefined) throw strangeAnswer('object stat');
      return { size: Number(size), generation: String(generation) };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },

  // What was written was checked then; what is read is checked by TCP.
  read: (name, generation) => openObject(bucket, name, generation),

  async write(name, source, { contentType, fileName, signal }) {
    const upload = (await bucket()).file(name).createWriteStream({
      resumable: true,
      chunkSize: UPLOAD_CHUNK,
      // Compared with what the service got, at the end. The other choice, CRC32C, the client has in JavaScript only.
      validation: 'md5',
      metadata: { contentType, ...(fileName && { contentDisposition: attachment(fileName) }) },
      preconditionOpts: { ifGenerationMatch: 0 },
    });
    const { noting, unlessStalled, failureOfSource } = watchProgress();
    try {
      // A source that fails ends the upload before its last piece: then there is no object.
      await unlessStalled(upload, pipeline(source, noting, upload, signal ? { signal } : {}));
      return true;
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === PRECONDITION_FAILED) return false;
      if (error instanceof Refusal || error === failureOfSource()) throw error;
      // Without a code it is of the client's own making: it could not read what it was answered.
      const isStrange = code === undefined || UPLOAD_LOST.has(Number(code));
      throw isStrange ? new Refusal('unavailable', {}, error) : error;
    }
  },

  sizes: async (names) => listSizes(await bucket(), names),

  async link(name, seconds) {
    const signing = (await signingBucket())
      .file(name)
      .getSignedUrl({ version: 'v4', action: 'read', expires: Date.now() + seconds * 1000 });
    const [url] = await within(DEADLINE, 'link', signing);
    return url;
  },

  async remove(name) {
    const removing = (await bucket()).file(name).delete({ ignoreNotFound: true });
    const [{ statusCode }] = await within(DEADLINE, 'object delete', removing);
    if (statusCode !== NO_CONTENT && statusCode !== NOT_FOUND) throw strangeAnswer('object delete');
  },

  uri: (name) => `gs://${bucketName()}/${name}`,

  nameOf(uri) {
    const prefix = `gs://${bucketName()}/`;
    return uri.startsWith(prefix) && uri.length > prefix.length ? uri.slice(prefix.length) : null;
  },
};

/** The client waits without end for an answer to an upload: one that takes nothing for a while is given up. */
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
        reject(new Refusal('unavailable', {}, `object write: no progress in ${DEADLINE} ms`));
        upload.destroy();
      };
    });
    work.catch(() => {});
    return Promise.race([work, stalled]).finally(() => clearTimeout(timer));
  };
  return { noting, unlessStalled, failureOfSource: () => failure };
}

export const isMissing = (error: unknown): boolean => Number((error as { code?: unknown }).code) === 404;

/** @param fileName plain ASCII without quotes */
export const attachment = (fileName: string): string => `attachment; filename="${fileName}"`;
