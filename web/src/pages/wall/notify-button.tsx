import { notify } from '../../app/state/toasts.ts';
import { useCommands } from '../../app/use-commands.ts';
import { canNotify, isNotifying, startNotifying, stopNotifying } from '../../data/live/notifications.ts';
import { useStore } from '../../data/live/store.ts';
import type { Texts } from '../../text/en.ts';
import { useText } from '../../text/use-text.tsx';
import type { Action } from '../../ui/command.ts';
import { CommandIcon } from '../../ui/form/command-button.tsx';

/** Switches the browser's notifications about cameras on and off. */
export function NotifyButton() {
  const text = useText();
  const isOn = useStore(isNotifying);
  const command = notifyCommand(isOn, text);
  useCommands(canNotify ? [command] : []);
  return canNotify && <CommandIcon of={command} />;
}

function notifyCommand(isOn: boolean, text: Texts): Action {
  const start = async () => {
    if (await startNotifying()) notify({ message: text.notificationsOn });
    else notify({ message: text.notificationsDenied, tone: 'failed' });
  };
  const stop = () => {
    stopNotifying();
    notify({ message: text.notificationsOff });
  };
  return {
    label: isOn ? text.notifyNoMore : text.notifyMe,
    icon: isOn ? 'bellOn' : 'bell',
    run: () => (isOn ? stop() : void start()),
  };
}
