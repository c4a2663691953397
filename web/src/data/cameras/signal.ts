import { usePerson } from '../account.ts';
import { databaseKey } from '../database-key.ts';
import { getDatabase } from '../firebase.ts';
import { type Live, useLive } from '../live/live.ts';
import { count, type Fields, flag, text } from '../live/snapshot.ts';
import { watching } from '../live/watching.ts';

/** The live state of a monitor without its picture: small enough to be followed on every page. */
export interface Signal {
  isRunning: boolean;
  session: string;
  /** Frames of the session. */
  total: number;
  /** When the latest frame arrived, by the database's clock; null if there is none. */
  latest: number | null;
}

const FIELDS = ['status', 'session', 'totalCounter', 'image/received', 'image/date'] as const;

export function useSignal(monitor: string): Live<Signal> {
  const person = usePerson();
  return useLive<Signal>(
    person ? `signal ${monitor} ${person.uid}` : null,
    async ({ next, fail }) => {
      const [{ onValue, ref }, database] = await Promise.all([import('firebase/database'), getDatabase()]);
      const known: Fields = {};
      const stops = FIELDS.map((name) =>
        onValue(
          ref(database, `monitor/${databaseKey(monitor)}/${name}`),
          (snapshot) => {
            known[name] = snapshot.val();
            if (FIELDS.every((each) => each in known)) next(toSignal(known));
          },
          (error) => fail(error, true),
        ),
      );
      return () => {
        for (const stop of stops) stop();
      };
    },
    watching,
  );
}

function toSignal(fields: Fields): Signal {
  const total = count(fields.totalCounter);
  // Live states of earlier versions do not say when a frame arrived.
  const latest = count(fields['image/received']) || count(fields['image/date']);
  return {
    isRunning: flag(fields.status),
    session: text(fields.session),
    total,
    latest: total === 0 || latest === 0 ? null : latest,
  };
}
