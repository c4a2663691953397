/** Watches all cameras on every page, without their pictures: `data/cameras/cameras.ts` has how they are. */
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { type CameraFacts, slowAfter, stateOf } from '../../../../packages/camera/src/camera-state.ts';
import { type Beats, NO_BEATS, noteTotal, paceOf, rateOver } from '../../data/cameras/beats.ts';
import { type Camera, cameraOf, isTrouble, noteCamera, UNKNOWN } from '../../data/cameras/cameras.ts';
import { type Signal, useSignal } from '../../data/cameras/signal.ts';
import { useLiveConnection } from '../../data/live/live-connection.ts';
import { notifyOutside } from '../../data/live/notifications.ts';
import { useNow } from '../../data/live/now.ts';
import { useServerOffset } from '../../data/live/server-time.ts';
import { useStore } from '../../data/live/store.ts';
import { watching } from '../../data/live/watching.ts';
import { type Monitor, useCameraMonitors } from '../../data/records/monitors.ts';
import { useLearnedRate } from '../../data/records/sessions.ts';
import { useText } from '../../text/use-text.tsx';
import { useLasting } from '../../ui/frame/use-lasting.ts';
import { addresses } from '../places/addresses.ts';

/** Milliseconds after a connection, or a hidden tab, has come back: what was missed has arrived by then. */
const CATCH_UP = 2_000;

export function WatchCameras() {
  const monitors = useCameraMonitors();
  const isConnected = useLiveConnection();
  const isWatched = useStore(watching);
  const isCertain = useLasting(isConnected && isWatched, CATCH_UP);
  const offset = useServerOffset();
  if (monitors.state !== 'ready') return null;
  return monitors.value.map((monitor) => (
    <WatchCamera key={monitor.id} monitor={monitor} isCertain={isCertain} offset={offset} />
  ));
}

interface WatchCameraProps {
  monitor: Monitor;
  /** False: nothing arrives at present, so that nothing new is known of any camera. */
  isCertain: boolean;
  /** Milliseconds by which the clock of the live state is ahead. */
  offset: number;
}

function WatchCamera({ monitor, isCertain, offset }: WatchCameraProps) {
  const { id, expected } = monitor;
  const live = useSignal(id);
  const beats = useRef(NO_BEATS);
  const now = useNow() + offset;
  const learned = useLearnedRate(expected === null ? (monitor.lastSession?.id ?? null) : null);
  const tell = useTell(monitor);
  useEffect(() => {
    const before = cameraOf(id);
    if (before && live.state === 'ready' && !isCertain) return;
    const next = live.state === 'ready' ? cameraAt(live.value, monitor, learned, beats, now) : UNKNOWN;
    const camera = { ...next, since: next.since && Math.round(next.since - offset) };
    noteCamera(id, camera);
    if (before && before.state !== 'unknown') tell(before, camera);
  });
  useEffect(() => () => noteCamera(id, null), [id]);
  return null;
}

function cameraAt(
  { isRunning, session, total, latest }: Signal,
  monitor: Monitor,
  learned: number | null,
  beats: { current: Beats },
  now: number,
): Camera {
  const expected = monitor.expected ?? learned;
  if (!isRunning) return { ...UNKNOWN, state: 'stopped', expected: rounded(expected) };
  const span = slowAfter(expected);
  beats.current = noteTotal(beats.current, { session, total }, span, now);
  const watchedFrom = beats.current.all[0]?.at ?? now;
  // The record is a moment ahead of the live state, or behind it.
  const started = (monitor.session === session ? monitor.started : 0) || Math.min(watchedFrom, now);
  const rate = rateOver(beats.current, span, now);
  const facts: CameraFacts = { started, latest, frames: total, expected, rate };
  const state = stateOf(facts, now);
  return {
    state,
    pace: state === 'silent' ? null : calm(paceOf(beats.current, now)),
    expected: rounded(expected),
    since: Math.min(now, Math.max(started, latest ?? 0)),
    hasSent: latest !== null,
  };
}

const rounded = (pace: number | null): number | null =>
  pace === null ? null : Number(pace.toPrecision(pace < 10 ? 2 : 3));

/** A pace changes with each frame: only of a few frames a minute, parts of one tell something. */
const calm = (pace: number | null): number | null =>
  pace !== null && pace >= 10 ? Math.round(pace) : rounded(pace);

/** Notifies once, when a camera becomes silent or slow. */
function useTell({ id, name }: Monitor) {
  const text = useText();
  const [, go] = useLocation();
  return (before: Camera, { state }: Camera): void => {
    if (before.state === state || !(state === 'silent' || (state === 'slow' && !isTrouble(before)))) return;
    notifyOutside({
      tag: `camera ${id}`,
      title: text.cameraTrouble[state](name),
      body: text.cameraTroubleHint[state],
      open: () => go(addresses.monitor(id)),
    });
  };
}
