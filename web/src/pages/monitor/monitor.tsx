import { Fragment } from 'react';
import { Link } from 'react-aria-components';
import { CameraLabel } from '../../app/cameras/camera-label.tsx';
import { CameraLine } from '../../app/cameras/camera-line.tsx';
import { SessionButton } from '../../app/cameras/session-button.tsx';
import { addresses } from '../../app/places/addresses.ts';
import { MonitorPlace } from '../../app/places/monitor-place.tsx';
import { WithMonitor } from '../../app/places/with-record.tsx';
import { LiveAway } from '../../app/state/live-away.tsx';
import { type Camera, useCamera } from '../../data/cameras/cameras.ts';
import { measuredRate, ownNumbers } from '../../data/cameras/flow.ts';
import { useDatasets } from '../../data/records/datasets.ts';
import {
  type Monitor as MonitorRecord,
  type MonitorState,
  stateIn,
  useMonitorState,
} from '../../data/records/monitors.ts';
import { mayEdit } from '../../data/records/role.ts';
import { percent } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { Bone } from '../../ui/bone.tsx';
import { useNarrow } from '../../ui/frame/use-narrow.ts';
import { DeviceKeys } from './device-keys.tsx';
import { Frames, LiveFrame } from './frames.tsx';
import { EmptyHour, LastHour } from './last-hour.tsx';
import styles from './monitor.module.css';
import { Sessions } from './sessions.tsx';
import { TellCamera } from './tell-camera.tsx';

/** The page of one monitor, which is a camera: its latest frame, sessions, target dataset and device keys. */
export const Monitor = ({ id }: { id: string }) => (
  <WithMonitor id={id}>{(monitor) => <MonitorPage monitor={monitor} />}</WithMonitor>
);

function MonitorPage({ monitor }: { monitor: MonitorRecord }) {
  const text = useText();
  const camera = useCamera(monitor.id);
  const live = useMonitorState(monitor.id);
  const state = stateIn(live);
  const pace = camera.pace === null ? null : (measuredRate(state) ?? camera.pace);
  const isNarrow = useNarrow();
  const noted = (words: string) => (live.state === 'ready' ? words : '–');
  const controls = live.state === 'ready' && (
    <>
      <CameraLabel state={camera.state} />
      {mayEdit(monitor.role) && <SessionButton monitor={monitor.id} isRunning={state?.running ?? false} />}
    </>
  );
  return (
    <div className={styles.page}>
      <MonitorPlace monitor={monitor} page="monitor">
        {!isNarrow && controls}
      </MonitorPlace>
      {monitor.dataset === '' ? (
        <LiveFrame state={state} />
      ) : (
        <Frames monitor={monitor.id} dataset={monitor.dataset} state={state} />
      )}
      <Sessions
        monitor={monitor}
        running={state?.running ? { id: state.session, frames: state.total } : null}
      />
      <aside className={styles.side}>
        <LiveAway />
        {isNarrow && controls && <div className={styles.head}>{controls}</div>}
        <dl className={styles.facts}>
          <dt>{text.lastFrameAt}</dt>
          <dd>
            <CameraLine camera={{ ...camera, pace: null }} live={live} />
          </dd>
          <dt>{text.thisSession}</dt>
          <dd className="tabular">{noted(state?.running ? text.frames(state.total) : text.noSession)}</dd>
          <dt>{text.pace}</dt>
          <dd className="tabular">{pace === null ? '–' : text.perMinute(text.number(pace))}</dd>
          <dt>{text.expectedPace}</dt>
          <dd className="tabular">
            <Expected monitor={monitor} camera={camera} />
          </dd>
        </dl>
        <OwnNumbers state={state} />
        <Target monitor={monitor} state={state} />
        {mayEdit(monitor.role) && <TellCamera monitor={monitor.id} told={state?.told ?? null} />}
        {monitor.role === 'owner' && <DeviceKeys monitor={monitor.id} />}
      </aside>
    </div>
  );
}

/** The expected frames per minute, and where that is from. */
function Expected({ monitor, camera }: { monitor: MonitorRecord; camera: Camera }) {
  const text = useText();
  const words = (pace: number) => text.perMinute(text.number(pace));
  if (monitor.expected !== null) return words(monitor.expected);
  return camera.expected === null ? text.notKnownYet : text.asBefore(words(camera.expected));
}

/** What the camera itself has measured, by its own names. */
function OwnNumbers({ state }: { state: MonitorState | null }) {
  const text = useText();
  const numbers = ownNumbers(state);
  if (numbers.length === 0) return null;
  return (
    <section aria-label={text.ownNumbers}>
      <h2>{text.ownNumbers}</h2>
      <dl className={styles.facts}>
        {numbers.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name.replaceAll('_', ' ')}</dt>
            <dd className="tabular">{text.number(value)}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

/** The dataset that frames go to, and the share of them that is sent to review. */
function Target({ monitor, state }: { monitor: MonitorRecord; state: MonitorState | null }) {
  const text = useText();
  const { language } = useLanguage();
  const datasets = useDatasets();
  const target = datasets.state === 'ready' && datasets.value.find(({ id }) => id === monitor.dataset);
  const isUnknown = datasets.state === 'waiting' && monitor.dataset !== '';
  return (
    <>
      <dl className={styles.facts}>
        <dt>{text.framesGoTo}</dt>
        <dd>
          {target ? (
            <Link href={addresses.dataset(target.id)}>{target.name}</Link>
          ) : isUnknown ? (
            <Bone width={80} />
          ) : (
            monitor.dataset || text.whereFramesSay
          )}
        </dd>
        <dt>{text.reviewShare}</dt>
        <dd className="tabular">{percent(language, monitor.review / 100)}</dd>
      </dl>
      {target && (
        <LastHour
          monitor={monitor.id}
          dataset={target.id}
          isRunning={state?.running ?? false}
          measured={measuredRate(state)}
        />
      )}
      {isUnknown && <EmptyHour />}
    </>
  );
}
