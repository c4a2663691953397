/**
 * Counts the image records of a session. A count costs one read for every 1,000 records, and a running session is counted
 * about once a second, perhaps for days. So once it has more images than one read counts, older ones are counted rarely, in
 * steps that add what became old since the last step, and only the newest are counted each time.
 */
import { type Query, Timestamp } from 'firebase-admin/firestore';
import { LRUCache } from 'lru-cache';
import { countOf } from '../documents.ts';
import { imageCollection } from '../references.ts';

/** Milliseconds after which every commit is visible, even if the clocks of the machines differ. */
const MARGIN = 30_000;
/** Least milliseconds between two steps. */
const VALID = 10_000;
const MINUTE = 60_000;
/** Images per read of a count. */
const PER_READ = 1000;

interface Older {
  total: number;
  upTo: Timestamp;
  /** Time of the last step and of the last full count. Deleted images show at the next full count, or at the stop. */
  stepped: number;
  counted: number;
}

/** Before the first step, and while a session is small: each count is a full one. */
const NONE: Older = { total: 0, upTo: Timestamp.fromMillis(0), stepped: 0, counted: 0 };

interface Counted {
  /** What was counted last. A count that fails leaves it. */
  older: Older;
  /** The images since then, at the last count. */
  newer: number;
  /** The running count; calls that arrive meanwhile wait for it. */
  counting: Promise<Older> | null;
}

const sessions = new LRUCache<string, Counted>({ max: 10_000 });

/** Exact at the moment of the call: for the record of a session that has ended. */
export const countAll = (session: string): Promise<number> => countOf(ofSession(session));

/** The same for a running session, at the price of what is new. */
export async function countRunning(session: string): Promise<number> {
  const counted = sessions.get(session) ?? { older: NONE, newer: 0, counting: null };
  sessions.set(session, counted);
  const { total, upTo } = await olderPart(session, counted);
  counted.newer = await countOf(ofSession(session).where('createdDate', '>', upTo));
  return total + counted.newer;
}

/** Frames that arrived in the minute before `end` (Unix milliseconds), or in the minute before now. */
export function countMinute(session: string, end: number | null = null): Promise<number> {
  const from = Timestamp.fromMillis((end ?? Date.now()) - MINUTE);
  const frames = ofSession(session).where('createdDate', '>', from);
  return countOf(end === null ? frames : frames.where('createdDate', '<=', Timestamp.fromMillis(end)));
}

/** Called after a session was counted in full: discards the cached count, after any running count has ended. */
export function forgetSession(session: string): void {
  const forget = () => void sessions.delete(session);
  const counting = sessions.get(session)?.counting;
  if (counting) counting.then(forget, forget);
  else forget();
}

async function olderPart(session: string, counted: Counted): Promise<Older> {
  const { older, newer } = counted;
  const now = Date.now();
  // How large the session is must be known first: counts of all its images at once would not be shared.
  const isDue = older.stepped === 0 || newer > PER_READ || (older.total > 0 && isOutdated(older, now));
  if (!isDue || now - older.stepped < VALID) return older;
  counted.counting ??= step(session, older, now)
    .then((next) => {
      counted.older = next;
      return next;
    })
    .finally(() => {
      counted.counting = null;
    });
  return counted.counting;
}

/** Milliseconds between two full counts. A session of any length then costs about two reads a step. */
export const wholeEvery = ({ total }: Pick<Older, 'total'>): number => VALID * Math.max(1, total / PER_READ);

const isOutdated = (older: Older, now: number): boolean => now - older.counted >= wholeEvery(older);

/** Adds what has become old, or counts everything that is old. */
async function step(session: string, known: Older, now: number): Promise<Older> {
  const isWhole = isOutdated(known, now);
  const from = isWhole ? NONE : known;
  const upTo = Timestamp.fromMillis(now - MARGIN);
  const query = ofSession(session).where('createdDate', '>', from.upTo).where('createdDate', '<=', upTo);
  const total = from.total + (await countOf(query));
  if (total <= PER_READ) return { ...NONE, stepped: now };
  return { total, upTo, stepped: now, counted: isWhole ? now : from.counted };
}

const ofSession = (session: string): Query => imageCollection().where('session', '==', session);
