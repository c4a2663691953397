import type { Camera } from '../../data/cameras/cameras.ts';
import type { Live } from '../../data/live/live.ts';
import { useNow } from '../../data/live/now.ts';
import type { MonitorState } from '../../data/records/monitors.ts';
import { duration } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { LastFrame } from './last-frame.tsx';

interface CameraLineProps {
  camera: Camera;
  live: Live<MonitorState | null>;
}

/** When a camera sent its latest frame and how fast it sends, what is wrong first; of a silent one, for how long there has been none. */
export function CameraLine({ camera, live }: CameraLineProps) {
  if (camera.state === 'silent' && camera.since !== null)
    return <Silence since={camera.since} hasSent={camera.hasSent} />;
  const frame = <LastFrame live={live} />;
  if (camera.pace === null) return frame;
  const pace = <Pace camera={camera} pace={camera.pace} />;
  const [first, second] = camera.state === 'slow' ? [pace, frame] : [frame, pace];
  return (
    <>
      {first} · {second}
    </>
  );
}

function Silence({ since, hasSent }: { since: number; hasSent: boolean }) {
  const text = useText();
  const { language } = useLanguage();
  const span = duration(language, Math.max(0, useNow() - since));
  return hasSent ? text.noFrameFor(span) : text.noFrameSinceStart(span);
}

/** Frames per minute; of a slow camera, also what is expected. */
function Pace({ camera: { state, expected }, pace }: { camera: Camera; pace: number }) {
  const text = useText();
  if (state === 'slow' && expected !== null)
    return text.perMinuteOf(text.number(pace), text.number(expected));
  return text.perMinute(text.number(pace));
}
