import styles from './offline-banner.module.css';
import { OfflineBanner } from './offline-banner.tsx';
import { RefusedChanges } from './refused-changes.tsx';

/** What is wrong at the moment, and what an earlier visit could not do. */
export const Status = () => (
  <div className={styles.status}>
    <OfflineBanner />
    <RefusedChanges />
  </div>
);
