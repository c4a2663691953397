import { Link } from 'react-aria-components';
import { addresses } from '../../app/places/addresses.ts';
import { LastFrame } from '../../app/places/last-frame.tsx';
import { HealthLabel } from '../../app/state/health-label.tsx';
import { usePulse } from '../../data/live/use-pulse.ts';
import { type Monitor, useMonitorState } from '../../data/records/monitors.ts';
import { useText } from '../../text/use-text.tsx';
import { CameraIcon } from '../../ui/icons.tsx';
import styles from './card.module.css';

export function MonitorCard({ monitor }: { monitor: Monitor }) {
  const text = useText();
  const live = useMonitorState(monitor.id);
  const state = live.state === 'ready' ? live.value : null;
  const { health, perMinute } = usePulse(live);
  return (
    <Link href={addresses.monitor(monitor.id)} className={styles.card ?? ''}>
      <span className={styles.picture}>
        {state?.frame ? (
          <img src={`data:image/webp;base64,${state.frame.data}`} alt="" />
        ) : (
          <CameraIcon size={32} />
        )}
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
