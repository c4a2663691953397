/** What is stored about a hook (Contract 16). */
import {
  type CollectionReference,
  type DocumentReference,
  FieldValue,
  type QueryDocumentSnapshot,
} from 'firebase-admin/firestore';
import {
  type Delivery,
  EVENTS,
  type Hook,
  type HookOwner,
  type HookPlace,
  PROBLEMS,
  type Streak,
} from '../../../hooks/hook-ports.ts';
import { firestore } from '../../firebase.ts';
import { count, type Fields, list, map, millis, text } from '../fields.ts';

export const ownerRef = ({ kind, id }: HookOwner): DocumentReference => firestore().collection(kind).doc(id);
export const hookCollection = (owner: HookOwner): CollectionReference => ownerRef(owner).collection('hook');
export const hookRef = ({ owner, hook }: HookPlace): DocumentReference => hookCollection(owner).doc(hook);
export function placeOf({ id: hook, ref }: QueryDocumentSnapshot): HookPlace {
  const owner = ref.parent.parent as DocumentReference;
  return { owner: { kind: owner.parent.id === 'monitor' ? 'monitor' : 'dataset', id: owner.id }, hook };
}

/** Messages that wait for their delivery. The document's id is the message's. */
export const messageCollection = (hook: DocumentReference): CollectionReference => hook.collection('event');

/** Of a hook that ends: without its secret nothing can be signed again. */
export const endedFields = (): Fields => ({
  ended: FieldValue.serverTimestamp(),
  ...Object.fromEntries(
    ['secret', 'queued', 'lease', 'streak', 'failing'].map((name) => [name, FieldValue.delete()]),
  ),
});

/** Null unless the last attempt failed. */
export function streakOf(fields: Fields): Streak | null {
  const { attempts, since, until } = map(fields.streak);
  return count(attempts) === 0
    ? null
    : { attempts: count(attempts), since: millis(since), until: millis(until) };
}

/** Whether a process may claim it. One that has ended may get messages of commits that were under way. */
export const mayBeTried = (fields: Fields, now: number): boolean =>
  fields.queued !== undefined &&
  fields.ended === undefined &&
  fields.failing === undefined &&
  millis(map(fields.lease).until) <= now &&
  (streakOf(fields)?.until ?? 0) <= now;

export function toHook(id: string, fields: Fields): Hook {
  return {
    id,
    url: text(fields.url),
    events: Object.values(EVENTS)
      .flat()
      .filter((each) => list(fields.events).includes(each)),
    name: text(fields.name),
    by: text(fields.by),
    createdAt: millis(fields.createdAt),
    failing: fields.failing === undefined ? null : millis(fields.failing),
    ended: fields.ended === undefined ? null : millis(fields.ended),
    dropped: count(fields.dropped),
    deliveries: list(fields.deliveries).map((each) => toDelivery(map(each))),
  };
}

const toDelivery = ({ message, type, at, answered, problem }: Fields): Delivery => ({
  message: text(message),
  type: text(type),
  at: millis(at),
  answered: typeof answered === 'number' ? answered : null,
  problem: PROBLEMS.find((each) => each === problem) ?? null,
});
