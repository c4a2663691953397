import { Link } from 'react-aria-components';
import { CameraLabel } from '../../app/cameras/camera-label.tsx';
import { CameraLine } from '../../app/cameras/camera-line.tsx';
import { LatestFrame } from '../../app/cameras/last-frame.tsx';
import { SessionButton } from '../../app/cameras/session-button.tsx';
import { addresses } from '../../app/places/addresses.ts';
import { useCamera } from '../../data/cameras/cameras.ts';
import { measuredRate } from '../../data/cameras/flow.ts';
import { type Monitor, stateIn, useMonitorState } from '../../data/records/monitors.ts';
import { mayEdit } from '../../data/records/role.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './wall.module.css';

interface WallTileProps {
  monitor: Monitor;
  /** Without the button, and on two short lines. */
  isCompact: boolean;
}

/** One monitor: its latest frame, how it is, and a button to start or stop it. */
export function WallTile({ monitor, isCompact }: WallTileProps) {
  const watched = useCamera(monitor.id);
  const live = useMonitorState(monitor.id);
  const state = stateIn(live);
  // Of one that is silent, the last rate says nothing.
  const pace = watched.pace === null ? null : (measuredRate(state) ?? watched.pace);
  const camera = { ...watched, pace };
  const look = { silent: styles.silent, slow: styles.slow } as Record<string, string | undefined>;
  return (
    <li className={classNames(styles.tile, look[camera.state], isCompact && styles.compact)}>
      <Link href={addresses.monitor(monitor.id)} className={styles.picture ?? ''} aria-label={monitor.name}>
        <LatestFrame state={state} size={40} />
      </Link>
      <span className={styles.health}>
        <CameraLabel state={camera.state} />
      </span>
      <div className={styles.foot}>
        <div className={styles.words}>
          <h2>{monitor.name}</h2>
          <p className={`${styles.meta} tabular`}>
            <CameraLine camera={camera} live={live} />
          </p>
        </div>
        {!isCompact && mayEdit(monitor.role) && live.state === 'ready' && (
          <SessionButton monitor={monitor.id} isRunning={state?.running ?? false} />
        )}
      </div>
    </li>
  );
}
