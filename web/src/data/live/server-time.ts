import { getDatabase } from '../firebase.ts';
import { useLive } from './live.ts';
import { watching } from './watching.ts';

/** Milliseconds by which the database's clock is ahead of this machine's. */
export function useServerOffset(): number {
  const live = useLive<number>(
    'server time',
    async ({ next, fail }) => {
      const [{ onValue, ref }, database] = await Promise.all([import('firebase/database'), getDatabase()]);
      const offset = ref(database, '.info/serverTimeOffset');
      return onValue(offset, (snapshot) => next(Number(snapshot.val()) || 0), fail);
    },
    watching,
  );
  return live.state === 'ready' ? live.value : 0;
}
