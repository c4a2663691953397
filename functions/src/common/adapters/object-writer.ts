import { createHash, randomUUID } from 'node:crypto';
import { addAbortSignal, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '@google-cloud/storage';
import { onThisMachine } from '../concurrency/timeout.ts';
import { HttpError } from '../errors.ts';
import { faultOf } from '../foreign-errors.ts';
import type { Objects } from '../ports.ts';
import { askStorage, fieldsOf, generationOf, STATUS, type StorageRequest } from './storage-http.ts';

/** Milliseconds without progress, retries included. */
const DEADLINE = 25_000;

/**
 * Bytes that are sent in one request: most training files and reports. A long upload takes a request to begin with, and the
 * official client, whose import takes a tenth of a first csv's processor time.
 */
const SHORT = 2 * 1024 * 1024;

/** Bytes of a long upload that are kept until the service confirms them, to send them again if the connection breaks. */
const UPLOAD_CHUNK = 8 * 1024 * 1024;

/** The service has forgotten the upload, or cannot tell whether it is complete. Another call must start it again. */
const UPLOAD_LOST = new Set([308, 404, 410]);

interface Metadata {
  contentType: string;
  contentDisposition?: string;
}

/** Creates an object unless one has its name. @returns false if one has */
export const createObject = (asked: Omit<StorageRequest, 'method' | 'isUpload' | 'name'>): Promise<boolean> =>
  askStorage(
    // Generation 0 means that the object must not exist yet. So an upload whose answer was lost can be repeated.
    {
      ...asked,
      method: 'POST',
      isUpload: true,
      query: { ...asked.query, ifGenerationMatch: 0, fields: 'generation' },
    },
    [STATUS.ok, STATUS.changed],
    (answer) => {
      if (answer.status === STATUS.ok) generationOf(asked.what, fieldsOf(asked.what, answer));
      return answer.status === STATUS.ok;
    },
  );

/** `Objects.write`. @param bucket opened only for a long upload */
export async function writeObject(
  bucket: () => Promise<Bucket>,
  name: string,
  source: Readable,
  { signal, ...metadata }: Metadata & { signal?: AbortSignal },
): ReturnType<Objects['write']> {
  if (signal) addAbortSignal(signal, source);
  const progress = watchProgress();
  try {
    const chunks = progress.noting(source);
    const start = await progress.unlessStalled(readStart(chunks), () => source.destroy());
    if (start.isAll) return await writeShort(name, Buffer.concat(start.chunks), metadata, signal);
    const upload = openUpload(await bucket(), name, metadata);
    const whole = Readable.from(following(start.chunks, chunks), { objectMode: false });
    const sending = pipeline(whole, upload, signal ? { signal } : {});
    await progress.unlessStalled(sending, () => upload.destroy());
    return true;
  } catch (error) {
    if (progress.isOfSource(error)) throw error;
    if (faultOf(error) === 'changed') return false;
    throw toUnavailable(error);
  } finally {
    progress.end();
  }
}

async function readStart(chunks: AsyncIterator<Buffer>): Promise<{ chunks: Buffer[]; isAll: boolean }> {
  const start: Buffer[] = [];
  for (let bytes = 0; bytes <= SHORT; ) {
    const next = await chunks.next();
    if (next.done) return { chunks: start, isAll: true };
    start.push(next.value);
    bytes += next.value.length;
  }
  return { chunks: start, isAll: false };
}

async function* following(start: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* start.splice(0);
  yield* rest;
}

/** In one request, which the service refuses if the bytes that arrive are others. */
async function writeShort(
  name: string,
  bytes: Buffer,
  metadata: Metadata,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const md5Hash = createHash('md5').update(bytes).digest('base64');
  const boundary = randomUUID();
  const part = (type: string) => `--${boundary}\r\ncontent-type: ${type}\r\n\r\n`;
  const resource = JSON.stringify({ ...metadata, md5Hash });
  const head = `${part('application/json')}${resource}\r\n${part(metadata.contentType)}`;
  const isNew = await createObject({
    what: 'object write',
    query: { uploadType: 'multipart', name },
    headers: { 'content-type': `multipart/related; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--`)]),
    ...(signal && { signal }),
  });
  // Without this, an upload whose answer was lost would be taken for somebody else's.
  return isNew || (await md5Of(name)) === md5Hash;
}

const md5Of = (name: string): Promise<unknown> =>
  askStorage(
    { what: 'object stat', name, query: { fields: 'md5Hash' } },
    [STATUS.ok, STATUS.notFound],
    (answer) => answer.status === STATUS.ok && fieldsOf('object stat', answer).md5Hash,
  );

const openUpload = (bucket: Bucket, name: string, metadata: Metadata): Writable =>
  bucket.file(name).createWriteStream({
    resumable: true,
    chunkSize: UPLOAD_CHUNK,
    // Compared with the service's checksum at the end. The alternative, CRC32C, is implemented in JavaScript in the
    // client.
    validation: 'md5',
    metadata: { ...metadata },
    preconditionOpts: { ifGenerationMatch: 0 },
  });

/** Without a code, the error comes from the client itself: it could not read the answer. */
function toUnavailable(error: unknown): unknown {
  if (error instanceof HttpError) return error;
  const { code } = error as { code?: unknown };
  return code === undefined || UPLOAD_LOST.has(Number(code))
    ? new HttpError('unavailable', {}, error)
    : error;
}

/** The client waits forever for the answer to an upload. What takes or brings no bytes for a while is given up. */
function watchProgress() {
  let stall = (): void => {};
  let failure: unknown;
  const timer = setTimeout(() => stall(), onThisMachine(DEADLINE));
  async function* noting(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
  const unlessStalled = <T>(work: Promise<T>, giveUp: () => void): Promise<T> => {
    const stalled = new Promise<never>((_, reject) => {
      stall = () => {
        reject(new HttpError('unavailable', {}, `object write: no progress in ${DEADLINE} ms`));
        giveUp();
      };
    });
    work.catch(() => {});
    return Promise.race([work, stalled]);
  };
  return {
    noting,
    unlessStalled,
    isOfSource: (error: unknown) => error === failure,
    end: () => clearTimeout(timer),
  };
}
