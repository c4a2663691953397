import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { withTimeout } from '../concurrency/timeout.ts';
import { HttpError } from '../errors.ts';
import { type Detection, MOST_DETECTIONS, type Vision } from '../images/detection-ports.ts';
import { detecting } from './detecting.ts';
import { objects } from './objects.ts';
import { openPost } from './post.ts';

/** Bytes of an answer: a hundred objects take a tenth. */
const MOST_ANSWER = 1_000_000;

const answer = z.object({
  result: z.array(
    z.object({
      bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
      class: z.string().check(z.maxLength(200)),
      score: z.number(),
    }),
  ),
});

/** A detector of one's own: it gets the bytes of a picture, and answers as `detect` does (Contract 16). */
export const detectorAt = (address: string): Vision => ({
  async locate(object, until) {
    const bytes = await buffer(objects.read(object));
    const found = await detecting(until, (timeout) => ask(address, bytes, timeout));
    return found.slice(0, MOST_DETECTIONS).map(within);
  },
});

async function ask(address: string, body: Uint8Array, timeout: number): Promise<Detection[]> {
  const signal = AbortSignal.timeout(timeout);
  try {
    return await withTimeout(timeout, 'detector', exchange(address, body, signal));
  } catch (error) {
    if (signal.aborted || error instanceof HttpError) throw failure('ETIMEDOUT');
    throw error;
  }
}

async function exchange(address: string, body: Uint8Array, signal: AbortSignal): Promise<Detection[]> {
  const headers = { 'content-type': 'application/octet-stream', accept: 'application/json' };
  const response = await openPost(address, { headers, body, signal });
  // No connection to it is allowed.
  if (!response) throw failure(403);
  if (response.statusCode === 200) return read(response);
  response.destroy();
  throw failure(response.statusCode ?? 0);
}

/** @throws if it is anything else than detections */
async function read(response: IncomingMessage): Promise<Detection[]> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_ANSWER) throw new Error('a large answer');
    chunks.push(chunk);
  }
  return z.parse(answer, JSON.parse(Buffer.concat(chunks).toString())).result;
}

const failure = (code: number | string): Error => Object.assign(new Error(`detector: ${code}`), { code });

/** Detectors draw boxes beyond the edges, too (Contract 5). */
function within({ bbox: [x, y, w, h], class: name, score }: Detection): Detection {
  const [left, top] = [unit(x), unit(y)];
  return { bbox: [left, top, unit(x + w) - left, unit(y + h) - top], class: name, score: unit(score) };
}

const unit = (value: number): number => Math.min(1, Math.max(0, value));
