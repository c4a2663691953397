/**
 * Reads objects past the storage client, by the same service and credentials: its own read stream ends the whole process
 * with ERR_STREAM_UNABLE_TO_PIPE when it is destroyed before the answer comes (seen with 8.4, whenever a caller goes
 * away), and takes 20 seconds to say that a connection was reset.
 */
import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bucket } from '@google-cloud/storage';
import { isTransient } from '../foreign-errors.ts';
import { SILENCE, silent } from './silence.ts';
import { strangeAnswer } from './strange-answer.ts';

/** Milliseconds before the second, third and fourth try. */
const PAUSES = [100, 400, 1500];
/** Milliseconds without progress, all tries together, after which the service counts as away. */
const PATIENCE = 20_000;

/** How far a read has come: it goes on from there, and only with the same bytes. */
interface Progress {
  bytes: number;
  generation: string | null;
}

/**
 * The bytes of an object as they are stored. Nothing is asked before the first read; a connection that breaks is made
 * anew from where it broke; destroying the stream ends the request at once. Fails with `code` 404 where there is none,
 * with 412 where the object has another generation than the one given or begun with.
 */
export function openObject(
  bucket: Bucket | (() => Promise<Bucket>),
  name: string,
  generation: string | null = null,
): Readable {
  const gone = new AbortController();
  const chunks = bytesOf(bucket, name, { bytes: 0, generation }, gone.signal);
  return new Readable({
    read() {
      chunks.next().then(
        ({ value }) => this.push(value ?? null),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      // A read that has come to its end has nothing to stop, and every signal costs an error of its own.
      if (!this.readableEnded) gone.abort();
      done(error);
    },
  });
}

async function* bytesOf(
  source: Bucket | (() => Promise<Bucket>),
  name: string,
  progress: Progress,
  signal: AbortSignal,
): AsyncGenerator<Buffer, undefined> {
  const bucket = typeof source === 'function' ? await source() : source;
  let since = Date.now();
  for (let attempt = 0; ; attempt += 1) {
    const before = progress.bytes;
    try {
      for await (const chunk of await request(bucket, name, progress, signal)) {
        progress.bytes += (chunk as Buffer).length;
        yield chunk as Buffer;
      }
      return;
    } catch (error) {
      if (progress.bytes > before) [attempt, since] = [0, Date.now()];
      const pause = PAUSES[attempt];
      const isOver = pause === undefined || Date.now() - since >= PATIENCE;
      if (signal.aborted || isOver || !isTransient(error)) throw error;
      await sleep(pause, undefined, { signal });
    }
  }
}

async function request(
  bucket: Bucket,
  name: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const url = new URL(
    `${bucket.storage.apiEndpoint}/storage/v1/b/${bucket.name}/o/${encodeURIComponent(name)}?alt=media`,
  );
  if (progress.generation !== null) url.searchParams.set('ifGenerationMatch', progress.generation);
  const headers = await headersOf(bucket, progress);
  const response = await open(url, headers, signal);
  const { statusCode = 0 } = response;
  if (statusCode !== (progress.bytes > 0 ? 206 : 200)) {
    response.resume();
    throw Object.assign(new Error(`object read: status ${statusCode}`), { code: statusCode });
  }
  const { 'x-goog-generation': generation } = response.headers;
  if (typeof generation !== 'string') {
    response.resume();
    throw strangeAnswer('object read');
  }
  progress.generation = generation;
  return response;
}

async function headersOf({ storage }: Bucket, { bytes }: Progress): Promise<Record<string, string>> {
  const token = process.env.STORAGE_EMULATOR_HOST ? null : await storage.authClient.getAccessToken();
  return {
    // As stored: without this the service unpacks what was stored as gzip.
    'accept-encoding': 'gzip',
    ...(bytes > 0 && { range: `bytes=${bytes}-` }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
}

const open = (url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const get = url.protocol === 'http:' ? getPlain : getSecure;
    const asking = get(url, { headers, signal, timeout: SILENCE }, resolve);
    asking.once('error', reject);
    asking.once('timeout', () => asking.destroy(silent()));
  });
