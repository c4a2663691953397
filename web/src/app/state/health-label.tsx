import type { Health } from '../../data/live/use-pulse.ts';
import { useText } from '../../text/use-text.tsx';
import { type State, StateLabel } from '../../ui/state-label.tsx';

const STATES: Record<Health, State> = {
  running: 'running',
  silent: 'failed',
  stopped: 'plain',
  unknown: 'plain',
};

/** Whether a camera is running, silent or stopped, if that is known. */
export function HealthLabel({ health }: { health: Health }) {
  const text = useText();
  return <StateLabel state={STATES[health]}>{text[health]}</StateLabel>;
}
