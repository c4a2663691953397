import { useState } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { useKeys } from '../../app/keys.ts';
import { Outline } from '../../app/outline.tsx';
import type { Dataset } from '../../data/datasets.ts';
import { online } from '../../data/online.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { Desk, type DeskMoves } from './desk.tsx';
import styles from './editor.module.css';
import { SaveLabel } from './editor-bar.tsx';
import type { Sheet } from './model/sheet.ts';
import { useEditor } from './use-editor.ts';
import { tellOthers, useSheet } from './use-sheet.ts';

interface ReviewEditorProps {
  dataset: Dataset;
  /** Null while the editor is closed; its history stays. */
  image: ListedImage | null;
  moves: Required<DeskMoves>;
  /** @param image the one that was accepted, whichever the review shows by then */
  onAccept: (image: string) => void;
}

/** The editor in the place of a review's picture: the review, its queue and its claims stay as they are. */
export function ReviewEditor({ dataset, image, moves, onAccept }: ReviewEditorProps) {
  const text = useText();
  const { editor, parts } = useEditor(dataset);
  const open = useSheet(dataset.id, image?.id ?? null, editor, parts);
  if (!image) return null;
  if (open.state === 'missing' || open.state === 'failed')
    return (
      <Placeholder
        title={open.state === 'missing' ? text.editor.imageMissing : text.couldNotLoad}
        hint={open.state === 'missing' ? text.pageMissingHint : open.error.message}
      >
        <Button onPress={moves.close}>{text.editor.backToReview}</Button>
      </Placeholder>
    );
  if (open.state === 'waiting') return <Outline of="editor" />;
  return <Opened {...{ dataset, editor, parts, moves, onAccept }} sheet={open.sheet} />;
}

type OpenedProps = Omit<ReviewEditorProps, 'image'> & ReturnType<typeof useEditor> & { sheet: Sheet };

function Opened({ dataset, editor, parts, sheet, moves, onAccept }: OpenedProps) {
  const text = useText();
  const [isLeaving, setLeaving] = useState(false);
  /** The review judges the image as it is saved: with another revision, its judgement would be stale. */
  const leave = async (then: () => void) => {
    if (isLeaving) return;
    setLeaving(true);
    const isSaved = await savedAs(sheet, dataset.id);
    setLeaving(false);
    if (isSaved) then();
  };
  const close = () => void leave(moves.close);
  const accept = () => void leave(() => onAccept(sheet.image.id));
  // While it is saved, the image stays.
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
      <Button look="primary" shortcut="Ctrl+Enter" isDisabled={isLeaving} onPress={accept}>
        {text.accept}
      </Button>
      <Button shortcut="E" isDisabled={isLeaving} onPress={close}>
        {text.editor.backToReview}
      </Button>
    </div>
  );
  return <Desk {...{ dataset, editor, parts, sheet, actions }} moves={moved} />;
}

/** @returns false where both sides are shown, or where it failed: the editor says so and stays */
async function savedAs(sheet: Sheet, dataset: string): Promise<boolean> {
  const isChanged = sheet.isChanged || sheet.seen !== sheet.image.revision;
  // Without a connection it is kept, and saved once there is one.
  if (!online.get()) return true;
  await sheet.save();
  if (sheet.saving.get().kind !== 'saved') return false;
  if (isChanged) await tellOthers(dataset, sheet.image.id);
  return true;
}
