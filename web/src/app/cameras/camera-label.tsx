import type { Camera } from '../../data/cameras/cameras.ts';
import { useText } from '../../text/use-text.tsx';
import { type State, StateLabel } from '../../ui/state-label.tsx';

const STATES: Record<Camera['state'], State> = {
  ok: 'running',
  slow: 'stale',
  silent: 'failed',
  'never sent': 'plain',
  stopped: 'plain',
  unknown: 'plain',
};

/** How a camera is, in one word. */
export function CameraLabel({ state }: { state: Camera['state'] }) {
  const text = useText();
  return <StateLabel state={STATES[state]}>{text.cameraStates[state]}</StateLabel>;
}
