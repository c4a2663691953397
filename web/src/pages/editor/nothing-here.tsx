import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { hasMarks } from '../../data/images/judgement.ts';
import { usePart } from '../../data/live/store.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { useJudge } from '../dataset/use-judge.ts';
import { useLatest } from '../image/use-latest.ts';
import styles from './editor.module.css';
import type { Editor } from './model/editor.ts';
import type { Sheet } from './model/sheet.ts';

/**
 * Says that there is nothing in the image, once what was removed is saved. Null where that cannot be said: something is drawn, or the
 * dataset has classes of whole images.
 * @param then called when it is said; default: it is said here, and can be undone
 */
export function useNothingHere(
  { dataset, editor, sheet }: { dataset: Dataset; editor: Editor; sheet: Sheet },
  then?: () => void,
): (() => void) | null {
  const drawing = usePart(editor.state, (state) => state.drawing);
  const judge = useJudge(dataset.id, () => '');
  const isDrawn = !drawing || drawing.annotations.length > 0;
  const isMasked = drawing?.masks ? drawing.masks.length > 0 : sheet.image.masks.length > 0;
  if (!editor.mayEdit || !hasMarks(dataset.type) || isDrawn || isMasked) return null;
  const say = async (): Promise<void> => {
    await sheet.save();
    if (sheet.saving.get().kind !== 'saved') return;
    const image = { ...sheet.image, revision: sheet.seen, tags: [], masks: [] };
    await judge([image], { decision: 'empty' });
  };
  return then ?? (() => void say());
}

interface NothingHereProps {
  dataset: string;
  image: ListedImage;
  say: () => void;
}

/** The button, or that it has been said. */
export function NothingHere({ dataset, image, say }: NothingHereProps) {
  const text = useText();
  const { checked } = useLatest(dataset, image);
  if (checked) return <p className={styles.empty}>{text.lookedAtEmpty}</p>;
  return (
    <Button shortcut="Shift+N" onPress={say}>
      {text.nothingHere}
    </Button>
  );
}
