import { isCached } from '../data/live.ts';
import { useOnline } from '../data/online.ts';
import { waitingChanges } from '../data/persist.ts';
import { useStore } from '../data/store.ts';
import { useText } from '../text/use-text.tsx';
import { OfflineIcon } from '../ui/icons.tsx';
import { useLasting } from '../ui/use-lasting.ts';
import styles from './offline-banner.module.css';

/** Milliseconds: each page begins with what the cache has. */
const A_WHILE = 3_000;

/** Says what is away, and what that means for reading and for changing. */
export function OfflineBanner() {
  const text = useText();
  const isOnline = useOnline();
  const waiting = useStore(waitingChanges);
  const isOld = useLasting(useStore(isCached), A_WHILE);
  const sentences = [
    !isOnline && text.offline,
    isOnline && isOld && text.databaseAway,
    waiting > 0 && text.changesWait(text.changes(waiting)),
  ].filter((each) => each !== false);
  if (sentences.length === 0) return null;
  return (
    <p className={styles.banner} role="status">
      <OfflineIcon />
      {sentences.join(' ')}
    </p>
  );
}
