import { addresses } from '../../app/addresses.ts';
import type { Dataset } from '../../data/datasets.ts';
import { useStore } from '../../data/store.ts';
import { useText } from '../../text/use-text.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './editor.module.css';
import type { SaveState, Sheet } from './model/sheet.ts';

interface EditorBarProps {
  dataset: Dataset;
  sheet: Sheet;
  mayEdit: boolean;
}

/** Which image this is, and whether it is saved. */
export function EditorBar({ dataset, sheet, mayEdit }: EditorBarProps) {
  return (
    <>
      <ButtonLink look="quiet" href={addresses.dataset(dataset.id)}>
        {dataset.name}
      </ButtonLink>
      <h1 className={styles.name}>{sheet.image.name}</h1>
      {mayEdit && <SaveLabel sheet={sheet} />}
    </>
  );
}

function SaveLabel({ sheet }: { sheet: Sheet }) {
  const { editor: words } = useText();
  const saving = useStore(sheet.saving);
  const labels: Record<SaveState['kind'], string> = {
    saved: words.saved,
    unsaved: words.unsaved,
    saving: words.saving,
    conflict: words.conflict,
    failed: words.notSaved,
  };
  return (
    <span className={styles.saving} data-state={saving.kind} role="status">
      {labels[saving.kind]}
      {saving.kind === 'failed' && `: ${saving.error.message}`}
    </span>
  );
}
