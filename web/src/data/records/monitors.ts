import type { DocumentSnapshot } from 'firebase/firestore';
import { type Person, usePerson } from '../account.ts';
import { getDatabase } from '../firebase.ts';
import { type Live, useLive } from '../live/live.ts';
import { count, flag, map, referenceId, text } from '../live/snapshot.ts';
import { peopleSignature, type Role, roleOf } from './role.ts';
import { useSharedRecords } from './shared-records.ts';

export interface Monitor {
  id: string;
  name: string;
  /** Id of the dataset that takes frames which name no other; `''` if none is set. */
  dataset: string;
  /** Percentage of incoming frames that go to the set REVIEW. */
  review: number;
  role: Role | null;
  /** A value that changes whenever somebody's role changes (`peopleSignature`). */
  people: string;
}

/** The live state of a monitor (Spec 2.7). */
export interface MonitorState {
  running: boolean;
  session: string;
  total: number;
  /** The latest frame: WebP as base64, and Unix milliseconds. */
  frame: { id: string; data: string; date: number } | null;
  flow: Readonly<Record<string, unknown>>;
}

/** Monitors that the signed-in person may see, sorted by name. */
export const useMonitors = (): Live<Monitor[]> => useSharedRecords('monitor', toMonitor);

function toMonitor(document: DocumentSnapshot, person: Person): Monitor {
  const fields = document.data() ?? {};
  return {
    id: document.id,
    name: text(fields.name) || document.id,
    dataset: referenceId(fields.dataset),
    review: Math.min(100, count(fields.review)),
    role: roleOf(person, fields),
    people: peopleSignature(fields),
  };
}

/** Null if the monitor has never run. */
export function useMonitorState(id: string): Live<MonitorState | null> {
  const person = usePerson();
  return useLive<MonitorState | null>(person ? `live ${id} ${person.uid}` : null, async ({ next, fail }) => {
    const [{ onValue, ref }, database] = await Promise.all([import('firebase/database'), getDatabase()]);
    const told = ref(database, `monitor/${id}`);
    // An event writes who may read it, a moment after the monitor was made or shared.
    return onValue(
      told,
      (snapshot) => next(toState(snapshot.val())),
      (error) => fail(error, true),
    );
  });
}

function toState(value: unknown): MonitorState | null {
  if (value === null) return null;
  const fields = map(value);
  const image = map(fields.image);
  const data = text(image.imageData);
  return {
    running: flag(fields.status),
    session: text(fields.session),
    total: count(fields.totalCounter),
    frame: data === '' ? null : { id: text(image.id), data, date: count(image.date) },
    flow: map(fields.flow),
  };
}
