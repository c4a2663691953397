import { Link } from 'react-aria-components';
import { addresses } from '../../app/places/addresses.ts';
import { LastFrame, LatestFrame } from '../../app/places/last-frame.tsx';
import { HealthLabel } from '../../app/state/health-label.tsx';
import { useCamera } from '../../data/live/use-pulse.ts';
import type { Monitor } from '../../data/records/monitors.ts';
import { useText } from '../../text/use-text.tsx';
import styles from './card.module.css';

export function MonitorCard({ monitor }: { monitor: Monitor }) {
  const text = useText();
  const { live, state, health, perMinute } = useCamera(monitor.id);
  return (
    <Link href={addresses.monitor(monitor.id)} className={styles.card ?? ''}>
      <span className={styles.picture}>
        <LatestFrame state={state} size={32} />
      </span>
      <span className={styles.title}>
        <h3>{monitor.name}</h3>
        <HealthLabel health={health} />
      </span>
      <span className="secondary tabular">
        <LastFrame live={live} />
        {perMinute !== null && ` · ${text.perMinute(text.number(Math.round(perMinute)))}`}
      </span>
    </Link>
  );
}
