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

interface Counted {
  /** What was counted last; null before. A count that fails leaves it. */
  older: Older | null;
  /** The count under way; who comes meanwhile waits for it. */
  counting: Promise<Older> | null;
}

const sessions = new Map<string, Counted>();

/** Exact at the moment of the call: for the record of a session that has ended. */
export const countAll = (session: string): Promise<number> => count(ofSession(session));

/** The same for a running session, at the price of what is new. */
export async function countRunning(session: string): Promise<number> {
  const { total, upTo } = await olderPart(session);
  return total + (await count(ofSession(session).where('createdDate', '>', upTo)));
}

/** Called after a session was counted in full: the next count of it here begins anew, after one that is under way. */
export function forgetSession(session: string): void {
  const forget = () => void sessions.delete(session);
  const counting = sessions.get(session)?.counting;
  if (counting) counting.then(forget, forget);
  else forget();
}

async function olderPart(session: string): Promise<Older> {
  const counted = sessions.get(session) ?? { older: null, counting: null };
  sessions.set(session, counted);
  const { older } = counted;
  if (older && Date.now() - older.stepped < VALID) return older;
  counted.counting ??= countOlder(session, older)
    .then((now) => {
      counted.older = now;
      return now;
    })
    .finally(() => {
      counted.counting = null;
    });
  return counted.counting;
}

/** Milliseconds between two full counts. A session of any length then costs about two reads a step. */
export const wholeEvery = ({ total }: Pick<Older, 'total'>): number => VALID * Math.max(1, total / PER_READ);

async function countOlder(session: string, known: Older | null): Promise<Older> {
  const now = Date.now();
  if (known && now - known.counted < wholeEvery(known)) return step(session, known);
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
