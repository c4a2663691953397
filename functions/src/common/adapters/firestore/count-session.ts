/**
 * Counts the image records of a session. A count costs one read for every 1,000 records, and a running session is counted
 * several times a second, perhaps for days. So older images are counted rarely, in steps that add what became old since the
 * last step, and only the newest are counted each time.
 */
import { type Query, Timestamp } from 'firebase-admin/firestore';
import { withTimeout } from '../../timeout.ts';
import { FIRESTORE_DEADLINE } from './documents.ts';
import { imageCollection } from './references.ts';

/** Milliseconds after which every commit is visible, even if the clocks of the machines differ. */
const MARGIN = 30_000;
/** Milliseconds between two steps. */
const VALID = 10_000;
/**
 * Images per read of a count. After this many steps the session is counted from the start, which costs as much as they did.
 */
const PER_READ = 1000;

interface Older {
  total: number;
  upTo: Timestamp;
  /** Time of the last step and of the last full count. Deleted images show at the next full count, or at the stop. */
  stepped: number;
  counted: number;
}

const olderParts = new Map<string, Promise<Older>>();

/** Exact at the moment of the call: for the record of a session that has ended. */
export const countAll = (session: string): Promise<number> => count(ofSession(session));

/** The same for a running session, at the price of what is new. */
export async function countRunning(session: string): Promise<number> {
  const { total, upTo } = await olderPart(session);
  return total + (await count(ofSession(session).where('createdDate', '>', upTo)));
}

/** Called when a session has ended and is no longer counted here. */
export const forgetSession = (session: string): void => void olderParts.delete(session);

async function olderPart(session: string): Promise<Older> {
  const known = await olderParts.get(session)?.catch(() => undefined);
  const now = Date.now();
  if (known && now - known.stepped < VALID) return known;
  const counting =
    known && now - known.counted < wholeEvery(known) ? step(session, known) : countOlder(session);
  olderParts.set(session, counting);
  return counting;
}

/** Milliseconds between two full counts. A session of any length then costs about two reads a step. */
export const wholeEvery = ({ total }: Pick<Older, 'total'>): number => VALID * Math.max(1, total / PER_READ);

async function countOlder(session: string): Promise<Older> {
  const now = Date.now();
  const upTo = Timestamp.fromMillis(now - MARGIN);
  const total = await count(ofSession(session).where('createdDate', '<=', upTo));
  return { total, upTo, stepped: now, counted: now };
}

async function step(session: string, { total, upTo: from, counted }: Older): Promise<Older> {
  const stepped = Date.now();
  const upTo = Timestamp.fromMillis(stepped - MARGIN);
  const query = ofSession(session).where('createdDate', '>', from).where('createdDate', '<=', upTo);
  return { total: total + (await count(query)), upTo, stepped, counted };
}

const ofSession = (session: string): Query => imageCollection().where('session', '==', session);

async function count(query: Query): Promise<number> {
  return (await withTimeout(FIRESTORE_DEADLINE, 'firestore count', query.count().get())).data().count;
}
