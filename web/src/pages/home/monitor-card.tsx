import { Link } from 'react-aria-components';
import { CameraLabel } from '../../app/cameras/camera-label.tsx';
import { CameraLine } from '../../app/cameras/camera-line.tsx';
import { LatestFrame } from '../../app/cameras/last-frame.tsx';
import { addresses } from '../../app/places/addresses.ts';
import { useCamera } from '../../data/cameras/cameras.ts';
import { type Monitor, stateIn, useMonitorState } from '../../data/records/monitors.ts';
import styles from './card.module.css';

export function MonitorCard({ monitor }: { monitor: Monitor }) {
  const camera = useCamera(monitor.id);
  const live = useMonitorState(monitor.id);
  return (
    <Link href={addresses.monitor(monitor.id)} className={styles.card ?? ''}>
      <span className={styles.picture}>
        <LatestFrame state={stateIn(live)} size={32} />
      </span>
      <span className={styles.title}>
        <h3>{monitor.name}</h3>
        <CameraLabel state={camera.state} />
      </span>
      <span className="secondary tabular">
        <CameraLine camera={camera} live={live} />
      </span>
    </Link>
  );
}
