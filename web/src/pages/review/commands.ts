/** What can be done with the image of the review. */
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { addresses } from '../../app/places/addresses.ts';
import { notify } from '../../app/state/toasts.ts';
import { undoCommands } from '../../app/state/undo-commands.ts';
import { hasMarks, isMarked, isUnlabelled, type Judgement } from '../../data/images/judgement.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import type { QueueState } from '../../data/review-queue.ts';
import type { Texts } from '../../text/en.ts';
import type { Command } from '../../ui/command.ts';
import { classCommands } from '../dataset/keys-of-classes.ts';
import { similarCommand } from '../find/commands.ts';

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
  onSimilar: () => void;
}

/** The classes, what Enter does, the other buttons, and what has none. */
export function reviewCommands({ dataset, keys, review, onEdit, onSimilar }: ReviewProps, text: Texts) {
  const { image, at, decide, go } = review;
  const [undo, redo] = undoCommands(text);
  // Holding a key down judges only one image.
  const deciding = (judgement: Judgement) => ({ once: true, run: () => decide(judgement) });
  const isDrawn = hasMarks(dataset.type);
  const choose = (tag: string) => decide({ tag, decision: 'accept' });
  const mayBeEmpty = isDrawn && !isMarked(image);
  const named = dataset.tags.find(({ id }) => id === image.tag);
  const acceptLabel = named && !isDrawn ? text.acceptClass(named.name) : text.accept;
  // There is nothing to accept in an image that nobody has labelled.
  const enter: Command = isUnlabelled(image)
    ? { label: text.skip, keys: ['Enter'], once: true, run: () => go(at + 1) }
    : { label: acceptLabel, keys: ['Enter'], ...deciding({ decision: 'accept' }) };
  const buttons: Command[] = [
    ...(mayBeEmpty ? [{ label: text.nothingHere, keys: ['n'], ...deciding({ decision: 'empty' }) }] : []),
    { label: text.reject, keys: ['x', 'Delete'], ...deciding({ decision: 'reject' }) },
    ...(isDrawn ? [{ label: text.openInEditor, keys: ['e'], run: onEdit }] : []),
    undo,
  ];
  const others: Command[] = [
    similarCommand(onSimilar, text),
    redo,
    ...(isDrawn ? [needsSelection(keys, text)] : []),
    { label: text.next, keys: ['ArrowRight'], run: () => go(at + 1) },
    { label: text.previous, keys: ['ArrowLeft'], run: () => go(at - 1) },
  ];
  const classes = isDrawn ? [] : classCommands(dataset.tags, keys, choose, text);
  return { enter, buttons, classes: classes.map((each) => ({ ...each, once: true })), others };
}

/** Once no image is left. */
export const backCommand = (dataset: string, text: Texts): Command => ({
  ...{ label: text.backToDataset, keys: ['Escape'] },
  href: addresses.dataset(dataset),
});

/** Boxes and masks have the classes here, and none can be selected: a class key says so. */
const needsSelection = (keys: ReadonlyMap<string, string>, text: Texts): Command => ({
  ...{ label: text.classOfSelected, keys: [...keys.values()] },
  run: () => void notify({ message: text.keyNeedsSelection }),
});
