import { Link } from 'react-aria-components';
import { addresses } from '../../app/places/addresses.ts';
import { LastFrame, LatestFrame } from '../../app/places/last-frame.tsx';
import { SessionButton } from '../../app/places/session-button.tsx';
import { HealthLabel } from '../../app/state/health-label.tsx';
import { useCamera } from '../../data/live/use-pulse.ts';
import type { Monitor } from '../../data/records/monitors.ts';
import { mayEdit } from '../../data/records/role.ts';
import { useText } from '../../text/use-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './wall.module.css';

/** One monitor: its latest frame, whether it is running, and a button to start or stop it. */
export function WallTile({ monitor }: { monitor: Monitor }) {
  const text = useText();
  const { live, state, health, perMinute } = useCamera(monitor.id);
  return (
    <li className={classNames(styles.tile, health === 'silent' && styles.silent)}>
      <Link href={addresses.monitor(monitor.id)} className={styles.picture ?? ''} aria-label={monitor.name}>
        <LatestFrame state={state} size={40} />
      </Link>
      <span className={styles.health}>
        <HealthLabel health={health} />
      </span>
      <div className={styles.foot}>
        <div className={styles.words}>
          <h2>{monitor.name}</h2>
          <p className={`${styles.meta} tabular`}>
            <LastFrame live={live} />
            {perMinute !== null && ` · ${text.perMinute(text.number(Math.round(perMinute)))}`}
          </p>
        </div>
        {mayEdit(monitor.role) && live.state === 'ready' && (
          <SessionButton monitor={monitor.id} isRunning={state?.running ?? false} />
        )}
      </div>
    </li>
  );
}
