/** `dataset/{id}/feed/{event}`: what hooks are told, for those that ask (Contract 18). */
import { FieldPath, FieldValue, Timestamp, type WriteBatch } from 'firebase-admin/firestore';
import { EVENTS, type NewEvent } from '../../../hooks/hook-ports.ts';
import { readQuery } from '../documents.ts';
import { map, millis } from '../fields.ts';
import { feedCollection } from '../references.ts';

export type DatasetEvent = (typeof EVENTS.dataset)[number];

export interface FeedEvent {
  id: string;
  type: DatasetEvent;
  /** Unix milliseconds. */
  at: number;
  data: object;
}

/** Events after a place, and the place behind them: `<seconds>.<nanoseconds>.<id of the event>`. */
interface FeedPage {
  events: FeedEvent[];
  next: string | null;
}

/** Milliseconds for which an event is kept. */
const KEPT = 7 * 86_400_000;

interface ToldEvent extends Pick<NewEvent, 'type' | 'data'> {
  /** The same at each attempt of the commit. */
  name: string;
}

/** For the commit that makes it true. */
export function addToFeed(dataset: string, { name, ...told }: ToldEvent, batch: WriteBatch): void {
  const at = FieldValue.serverTimestamp();
  const until = Timestamp.fromMillis(Date.now() + KEPT);
  batch.set(feedCollection(dataset).doc(name), { ...told, at, until });
}

/**
 * Oldest first. The time of an event is that of its commit, so none comes in before another that was read.
 * @param after a place of an earlier page; null: the beginning
 */
export async function readFeed(
  dataset: string,
  { after, types, limit }: { after: string | null; types: readonly string[] | undefined; limit: number },
): Promise<FeedPage> {
  const all = feedCollection(dataset).where('at', '>', Timestamp.fromMillis(Date.now() - KEPT));
  const ordered = (types ? all.where('type', 'in', types) : all)
    .orderBy('at')
    .orderBy(FieldPath.documentId());
  const [, seconds, nanoseconds, id] = PLACE.exec(after ?? '') ?? [];
  const query = id
    ? ordered.startAfter(new Timestamp(Number(seconds), Number(nanoseconds)), feedCollection(dataset).doc(id))
    : ordered;
  const { docs } = await readQuery(query.limit(limit));
  return pageOf(docs, after);
}

/** Behind the last event. */
export async function endOfFeed(dataset: string): Promise<FeedPage> {
  const { docs } = await readQuery(feedCollection(dataset).orderBy('at', 'desc').limit(1));
  return { events: [], next: pageOf(docs, null).next };
}

export const PLACE = /^(\d{1,12})\.(\d{1,9})\.([\w.-]{1,200})$/;

function pageOf(docs: readonly FirebaseFirestore.QueryDocumentSnapshot[], after: string | null): FeedPage {
  const last = docs.at(-1);
  const { seconds, nanoseconds } = (last?.get('at') ?? {}) as Partial<Timestamp>;
  return {
    events: docs.flatMap((each) => {
      const type = EVENTS.dataset.find((known) => known === each.get('type'));
      return type ? [{ id: each.id, type, at: millis(each.get('at')), data: map(each.get('data')) }] : [];
    }),
    next: last ? `${seconds}.${nanoseconds}.${last.id}` : after,
  };
}
