/** Sends an archive to the resumable upload of an import. */
import { aborted, isWorthRetry, pause, type RetryPolicy, waitBefore } from './retry.ts';
import { SightlineError } from './sightline-error.ts';
import type { Settings } from './transport.ts';

/** A `File` or `Blob` of a page, or bytes. A file is read piece by piece. */
export type ArchiveSource = Blob | Uint8Array;

/** Bytes per request: a multiple of 256 KiB, as the service demands. */
const PIECE = 8 * 1024 * 1024;
/** The service's answer while bytes are missing. */
const INCOMPLETE = 308;

interface Watching {
  onProgress: ((sent: number, size: number) => void) | undefined;
  signal: AbortSignal | undefined;
}

/**
 * After a failure it asks the service how much has arrived, and goes on from there.
 * @throws SightlineError: `status` 404 or 410 if the upload is no longer known
 */
export async function sendArchive(
  upload: string,
  archive: ArchiveSource,
  { onProgress, signal }: Watching,
  { fetch, retry }: Pick<Settings, 'fetch' | 'retry'>,
): Promise<void> {
  const blob = archive instanceof Uint8Array ? new Blob([archive as Uint8Array<ArrayBuffer>]) : archive;
  const { size } = blob;
  let failed = 0;
  // Another attempt may have sent a part of it.
  let sent: number | null = null;
  while (sent === null || sent < size) {
    try {
      const from: number | null = sent;
      const init = from === null ? asking(size) : piece(blob, from);
      const arrived = await put(upload, { ...init, signal: signal ?? null }, { fetch, size });
      if (arrived > (sent ?? -1)) failed = 0;
      sent = arrived;
      onProgress?.(sent, size);
    } catch (error) {
      failed = await waitAfter(error, failed, { retry, signal });
      sent = null;
    }
  }
}

const asking = (size: number): RequestInit => ({ headers: { 'Content-Range': `bytes */${size}` } });

function piece(blob: Blob, from: number): RequestInit {
  const end = Math.min(blob.size, from + PIECE);
  return {
    body: blob.slice(from, end),
    headers: { 'Content-Range': `bytes ${from}-${end - 1}/${blob.size}` },
  };
}

/** @returns bytes that have arrived */
async function put(
  upload: string,
  init: RequestInit,
  { fetch, size }: { fetch: Settings['fetch']; size: number },
): Promise<number> {
  // The URL itself is the permission: Storage must not see our credentials.
  const answer = await fetch(upload, { ...init, method: 'PUT' });
  await answer.text();
  if (answer.status === 200 || answer.status === 201) return size;
  if (answer.status !== INCOMPLETE) {
    const about = { kind: 'refused', status: answer.status } as const;
    throw new SightlineError(`The upload answered ${answer.status}`, about);
  }
  const last = /^bytes=0-(\d+)$/.exec(answer.headers.get('range') ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}

/** @returns the number of failures in a row @throws SightlineError if no further attempt helps */
async function waitAfter(
  cause: unknown,
  failed: number,
  { retry, signal }: { retry: RetryPolicy; signal: AbortSignal | undefined },
): Promise<number> {
  if (signal?.aborted) throw aborted(signal);
  const error =
    cause instanceof SightlineError
      ? cause
      : new SightlineError('The upload is unreachable', { kind: 'unreachable', cause });
  if (failed + 1 >= retry.attempts || !isWorthRetry(error, true)) throw error;
  await pause(waitBefore(retry, failed + 1, error.retryAfter), signal);
  return failed + 1;
}
