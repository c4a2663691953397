import {
  FieldValue,
  type Query,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import type { Attempt, HookOwner, Outbox } from '../../../hooks/hook-ports.ts';
import { randomId } from '../../../records/made-ids.ts';
import { firestore } from '../../firebase.ts';
import { changeDocument } from '../change-document.ts';
import { readDocument, readQuery } from '../documents.ts';
import { type Fields, list, map, millis, text } from '../fields.ts';
import {
  endedFields,
  hookCollection,
  hookRef,
  mayBeTried,
  messageCollection,
  placeOf,
  streakOf,
} from './hook-fields.ts';
import { triedAgain } from './hooks.ts';

/** Hooks that are read at once. */
const PAGE = 200;
/** Milliseconds that a process has a hook for: more than an attempt takes. */
const LEASE = 30_000;
/** Attempts that are kept of a hook. */
const KEPT = 50;

export const outbox: Outbox = {
  async *waiting(now, owner) {
    for await (const hook of queued(owner))
      if (mayBeTried(hook.data(), now)) yield { place: placeOf(hook), owner: text(hook.get('owner')) };
  },

  claim: (place, now) =>
    changeDocument(hookRef(place), ({ snapshot, batch, condition }) => {
      const fields = snapshot.data() ?? {};
      if (!mayBeTried(fields, now)) return null;
      const lease = randomId();
      batch.update(snapshot.ref, { lease: leased(lease, now) }, condition);
      return { lease, ...receiverOf(fields) };
    }),

  async next(place) {
    const { docs } = await readQuery(messageCollection(hookRef(place)).orderBy('at').limit(1));
    return docs[0]
      ? { id: docs[0].id, type: text(docs[0].get('type')), body: text(docs[0].get('body')) }
      : null;
  },

  async note(place, lease, attempt) {
    const noted = await changeDocument(hookRef(place), ({ snapshot, batch, condition }) => {
      const fields = snapshot.data() ?? {};
      if (!isLeased(fields, lease)) return false;
      const { message, at: tried } = attempt.delivery;
      if (attempt.result === 'delivered') batch.delete(messageCollection(snapshot.ref).doc(message));
      const more = { lease: leased(lease, tried), ...deliveries(fields, attempt), ...consequence(attempt) };
      batch.update(snapshot.ref, more, condition);
      return true;
    });
    return noted === true;
  },

  async release(place, lease) {
    // The queue is read after the record: a message that is added later changes the record, and the condition fails.
    await changeDocument(hookRef(place), async ({ snapshot, batch, condition }) => {
      const fields = snapshot.data() ?? {};
      if (!isLeased(fields, lease)) return;
      const { empty } = await readQuery(messageCollection(snapshot.ref).limit(1).select());
      const queued = empty ? FieldValue.delete() : FieldValue.serverTimestamp();
      const rest = { lease: FieldValue.delete(), ...(fields.queued !== undefined && { queued }) };
      batch.update(snapshot.ref, rest, condition);
    });
  },

  async receiver(place) {
    const fields = (await readDocument(hookRef(place))).data();
    return fields && fields.ended === undefined ? receiverOf(fields) : null;
  },

  async noteTest(place, attempt) {
    await changeDocument(hookRef(place), ({ snapshot, batch, condition }) => {
      const fields = snapshot.data() ?? {};
      if (fields.ended !== undefined) return;
      const { result } = attempt;
      const more = result === 'delivered' ? triedAgain() : result === 'gone' ? endedFields() : {};
      batch.update(snapshot.ref, { ...deliveries(fields, attempt), ...more }, condition);
    });
  },
};

const receiverOf = (fields: Fields) => ({
  url: text(fields.url),
  secret: text(fields.secret),
  streak: streakOf(fields),
});

const leased = (by: string, now: number) => ({ by, until: Timestamp.fromMillis(now + LEASE) });
const isLeased = (fields: Fields, lease: string): boolean => map(fields.lease).by === lease;

const deliveries = (fields: Fields, { delivery }: Attempt) => ({
  deliveries: [{ ...delivery, at: Timestamp.fromMillis(delivery.at) }, ...list(fields.deliveries)].slice(
    0,
    KEPT,
  ),
});

function consequence({ result }: Attempt): Fields {
  if (result === 'delivered') return { streak: FieldValue.delete() };
  if (result === 'gone') return endedFields();
  if (result === 'given up')
    return {
      failing: FieldValue.serverTimestamp(),
      queued: FieldValue.delete(),
      streak: FieldValue.delete(),
    };
  const { attempts, since, until } = result;
  return { streak: { attempts, since: Timestamp.fromMillis(since), until: Timestamp.fromMillis(until) } };
}

/** Those that have messages, the longest waiting first: as of the first page, since those that are served wait behind the others again. */
async function* queued(owner: HookOwner | undefined): AsyncGenerator<QueryDocumentSnapshot> {
  const all = owner === undefined ? firestore().collectionGroup('hook') : hookCollection(owner);
  const needed = ['queued', 'failing', 'ended', 'lease', 'streak', 'owner'];
  const ordered = all
    .orderBy('queued')
    .select(...needed)
    .limit(PAGE);
  let began: Timestamp | null = null;
  for (let query: Query | null = ordered; query; ) {
    const { docs, readTime }: QuerySnapshot = await readQuery(query);
    began ??= readTime;
    const moment = began.toMillis();
    const first = docs.filter((hook) => millis(hook.get('queued')) <= moment);
    yield* first;
    const last = first.at(-1);
    query = last && first.length === PAGE ? ordered.startAfter(last) : null;
  }
}
