import { isReadingLate } from '../../data/images/list-source.ts';
import { isCached } from '../../data/live/live.ts';
import { useOnline } from '../../data/live/online.ts';
import { useStore } from '../../data/live/store.ts';
import { isServiceAway } from '../../data/persist.ts';
import { useText } from '../../text/use-text.tsx';
import { useLasting } from '../../ui/frame/use-lasting.ts';
import { OfflineIcon } from '../../ui/icons.tsx';
import styles from './offline-banner.module.css';
import { useKept } from './use-kept.ts';

/** Milliseconds. Every page starts with cached data, so a shorter time would show the banner on each page load. */
const GRACE_PERIOD = 3_000;

/** Says what cannot be reached, and what that means for reading and for changes. */
export function OfflineBanner() {
  const text = useText();
  const isOnline = useOnline();
  const kept = useKept();
  const isAway = useStore(isServiceAway);
  const isOld = useLasting(useStore(isCached), GRACE_PERIOD);
  const isLate = useStore(isReadingLate);
  const sentences = [
    !isOnline && text.offline,
    isOnline && isOld && text.databaseAway,
    isOnline && isLate && text.slow,
    isOnline && isAway && text.serviceAway,
    (!isOnline || isAway) && kept,
  ].filter(Boolean);
  if (sentences.length === 0) return null;
  return (
    <p className={styles.banner} role="status">
      <OfflineIcon />
      {sentences.join(' ')}
    </p>
  );
}
