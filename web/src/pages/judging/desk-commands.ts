/** What can be done with an image of which something is predicted. */
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { undoCommands } from '../../app/state/undo-commands.ts';
import { hasMarks, isUnlabelled, type Judgement } from '../../data/images/judgement.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import type { Prediction } from '../../data/runs/run-images.ts';
import type { Texts } from '../../text/en.ts';
import type { Command } from '../../ui/command.ts';
import { type ClassCommand, classCommands } from '../dataset/keys-of-classes.ts';
import { similarCommand } from '../find/commands.ts';

/** What a desk calls things. */
export interface DeskWords {
  /** What is predicted. */
  predicted: string;
  keep: string;
  take: string;
}

interface Given {
  dataset: Dataset;
  image: ListedImage;
  words: DeskWords;
  /** The surest first. */
  predictions: readonly Prediction[];
  keys: ReadonlyMap<string, string>;
  decide: (judgement: Judgement) => void;
  move: (by: number) => void;
  onEdit: () => void;
  onSimilar: () => void;
  onClose: () => void;
}

export const previousCommand = (text: Texts, run: () => void): Command => ({
  label: text.previous,
  keys: ['ArrowLeft'],
  run,
});

interface Commands {
  buttons: Command[];
  classes: ClassCommand[];
  others: Command[];
}

export function deskCommands(given: Given, text: Texts): Commands {
  const { dataset, image, words, predictions, keys, decide, move, onEdit, onSimilar, onClose } = given;
  const [undo, redo] = undoCommands(text);
  const [first] = predictions;
  // Holding a key down judges only one image.
  const keep: Command = {
    ...{ label: words.keep, keys: ['Enter'], once: true, isDisabled: isUnlabelled(image) },
    run: () => decide({ decision: 'accept' }),
  };
  const take: Command = {
    ...{ label: words.take, keys: ['a'], once: true },
    isDisabled: first === undefined || first.tag === image.tag,
    run: () => first && decide({ tag: first.tag, decision: 'accept' }),
  };
  const others: Command[] = [
    similarCommand(onSimilar, text),
    { label: text.next, keys: ['ArrowRight'], run: () => move(1) },
    previousCommand(text, () => move(-1)),
    { label: text.models.showTiles, keys: ['Escape'], run: onClose },
  ];
  if (!mayEdit(dataset.role)) return { buttons: [], classes: [], others };
  const isClassified = !hasMarks(dataset.type);
  const label = (tag: string) => decide({ tag, decision: 'accept' });
  const classes = isClassified ? classCommands(dataset.tags, keys, label, text) : [];
  return {
    classes: classes.map((each) => ({ ...each, once: true })),
    buttons: [
      keep,
      ...(isClassified ? [take] : []),
      { label: text.openImage, keys: ['e'], run: onEdit },
      undo,
    ],
    others: [redo, ...others],
  };
}
