import { getDatabase } from '../firebase.ts';
import { useLive } from './live.ts';
import { watching } from './watching.ts';

/** Whether the Realtime Database is connected; true until that is known. */
export function useLiveConnection(): boolean {
  const live = useLive<boolean>(
    'live connection',
    async ({ next, fail }) => {
      const [{ onValue, ref }, database] = await Promise.all([import('firebase/database'), getDatabase()]);
      return onValue(ref(database, '.info/connected'), (snapshot) => next(snapshot.val() === true), fail);
    },
    watching,
  );
  return live.state !== 'ready' || live.value;
}
