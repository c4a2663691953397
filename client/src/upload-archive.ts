/** Sends an archive to the resumable upload of an import. */
import { attempt } from './attempt.ts';
import { isWorthRetry, pause, type RetryPolicy, waitBefore } from './retry.ts';
import { SightlineError } from './sightline-error.ts';
import type { Settings } from './transport.ts';

/** A `File` or `Blob` of a page, or bytes. A file is read piece by piece. */
export type ArchiveSource = Blob | Uint8Array;

export const sizeOf = (archive: ArchiveSource): number =>
  archive instanceof Uint8Array ? archive.byteLength : archive.size;

/** Bytes per request: a multiple of 256 KiB, as the service demands. */
const PIECE = 8 * 1024 * 1024;
/** Milliseconds for a piece: 28 kB a second. Of one that takes longer, what has arrived is kept. */
const PIECE_TIMEOUT = 300_000;
/** The service's answer while bytes are missing. */
const INCOMPLETE = 308;

interface Watching {
  onProgress: ((sent: number, size: number) => void) | undefined;
  signal: AbortSignal | undefined;
  /** Milliseconds for the whole archive; without it only failures end the upload. */
  deadline: number | undefined;
}

/**
 * After a failure it asks the service how much has arrived, and goes on from there. It gives up after `retry.attempts`
 * failures in a row, between which nothing more has arrived.
 * @throws SightlineError: `status` 404 or 410 if the upload is no longer known
 */
export async function sendArchive(
  upload: string,
  archive: ArchiveSource,
  { onProgress, signal, deadline = Number.POSITIVE_INFINITY }: Watching,
  { fetch, retry }: Pick<Settings, 'fetch' | 'retry'>,
): Promise<void> {
  const blob = archive instanceof Uint8Array ? new Blob([archive as Uint8Array<ArrayBuffer>]) : archive;
  const { size } = blob;
  const end = performance.now() + deadline;
  let failed = 0;
  /** The most bytes that have arrived so far. */
  let best = 0;
  // Another attempt may have sent a part of it.
  let sent: number | null = null;
  while (sent === null || sent < size) {
    const from: number | null = sent;
    const limit = from === null ? retry.timeout : PIECE_TIMEOUT;
    const patience = Math.max(0, Math.round(Math.min(limit, end - performance.now())));
    try {
      sent = await attempt(
        { requestId: '', signal, patience },
        async (init) => {
          const asked: RequestInit = from === null ? asking(size) : piece(blob, from);
          // Browsers show a 308 only where redirects are followed; the service's has no address to follow.
          return fetch(upload, { ...init, ...asked, method: 'PUT', redirect: 'follow' });
        },
        (answer) => arrivedOf(answer, size),
      );
      if (from !== null && sent <= best) throw stuck();
    } catch (error) {
      failed += 1;
      await requireReadable(blob);
      await waitAfter(error as SightlineError, failed, { retry, signal, end });
      sent = null;
      continue;
    }
    // An answer that tells nothing new is no progress: queries may succeed while each piece fails.
    if (sent > best) {
      best = sent;
      failed = 0;
    }
    onProgress?.(sent, size);
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

/**
 * `fetch` fails in the same way for a file that was changed as for a network that is down.
 * @throws SightlineError if the file cannot be read: no further attempt helps
 */
async function requireReadable(blob: Blob): Promise<void> {
  try {
    await blob.slice(0, 1).arrayBuffer();
  } catch (cause) {
    const message = 'The archive cannot be read: it was changed, moved or deleted';
    throw new SightlineError(message, { kind: 'refused', cause });
  }
}

/** @returns bytes that have arrived */
async function arrivedOf(answer: Response, size: number): Promise<number> {
  await answer.text();
  if (answer.status === 200 || answer.status === 201) return size;
  if (answer.status !== INCOMPLETE) {
    const about = { kind: 'refused', status: answer.status } as const;
    throw new SightlineError(`The upload answered ${answer.status}`, about);
  }
  const last = /^bytes=0-(\d+)$/.exec(answer.headers.get('range') ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}

const stuck = () =>
  new SightlineError('The upload takes no more bytes', { kind: 'unexpected', status: INCOMPLETE });

/** @param failed failures in a row @throws SightlineError if no further attempt helps, or the time is up */
async function waitAfter(
  error: SightlineError,
  failed: number,
  { retry, signal, end }: { retry: RetryPolicy; signal: AbortSignal | undefined; end: number },
): Promise<void> {
  const isWorthIt = error.status === INCOMPLETE || isWorthRetry(error, true);
  const wait = waitBefore(retry, failed);
  if (failed >= retry.attempts || !isWorthIt || performance.now() + wait >= end) throw error;
  await pause(wait, signal);
}
