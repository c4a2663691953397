import { type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { afterLostRace } from '../../concurrency/retry.ts';
import { withTimeout } from '../../concurrency/timeout.ts';
import { type Bucket, takeToken } from '../../rate/bucket.ts';
import { firestore } from '../firebase.ts';
import { isCommitted } from './change-document.ts';

/** Milliseconds: a caller does not wait longer for the check of its rate limit. */
const DEADLINE = 2000;
const ATTEMPTS = 6;
/** Milliseconds, the longest period, after which a bucket is full again and may be deleted (TTL policy on `until`). */
const KEPT = 3_600_000;

/**
 * Takes a token from `limit/{id}`, which gives so many in a period (a minute, else milliseconds).
 * @returns seconds until there is one; null if it was taken, or if others kept winning the race
 */
export const sharedBucket = (id: string, most: number, period?: number): Promise<number | null> =>
  withTimeout(DEADLINE, 'limit', take(id, most, period));

async function take(id: string, most: number, period?: number): Promise<number | null> {
  const reference = firestore().collection('limit').doc(id);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const current = await reference.get();
    const { bucket, retryAfter } = takeToken(toBucket(current), most, Date.now(), period);
    if (retryAfter !== null || (await write(current, bucket))) return retryAfter;
    await afterLostRace(attempt, 10, 200);
  }
  return null;
}

function toBucket(current: DocumentSnapshot): Bucket | null {
  const [tokens, at] = [current.get('tokens'), current.get('at')];
  return typeof tokens === 'number' && typeof at === 'number' ? { tokens, at } : null;
}

function write(current: DocumentSnapshot, bucket: Bucket): Promise<boolean> {
  const fields = { ...bucket, until: Timestamp.fromMillis(bucket.at + KEPT) };
  const batch = firestore().batch();
  if (current.updateTime) batch.update(current.ref, fields, { lastUpdateTime: current.updateTime });
  else batch.create(current.ref, fields);
  return isCommitted(batch);
}
