import type { Live } from '../../data/live/live.ts';
import type { MonitorState } from '../../data/records/monitors.ts';
import { useText } from '../../text/use-text.tsx';
import { TimeText } from '../../ui/time-text.tsx';

/** When a camera's latest frame was taken, if that is known. */
export function LastFrame({ live }: { live: Live<MonitorState | null> }) {
  const text = useText();
  if (live.state !== 'ready') return '–';
  return live.value?.frame ? <TimeText at={live.value.frame.date} /> : text.noFrameYet;
}
