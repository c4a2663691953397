import { useLiveConnection } from '../../data/live/live-connection.ts';
import { useOnline } from '../../data/live/online.ts';
import { useText } from '../../text/use-text.tsx';
import { useLasting } from '../../ui/frame/use-lasting.ts';
import styles from './live-away.module.css';

/** Milliseconds that connecting may take before the page reports a problem. */
const GRACE_PERIOD = 3_000;

/** Says that live pictures and states may be out of date. Without a connection, the banner of the page says so. */
export function LiveAway() {
  const text = useText();
  const isOnline = useOnline();
  const isAway = useLasting(!useLiveConnection() && isOnline, GRACE_PERIOD);
  if (!isAway) return null;
  return (
    <p className={styles.away} role="status">
      {text.liveAway}
    </p>
  );
}
