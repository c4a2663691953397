import { useSearch } from 'wouter';
import { addresses } from '../../../app/places/addresses.ts';
import { Place } from '../../../app/places/place.tsx';
import { useOnline } from '../../../data/live/online.ts';
import { useStore } from '../../../data/live/store.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { reasonOf } from '../../../text/refused/reason.ts';
import { useText } from '../../../text/use-text.tsx';
import type { Action } from '../../../ui/command.ts';
import { ButtonLink, IconButton } from '../../../ui/form/button.tsx';
import { CommandIcon } from '../../../ui/form/command-button.tsx';
import { ImagesIcon } from '../../../ui/icons.tsx';
import styles from '../editor.module.css';
import type { SaveState, Sheet } from '../model/sheet.ts';
import { NextIcon, PreviousIcon } from './editor-icons.tsx';

interface EditorBarProps {
  dataset: Dataset;
  sheet: Sheet;
  mayEdit: boolean;
  similar: Action;
  next: () => void;
  previous: () => void;
}

/** The name of the image, buttons for the previous and next one, and whether it is saved. */
export function EditorBar({ dataset, sheet, mayEdit, similar, next, previous }: EditorBarProps) {
  const { editor: words } = useText();
  const search = useSearch();
  const { name } = sheet.image;
  return (
    <Place title={words.title(name, dataset.name)}>
      <ButtonLink
        look="quiet"
        aria-label={`${words.back}: ${dataset.name}`}
        href={`${addresses.dataset(dataset.id)}${search === '' ? '' : `?${search}`}`}
      >
        <span className={styles.wide}>{dataset.name}</span>
        <span className={styles.narrow}>
          <ImagesIcon />
        </span>
      </ButtonLink>
      <IconButton label={words.previousImage} shortcut="←" icon={<PreviousIcon />} onPress={previous} />
      <h1 className={styles.name}>{name}</h1>
      <IconButton label={words.nextImage} shortcut="→" icon={<NextIcon />} onPress={next} />
      <CommandIcon of={similar} />
      {mayEdit && <SaveLabel sheet={sheet} />}
    </Place>
  );
}

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
