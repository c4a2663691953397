import type { MouseEvent } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { useKeys } from '../../app/keys.ts';
import { redo, undo } from '../../app/state/undo-history.ts';
import { hasMarks, isMarked, isUnlabelled, type Judgement } from '../../data/images/judgement.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import type { QueueState } from '../../data/review-queue.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ClassChoice } from './class-choice.tsx';
import { Picture } from './picture.tsx';
import styles from './review.module.css';
import { Strip } from './strip.tsx';

export interface ReviewProps {
  dataset: Dataset;
  keys: ReadonlyMap<string, string>;
  review: QueueState & {
    image: ListedImage;
    decide: (judgement: Judgement) => void;
    go: (at: number) => void;
  };
  /** Opens the image in the editor. */
  onEdit: () => void;
}

/**
 * A pointer takes no focus: if a button had it, Enter would press that button again, on the next image, instead of accepting
 * the image.
 */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

/** The current image as large as possible, the possible judgements, and the next images. */
export function Desk({ dataset, keys, review, onEdit }: ReviewProps) {
  const text = useText();
  const { image, images, at, decide, go } = review;
  const enter = useEnter(review);
  useDeskKeys({ dataset, keys, review, onEdit });
  return (
    <div className={styles.desk}>
      <Picture key={image.id} image={image} />
      <Strip images={images} at={at} onGo={go} onMouseDownCapture={keepFocus} />
      <aside className={styles.side} onMouseDownCapture={keepFocus}>
        <ClassChoice
          tags={dataset.tags}
          keys={keys}
          current={image.tag}
          onChoose={(tag) => decide({ tag, decision: 'accept' })}
        />
        <div className={styles.actions}>
          <Button look="primary" shortcut="Enter" onPress={enter.run}>
            {enter.label}
          </Button>
          {mayBeEmpty(dataset, image) && (
            <Button shortcut="N" onPress={() => decide({ decision: 'empty' })}>
              {text.nothingHere}
            </Button>
          )}
          <Button look="danger" shortcut="X" onPress={() => decide({ decision: 'reject' })}>
            {text.reject}
          </Button>
          <Button shortcut="E" onPress={onEdit}>
            {text.openInEditor}
          </Button>
          <Button shortcut="Z" onPress={() => void undo(text)}>
            {text.undo}
          </Button>
        </div>
      </aside>
    </div>
  );
}

const mayBeEmpty = ({ type }: Dataset, image: ListedImage): boolean => hasMarks(type) && !isMarked(image);

/** What Enter does: there is nothing to accept in an image that nobody has labelled. */
function useEnter({ image, at, decide, go }: ReviewProps['review']) {
  const text = useText();
  return isUnlabelled(image)
    ? { label: text.skip, run: () => go(at + 1) }
    : { label: text.accept, run: () => decide({ decision: 'accept' }) };
}

function useDeskKeys({ dataset, keys, review, onEdit }: ReviewProps): void {
  const text = useText();
  const { image, at, decide: judge, go } = review;
  const enter = useEnter(review);
  // Holding a key down judges only one image.
  const decide = (judgement: Judgement) => (event: KeyboardEvent) => event.repeat || judge(judgement);
  const classes = dataset.tags.flatMap(({ id, name }) => {
    const key = keys.get(id);
    const run = decide({ tag: id, decision: 'accept' });
    return key === undefined ? [] : [{ keys: [key], label: name, run }];
  });
  useKeys(text.onThisPage, [
    { keys: ['Enter'], label: enter.label, run: (event) => event.repeat || enter.run() },
    ...(mayBeEmpty(dataset, image)
      ? [{ keys: ['n'], label: text.nothingHere, run: decide({ decision: 'empty' }) }]
      : []),
    { keys: ['x', 'Delete'], label: text.reject, run: decide({ decision: 'reject' }) },
    ...classes,
    { keys: ['e'], label: text.openInEditor, run: onEdit },
    { keys: ['ArrowRight'], label: text.next, run: () => go(at + 1) },
    { keys: ['ArrowLeft'], label: text.previous, run: () => go(at - 1) },
    { keys: ['z', 'Ctrl+z'], label: text.undo, run: () => void undo(text) },
    { keys: ['Ctrl+Shift+z', 'Ctrl+y'], label: text.redo, run: () => void redo(text) },
  ]);
}
