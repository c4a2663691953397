/**
 * Rate limits per caller (Contract 3: 429 with Retry-After), if credentials are required. For expensive routes, all instances
 * share one bucket in Firestore, `limit/{route class}-{caller}`; refusing a caller over its limit costs one read. Uploads and
 * curation are many calls and cheap to refuse, so each instance keeps their buckets in memory.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Caller, nameOf } from '../access/caller.ts';
import { access, type RateClass, ratePerMinute } from '../config.ts';
import { HttpError } from '../errors.ts';
import { describeError, log } from '../log.ts';
import { type Bucket, takeToken } from './bucket.ts';

/** Size of the LRU cache of one instance, in callers. */
const MOST_CALLERS = 10_000;
/** Buckets of the classes that each instance keeps by itself. */
const own = { upload: buckets(), curate: buckets() };

function buckets() {
  return new LRUCache<string, Bucket>({ max: MOST_CALLERS });
}

/** @throws HttpError `rate exceeded` */
export async function limitCaller(caller: Caller, rate: RateClass): Promise<void> {
  const perMinute = ratePerMinute(rate);
  if (access() === 'open' || caller.kind === 'anyone' || perMinute === null) return;
  const name = nameOf(caller, '');
  const retryAfter =
    rate === 'upload' || rate === 'curate'
      ? takeHere(own[rate], name, perMinute)
      : await takeShared(rate, name, perMinute);
  if (retryAfter !== null) throw new HttpError('rate exceeded', { retryAfter });
}

function takeHere(kept: LRUCache<string, Bucket>, name: string, perMinute: number): number | null {
  const { bucket, retryAfter } = takeToken(kept.get(name) ?? null, perMinute, Date.now());
  kept.set(name, bucket);
  return retryAfter;
}

/** If a limit cannot be read, the call goes through: routes that need Firestore fail by themselves. */
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
