import { useState } from 'react';
import { attempt } from '../../app/state/undo-history.ts';
import { useNow } from '../../data/live/now.ts';
import { useServerOffset } from '../../data/live/server-time.ts';
import { isNotTaken, type Told, tell } from '../../data/records/told.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import styles from './monitor.module.css';

const COMMANDS = ['start', 'stop', 'capture'] as const;

/** Tells a camera that listens what to do, and says what became of it. */
export function TellCamera({ monitor, told }: { monitor: string; told: Told | null }) {
  const text = useText();
  const [asking, setAsking] = useState<string | null>(null);
  const ask = async (command: (typeof COMMANDS)[number]) => {
    setAsking(command);
    await attempt(() => tell(monitor, command), text);
    setAsking(null);
  };
  return (
    <section aria-label={text.tellCamera}>
      <h2>{text.tellCamera}</h2>
      <div className={styles.commands}>
        {COMMANDS.map((command) => (
          <Button key={command} isPending={asking === command} onPress={() => void ask(command)}>
            {text.commands[command]}
          </Button>
        ))}
      </div>
      <p className={styles.hint} role="status">
        {told ? <Outcome told={told} /> : text.tellHint}
      </p>
    </section>
  );
}

function Outcome({ told }: { told: Told }) {
  const text = useText();
  const now = useNow() + useServerOffset();
  const { command, stage, message } = told;
  const name = Object.hasOwn(text.commands, command)
    ? text.commands[command as keyof typeof text.commands]
    : command;
  const words = isNotTaken(told, now) ? text.notTaken : text.stages[stage];
  return [`${name}: ${words}`, message].filter(Boolean).join(' · ');
}
