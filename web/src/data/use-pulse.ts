import { useRef } from 'react';
import { useLiveConnection } from './live-connection.ts';
import type { MonitorState } from './monitors.ts';
import { useNow } from './now.ts';
import { beat, isSilent, NO_PULSE, type Pulse, perMinute } from './pulse.ts';

export type Health = 'running' | 'silent' | 'stopped';

/** Whether a monitor is running, and how fast it sends, derived from the changes of its live state. */
export function usePulse(state: MonitorState | null): { health: Health; perMinute: number | null } {
  const pulse = useRef<Pulse>(NO_PULSE);
  const now = useNow();
  const isConnected = useLiveConnection();
  if (!state?.running) return { health: 'stopped', perMinute: null };
  pulse.current = beat(pulse.current, state, Date.now());
  return {
    // Without a connection, nothing arrives from any camera.
    health: isConnected && isSilent(pulse.current, now) ? 'silent' : 'running',
    perMinute: perMinute(pulse.current),
  };
}
