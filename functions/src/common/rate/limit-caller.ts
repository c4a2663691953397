/**
 * Limits per caller (Contract 3: 429 with Retry-After), where credentials are required. The dear routes (detect, csv and
 * ZIP, git) share a bucket of all instances in Firestore, `limit/{route class}-{caller}`; a caller over its limit costs
 * one read. Uploads are many and cheap to refuse, so each instance keeps theirs in memory.
 */
import { createHash } from 'node:crypto';
import type { Caller } from '../access/caller.ts';
import { access, ratePerMinute } from '../config.ts';
import { Refusal } from '../errors.ts';
import { describeError, log } from '../log.ts';
import { type Bucket, takeToken } from './bucket.ts';

export const RATE_CLASSES = ['upload', 'detect', 'export', 'git'] as const;
export type RateClass = (typeof RATE_CLASSES)[number];

/** Callers remembered by one instance; the longest unseen goes first. */
const MOST_CALLERS = 10_000;
const uploads = new Map<string, Bucket>();

/** @throws Refusal `rate exceeded` */
export async function limitCaller(caller: Caller, rate: RateClass): Promise<void> {
  const perMinute = ratePerMinute(rate);
  if (access() === 'open' || caller.kind === 'anyone' || perMinute === null) return;
  const name = caller.kind === 'person' ? `person ${caller.uid}` : `device ${caller.keyHash}`;
  const retryAfter = rate === 'upload' ? takeHere(name, perMinute) : await takeShared(rate, name, perMinute);
  if (retryAfter !== null) throw new Refusal('rate exceeded', { retryAfter });
}

function takeHere(name: string, perMinute: number): number | null {
  const { bucket, retryAfter } = takeToken(uploads.get(name) ?? null, perMinute, Date.now());
  uploads.delete(name);
  uploads.set(name, bucket);
  if (uploads.size > MOST_CALLERS) uploads.delete(uploads.keys().next().value as string);
  return retryAfter;
}

/** A limit that cannot be looked up limits nobody: the routes that need Firestore fail by themselves. */
async function takeShared(rate: RateClass, name: string, perMinute: number): Promise<number | null> {
  const id = `${rate}-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
  try {
    const { sharedBucket } = await import('../adapters/firestore/shared-bucket.ts');
    return await sharedBucket(id, perMinute);
  } catch (error) {
    log('WARNING', 'limit not checked', { reason: describeError(error) });
    return null;
  }
}
