import { useRef } from 'react';
import { type MonitorState, useMonitorState } from '../records/monitors.ts';
import type { Live } from './live.ts';
import { useLiveConnection } from './live-connection.ts';
import { useNow } from './now.ts';
import { beat, isSilent, NO_PULSE, type Pulse, perMinute } from './pulse.ts';

/** `unknown`: its live state was not read yet, or may not be. */
export type Health = 'running' | 'silent' | 'stopped' | 'unknown';

/** Whether a monitor is running, and how fast it sends, derived from the changes of its live state. */
function usePulse(live: Live<MonitorState | null>): { health: Health; perMinute: number | null } {
  const pulse = useRef<Pulse>(NO_PULSE);
  const now = useNow();
  const isConnected = useLiveConnection();
  if (live.state !== 'ready') return { health: 'unknown', perMinute: null };
  const state = live.value;
  if (!state?.running) return { health: 'stopped', perMinute: null };
  pulse.current = beat(pulse.current, state, Date.now());
  return {
    // Without a connection, nothing arrives from any camera.
    health: isConnected && isSilent(pulse.current, now) ? 'silent' : 'running',
    perMinute: perMinute(pulse.current),
  };
}

/** A monitor as it is now. */
export function useCamera(monitor: string) {
  const live = useMonitorState(monitor);
  return { live, state: live.state === 'ready' ? live.value : null, ...usePulse(live) };
}
