import type { Live } from '../../data/live/live.ts';
import type { MonitorState } from '../../data/records/monitors.ts';
import { useText } from '../../text/use-text.tsx';
import { CameraIcon } from '../../ui/icons.tsx';
import { TimeText } from '../../ui/time-text.tsx';

/** When a camera's latest frame was taken, if that is known. */
export function LastFrame({ live }: { live: Live<MonitorState | null> }) {
  const text = useText();
  if (live.state !== 'ready') return '–';
  return live.value?.frame ? <TimeText at={live.value.frame.date} /> : text.noFrameYet;
}

interface LatestFrameProps {
  state: MonitorState | null;
  /** Of the icon that is shown in place of a frame. */
  size: number;
  alt?: string;
}

export function LatestFrame({ state, size, alt = '' }: LatestFrameProps) {
  if (!state?.frame) return <CameraIcon size={size} />;
  return <img src={`data:image/webp;base64,${state.frame.data}`} alt={alt} />;
}
