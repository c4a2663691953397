import type { DocumentSnapshot } from 'firebase/firestore';
import { useMemo } from 'react';
import { monitorRecord } from '../../../../packages/records/src/monitor.ts';
import type { RecordOf } from '../../../../packages/records/src/record.ts';
import { type Person, usePerson } from '../account.ts';
import { getDatabase } from '../firebase.ts';
import { type Live, useLive } from '../live/live.ts';
import { count, flag, map, text } from '../live/snapshot.ts';
import { UPLOADS } from '../uploads/upload-monitor.ts';
import { peopleSignature, type Role, roleOf } from './role.ts';
import { useSharedRecords } from './shared-records.ts';
import { type Told, toldIn } from './told.ts';

export interface Monitor extends RecordOf<typeof monitorRecord> {
  id: string;
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
  /** What the camera was told last; null if nothing was. */
  told: Told | null;
}

/** Whether a camera stands behind it: not for what the console made for uploads and nobody has ever started. */
export const isCamera = ({ id, session, lastSession }: Monitor): boolean =>
  !id.startsWith(UPLOADS) || session !== '' || lastSession !== null;

/** Monitors that the signed-in person may see, sorted by name. */
export const useMonitors = (): Live<Monitor[]> => useSharedRecords('monitor', toMonitor);

function toMonitor(document: DocumentSnapshot, person: Person): Monitor {
  const fields = document.data() ?? {};
  return {
    id: document.id,
    ...monitorRecord.read(document.id, fields),
    role: roleOf(person, fields),
    people: peopleSignature(fields),
  };
}

/** Those behind which a camera stands. */
export function useCameraMonitors(): Live<Monitor[]> {
  const live = useMonitors();
  const all = live.state === 'ready' ? live.value : NONE;
  const value = useMemo(() => all.filter(isCamera), [all]);
  return live.state === 'ready' ? { ...live, value } : live;
}

const NONE: Monitor[] = [];

/** What is known; null if nothing is, or the monitor has never run. */
export const stateIn = (live: Live<MonitorState | null>): MonitorState | null =>
  live.state === 'ready' ? live.value : null;

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
    told: toldIn(map(fields.controller).action),
  };
}
