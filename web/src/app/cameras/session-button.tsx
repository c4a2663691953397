import { useSessionControl } from '../../data/records/use-session-control.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { attempt } from '../state/undo-history.ts';

/** Starts or stops a monitor's session. */
export function SessionButton({ monitor, isRunning }: { monitor: string; isRunning: boolean }) {
  const text = useText();
  const { isBusy, start, stop } = useSessionControl(monitor);
  return (
    <Button isPending={isBusy} onPress={() => void attempt(isRunning ? stop : start, text)}>
      {isRunning ? text.stop : text.start}
    </Button>
  );
}
