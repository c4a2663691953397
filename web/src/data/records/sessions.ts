import { rateOf } from '../../../../packages/camera/src/camera-state.ts';
import { sessionRecord } from '../../../../packages/records/src/session.ts';
import { usePerson } from '../account.ts';
import { type Live, useLive } from '../live/live.ts';
import { liveDocument, liveQuery } from '../live/query.ts';
import type { Fields } from '../live/snapshot.ts';

/** A session of a monitor (Spec 2.6). Times are Unix milliseconds. */
export interface Session {
  id: string;
  start: number;
  /** Null while it is running. */
  stop: number | null;
  /** Uid of the person who started it; `''` for a device. */
  by: string;
  frames: number;
  /** The camera sent all its frames afterwards, so the session was never live (Contract 10). */
  isLate: boolean;
}

/** The newest sessions of a monitor. */
export function useSessions(monitor: string, limit: number): Live<Session[]> {
  const person = usePerson();
  return useLive(
    person ? `sessions ${monitor} ${person.uid} ${limit}` : null,
    liveQuery(
      (sdk, firestore) =>
        sdk.query(
          sdk.collection(firestore, 'session'),
          sdk.where('monitor', '==', sdk.doc(firestore, `monitor/${monitor}`)),
          sdk.orderBy('start', 'desc'),
          sdk.limit(limit),
        ),
      (document) => toSession(document.id, document.data() ?? {}),
    ),
  );
}

/** Frames per minute of a session that has ended; null if it does not tell, or is not known. @param id null reads nothing */
export function useLearnedRate(id: string | null): number | null {
  const live = useLive(
    id === null ? null : `session ${id}`,
    liveDocument(`session/${id}`, (document) => {
      const { start, stop, frames } = toSession(document.id, document.data() ?? {});
      return stop === null ? null : rateOf({ start, stop, frames });
    }),
  );
  return live.state === 'ready' ? live.value : null;
}

function toSession(id: string, fields: Fields): Session {
  const { start, stop, uid, data, named, live } = sessionRecord.read(id, fields);
  return {
    id,
    start,
    stop: stop || null,
    by: uid,
    frames: data.totalCounter,
    isLate: named && live.start === 0,
  };
}
