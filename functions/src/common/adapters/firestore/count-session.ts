/**
 * How many image records a session has. Counting costs a read for every 1,000 of them, and a running session is counted
 * several times a second, maybe for days: so what is older than a margin is counted seldom, in steps that each take what
 * has become old since the last one, and only what is newer each time.
 */
import { type Query, Timestamp } from 'firebase-admin/firestore';
import { within } from '../../within.ts';
import { FIRESTORE_DEADLINE } from './documents.ts';
import { imageCollection } from './references.ts';

/** Milliseconds in which every commit has become visible, whatever the clocks of the machines involved say. */
const MARGIN = 30_000;
/** Milliseconds between two steps. */
const VALID = 10_000;
/** Images per read of a count: so many steps may pass before the whole is counted anew, which costs as much as they did. */
const PER_READ = 1000;

interface Older {
  total: number;
  upTo: Timestamp;
  /** When the last step was, and when the whole was counted: an image that was deleted shows then, or at the stop. */
  stepped: number;
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
  const now = Date.now();
  if (known && now - known.stepped < VALID) return known;
  const counting =
    known && now - known.counted < wholeEvery(known) ? step(session, known) : countOlder(session);
  olderParts.set(session, counting);
  return counting;
}

/** Milliseconds after which the whole is counted anew: with it, a session of any length costs about two reads a step. */
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
  return (await within(FIRESTORE_DEADLINE, 'firestore count', query.count().get())).data().count;
}
