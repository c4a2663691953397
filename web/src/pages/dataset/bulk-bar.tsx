import { useText } from '../../text/use-text.tsx';
import type { Action } from '../../ui/command.ts';
import { CommandBar } from '../../ui/form/command-button.tsx';
import styles from './dataset.module.css';

/** The toolbar for the selected images. */
export function BulkBar({ count, commands }: { count: number; commands: readonly Action[] }) {
  const text = useText();
  return (
    <div className={styles.actions}>
      <div className={styles.toolbar} role="toolbar" aria-label={text.selected(count)}>
        <span>{text.selected(count)}</span>
        <CommandBar of={commands} />
      </div>
    </div>
  );
}
