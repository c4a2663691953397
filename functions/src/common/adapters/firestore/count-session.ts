/**
 * How many image records a session has. Counting costs a read for every 1,000 of them, and a running session is counted
 * several times a second: so what is older than a margin is counted seldom, and only what is newer each time.
 */
import { type Query, Timestamp } from 'firebase-admin/firestore';
import { within } from '../../within.ts';
import { FIRESTORE_DEADLINE } from './documents.ts';
import { imageCollection } from './references.ts';

/** Milliseconds in which every commit has become visible, whatever the clocks of the machines involved say. */
const MARGIN = 30_000;
/** Milliseconds for which the older part counts; an image deleted from it shows after that, or at the stop. */
const VALID = 10_000;

interface Older {
  total: number;
  upTo: Timestamp;
  counted: number;
}

const olderParts = new Map<string, Promise<Older>>();

/** Exact at the moment of the call: for the record of a session that has ended. */
export const countAll = (session: string): Promise<number> => count(ofSession(session));

/** The same for one that still runs, at the price of what is new. */
export async function countRunning(session: string): Promise<number> {
  const { total, upTo } = await olderPart(session);
  return total + (await count(ofSession(session).where('createdDate', '>', upTo)));
}

/** A session that has ended is not counted here any more. */
export const forgetSession = (session: string): void => void olderParts.delete(session);

async function olderPart(session: string): Promise<Older> {
  const known = await olderParts.get(session)?.catch(() => undefined);
  if (known && Date.now() - known.counted < VALID) return known;
  const counting = countOlder(session);
  olderParts.set(session, counting);
  return counting;
}

async function countOlder(session: string): Promise<Older> {
  const counted = Date.now();
  const upTo = Timestamp.fromMillis(counted - MARGIN);
  return { total: await count(ofSession(session).where('createdDate', '<=', upTo)), upTo, counted };
}

const ofSession = (session: string): Query => imageCollection().where('session', '==', session);

async function count(query: Query): Promise<number> {
  return (await within(FIRESTORE_DEADLINE, 'firestore count', query.count().get())).data().count;
}
