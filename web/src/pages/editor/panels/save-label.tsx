import { useOnline } from '../../../data/live/online.ts';
import { useStore } from '../../../data/live/store.ts';
import { reasonOf } from '../../../text/refused/reason.ts';
import { useText } from '../../../text/use-text.tsx';
import styles from '../editor.module.css';
import type { SaveState, Sheet } from '../model/sheet.ts';

/** Whether the drawing is saved. */
export function SaveLabel({ sheet }: { sheet: Sheet }) {
  const text = useText();
  const words = text.editor;
  const saving = useStore(sheet.saving);
  const isOnline = useOnline();
  const labels: Record<SaveState['kind'], string> = {
    saved: words.saved,
    unsaved: words.unsaved,
    // Offline, saving waits for the connection.
    saving: isOnline ? words.saving : words.unsaved,
    conflict: words.conflict,
    contested: words.conflict,
    failed: words.notSaved,
  };
  return (
    <span className={styles.saving} data-state={saving.kind} role="status">
      {labels[saving.kind]}
      {saving.kind === 'failed' && `: ${reasonOf(saving.error, text)}`}
    </span>
  );
}
