/** A question to a service of a deployer or an owner: the bytes of a picture go there, JSON comes back (Contract 15, 16). */
import type { IncomingMessage } from 'node:http';
import { withTimeout } from '../concurrency/timeout.ts';
import { HttpError } from '../errors.ts';
import { openPost } from './post.ts';
import { readBytes } from './read-bytes.ts';

/** Bytes of an answer: a hundred objects, or 4,000 numbers, take a tenth. */
const MOST_ANSWER = 1_000_000;

interface Asking {
  /** For the log. */
  what: string;
  /** Milliseconds. */
  timeout: number;
  /** Of the caller, who may be gone. */
  signal?: AbortSignal;
}

/** @throws the reason of `signal`, or an error with the code of what happened; another one if the answer is not JSON */
export async function askService(address: string, body: Uint8Array, asking: Asking): Promise<unknown> {
  const { what, timeout, signal } = asking;
  const late = AbortSignal.timeout(timeout);
  const either = signal ? AbortSignal.any([signal, late]) : late;
  const failure = (code: number | string): Error => Object.assign(new Error(`${what}: ${code}`), { code });
  try {
    return await withTimeout(timeout, what, exchange(address, body, { signal: either, failure }));
  } catch (error) {
    signal?.throwIfAborted();
    if (late.aborted || error instanceof HttpError) throw failure('ETIMEDOUT');
    throw error;
  }
}

async function exchange(
  address: string,
  body: Uint8Array,
  { signal, failure }: { signal: AbortSignal; failure: (code: number | string) => Error },
): Promise<unknown> {
  const headers = { 'content-type': 'application/octet-stream', accept: 'application/json' };
  const response = await openPost(address, { headers, body, signal });
  // No connection to it is allowed.
  if (!response) throw failure(403);
  if (response.statusCode === 200) return read(response);
  response.destroy();
  throw failure(response.statusCode ?? 0);
}

async function read(response: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(response, MOST_ANSWER);
  if (!bytes) throw new Error('a large answer');
  return JSON.parse(bytes.toString());
}
