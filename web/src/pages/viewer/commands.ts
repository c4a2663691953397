/** What can be done with a picture wherever it is shown. */
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import type { KeyCommand } from '../../app/keys.ts';
import { undoCommands } from '../../app/state/undo-commands.ts';
import { isUnlabelled, type Judgement } from '../../data/images/judgement.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import type { Texts } from '../../text/en.ts';
import type { Action, Command } from '../../ui/command.ts';
import { classCommands } from '../dataset/keys-of-classes.ts';
import { ARROWS, type Point } from '../editor/model/geometry.ts';

export interface Zooming {
  in: () => void;
  out: () => void;
  whole: () => void;
  /** One pixel of the image is one of CSS. */
  actual: () => void;
}

export const zoomCommands = (words: Texts['editor'], zooming: Zooming) => [
  { label: words.zoomIn, keys: ['+', '='], run: zooming.in },
  { label: words.zoomOut, keys: ['-'], run: zooming.out },
  { label: words.fit, keys: ['Shift+f', '0'], run: zooming.whole },
  { label: words.actualSize, keys: ['Shift+o'], run: zooming.actual },
];

interface Leafing {
  move: (by: number) => void;
  onClose: () => void;
}

/** From one image to the next, and back to the tiles. */
export const leafCommands = (text: Texts, { move, onClose }: Leafing): Action[] => [
  { label: text.next, keys: ['ArrowRight'], run: () => move(1) },
  { label: text.previous, keys: ['ArrowLeft'], run: () => move(-1) },
  { label: text.models.showTiles, keys: ['Escape'], run: onClose },
];

interface Steps {
  next: () => void;
  previous: () => void;
}

/** To the neighbours of the open image. */
export const stepCommands = ({ next, previous }: Steps, text: Texts): [next: Action, previous: Action] => [
  { label: text.next, keys: ['ArrowRight', 'PageDown'], run: next },
  { label: text.previous, keys: ['ArrowLeft', 'PageUp'], run: previous },
];

interface Opened extends Steps {
  dataset: Dataset;
  image: ListedImage;
  keys: ReadonlyMap<string, string>;
  /** Null for those who may not edit. */
  decide: ((judgement: Judgement) => void) | null;
  close: () => void;
}

/** What can be done with an image that has one class: it stays open, with its new one. */
export function openCommands({ dataset, image, keys, decide, ...moves }: Opened, text: Texts) {
  const others: Command[] = [
    ...stepCommands(moves, text),
    { label: text.backToDataset, keys: ['Escape'], run: moves.close },
  ];
  if (!decide) return { classes: [], buttons: [], others };
  const [undo, redo] = undoCommands(text);
  const once = (label: string, its: readonly string[], judgement: Judgement): Action => ({
    ...{ label, keys: its, once: true },
    run: () => decide(judgement),
  });
  const isInReview = image.set === 'REVIEW';
  const buttons: Command[] = [
    ...(isInReview && !isUnlabelled(image) ? [once(text.accept, ['Enter'], { decision: 'accept' })] : []),
    ...(isInReview ? [] : [once(text.sendToReview, [], { decision: 'review' })]),
    once(text.moveToTrash, ['x', 'Delete'], { decision: 'reject' }),
    undo,
  ];
  const classes = classCommands(dataset.tags, keys, (tag) => decide({ tag }), text);
  return { classes: classes.map((each) => ({ ...each, once: true })), buttons, others: [redo, ...others] };
}

/** Gives the image the surest class. @param run null where there is nothing to take */
export const takeClassCommand = (run: (() => void) | null, { models }: Texts): Action => ({
  ...{ label: models.takePrediction, keys: ['Shift+t'], once: true, isDisabled: run === null },
  run: () => run?.(),
});

/** @param move looks further in a direction: -1, 0 or 1 across and down */
export const moveKeys = (words: Texts['editor'], move: (way: Point) => void): KeyCommand => ({
  keys: ['Shift+ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowDown'],
  label: words.movePicture,
  run: ({ key }) => move(ARROWS[key] ?? { x: 0, y: 0 }),
});
