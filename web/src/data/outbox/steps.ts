/** What becomes of an entry, each step in one transaction, and the news of it for all tabs. */
import { SightlineError } from '../../../../client/src/sightline-error.ts';
import {
  basedOn,
  type Call,
  type Entry,
  imagesOf,
  type Outcome,
  type Refusal,
  type Seen,
  withSeen,
} from './entry.ts';
import type { OutboxStore } from './outbox-store.ts';

export interface News {
  /** New and changed entries. */
  put?: readonly Entry[];
  /** Ids. */
  gone?: readonly string[];
  answer?: { id: string; outcomes?: readonly Outcome[]; refusal?: Refusal };
  /** The revisions that the service has made, by image; null where it left the image as it was. */
  made?: ReadonlyMap<string, Seen>;
}

/**
 * From now on the entry cannot be withdrawn.
 * @param newest the revision to base a change of an image on, from what was answered while the entry was being kept
 * @returns undefined if it was withdrawn
 */
export async function markSent(
  store: OutboxStore,
  entry: Entry,
  newest: (image: string, seen: Seen) => Seen,
): Promise<Entry | undefined> {
  let marked: Entry | undefined;
  await store.change(entry, ([found]) => {
    if (!found || found.refusal) return {};
    marked = { ...found, call: withSeen(found.call, ({ image, seen }) => newest(image, seen)), isSent: true };
    return { put: [marked] };
  });
  return marked;
}

/** The service has answered: later changes of the same images get the revisions that were made. */
export async function settle(store: OutboxStore, entry: Entry, outcomes: readonly Outcome[]): Promise<News> {
  const { id, call } = entry;
  const done = outcomes.filter(({ outcome }) => outcome === 'done');
  const made = new Map(done.map(({ image, revision }) => [image, revision]));
  const left = withoutMade(call, made);
  const refusal = { message: '', status: 409, requestId: undefined };
  const put: Entry[] = left ? [{ ...entry, call: left, refusal }] : [];
  await store.change('all', (entries) => {
    for (const each of entries) {
      const next = basedOn(each.call, call, made);
      if (each.id !== id && next !== each.call) put.push({ ...each, call: next });
    }
    return { put, gone: left ? [] : [entry] };
  });
  return { put, gone: [id], answer: { id, outcomes }, made: madeOf(call, made) };
}

export async function refuse(store: OutboxStore, entry: Entry, error: Error): Promise<News> {
  const { status, requestId } = error instanceof SightlineError ? error : { status: 0, requestId: undefined };
  const refusal = { message: error.message, status, requestId };
  const refused = { ...entry, isSent: true, refusal };
  await store.change(entry, () => ({ put: [refused] }));
  return { put: [refused], answer: { id: entry.id, refusal }, made: madeOf(entry.call) };
}

const madeOf = (call: Call, made?: ReadonlyMap<string, number>): ReadonlyMap<string, Seen> =>
  new Map(imagesOf(call).map((image) => [image, made?.get(image) ?? null]));

/** Takes back what was certainly not sent. @returns it */
export async function withdrawUnsent(store: OutboxStore, ids: readonly string[]): Promise<Entry[]> {
  let gone: Entry[] = [];
  await store.change('all', (entries) => {
    gone = entries.filter(({ id, isSent }) => !isSent && ids.includes(id));
    return { gone };
  });
  return gone;
}

/** What the service left as it is, because somebody else has changed it; null if that is nothing. */
function withoutMade(call: Call, made: ReadonlyMap<string, number>): Call | null {
  const isLeft = (image: string, seen: Seen): boolean => !made.has(image) && seen !== null;
  if (call.kind === 'change') {
    const changes = call.changes.filter(({ image, seen }) => isLeft(image, seen));
    return changes.length > 0 ? { ...call, changes } : null;
  }
  if (call.kind === 'annotate') return isLeft(call.image, call.seen) ? call : null;
  const images = imagesOf(call).filter((image) => !made.has(image));
  return call.kind === 'restore' && images.length > 0 ? { ...call, images } : null;
}
