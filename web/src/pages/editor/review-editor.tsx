import { useState } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { useKeys } from '../../app/keys.ts';
import { Outline } from '../../app/outline.tsx';
import { online } from '../../data/live/online.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { Desk, type DeskMoves } from './desk.tsx';
import styles from './editor.module.css';
import type { Sheet } from './model/sheet.ts';
import { useNothingHere } from './nothing-here.tsx';
import { SaveLabel } from './panels/save-label.tsx';
import { useEditor } from './use-editor.ts';
import { updateLists, useSheet } from './use-sheet.ts';

interface ReviewEditorProps {
  dataset: Dataset;
  /** Null while the editor is closed; its undo history is kept. */
  image: ListedImage | null;
  moves: Required<DeskMoves>;
  /** @param image the accepted one; by then the review may show another */
  onAccept: (image: string) => void;
  /** There is nothing in it. */
  onEmpty: (image: string) => void;
}

/** The editor in place of the picture of a review, whose queue and claims stay as they are. */
export function ReviewEditor({ dataset, image, moves, onAccept, onEmpty }: ReviewEditorProps) {
  const text = useText();
  const { editor, parts } = useEditor(dataset);
  const open = useSheet(dataset.id, image?.id ?? null, editor, parts);
  if (!image) return null;
  if (open.state === 'missing' || open.state === 'failed')
    return (
      <Placeholder
        title={open.state === 'missing' ? text.imageMissing : text.couldNotLoad}
        hint={open.state === 'missing' ? text.pageMissingHint : reasonOf(open.error, text)}
      >
        <Button onPress={moves.close}>{text.editor.backToReview}</Button>
      </Placeholder>
    );
  if (open.state === 'waiting') return <Outline of="editor" />;
  return <Opened {...{ dataset, editor, parts, moves, onAccept, onEmpty }} sheet={open.sheet} />;
}

type OpenedProps = Omit<ReviewEditorProps, 'image'> & ReturnType<typeof useEditor> & { sheet: Sheet };

function Opened({ dataset, editor, parts, sheet, moves, onAccept, onEmpty }: OpenedProps) {
  const text = useText();
  const [isLeaving, setLeaving] = useState(false);
  /** Saves before the review continues: its judgement needs the new revision, or it would be stale. */
  const leave = async (then: () => void) => {
    if (isLeaving) return;
    setLeaving(true);
    const isSaved = await saveSheet(sheet, dataset.id);
    setLeaving(false);
    if (isSaved) then();
  };
  const close = () => void leave(moves.close);
  const say = () => void leave(() => onEmpty(sheet.image.id));
  const sayEmpty = useNothingHere({ dataset, editor, sheet }, say);
  // Nobody accepts an image in which nothing is drawn by mistake.
  const accept = () => sayEmpty === null && void leave(() => onAccept(sheet.image.id));
  // No other image is opened while this one is being saved.
  const moved: typeof moves = {
    next: () => !isLeaving && moves.next(),
    previous: () => !isLeaving && moves.previous(),
    open: moves.open,
    close,
  };
  useKeys(text.review, [
    { keys: ['e'], label: text.editor.backToReview, run: close },
    { keys: ['Ctrl+Enter'], label: text.editor.acceptEdited, run: accept },
  ]);
  const actions = (
    <div className={styles.ending}>
      <SaveLabel sheet={sheet} />
      <Button
        look="primary"
        shortcut="Ctrl+Enter"
        isDisabled={isLeaving || sayEmpty !== null}
        onPress={accept}
      >
        {text.accept}
      </Button>
      <Button shortcut="E" isDisabled={isLeaving} onPress={close}>
        {text.editor.backToReview}
      </Button>
    </div>
  );
  return <Desk {...{ dataset, editor, parts, sheet, actions, sayEmpty }} moves={moved} />;
}

/** @returns false if there is a conflict or an error: the editor shows it and stays open */
async function saveSheet(sheet: Sheet, dataset: string): Promise<boolean> {
  const isChanged = sheet.isChanged || sheet.seen !== sheet.image.revision;
  // Offline, the changes are kept in the browser and saved when the connection is back.
  if (!online.get()) return true;
  await sheet.save();
  if (sheet.saving.get().kind !== 'saved') return false;
  if (isChanged) await updateLists(dataset, sheet.image.id);
  return true;
}
