/** What can be done with groups of near copies, and with an image that others may be like. */
import { undoCommands } from '../../app/state/undo-commands.ts';
import type { Texts } from '../../text/en.ts';
import type { Action, Command } from '../../ui/command.ts';

interface Given {
  isEditor: boolean;
  /** Keeps one of the current group. */
  keep: () => void;
  /** Shows the one that would be kept as large as it goes. Absent while one is shown so: that one is meant. */
  show?: () => void;
  /** Opens it in the editor. */
  open: () => void;
  /** Makes another group the current one. */
  move: (by: number) => void;
}

/** @returns `buttons` of the current group, and others */
export function copiesCommands({ isEditor, keep, show, open, move }: Given, text: Texts) {
  const { find } = text;
  // Holding the key down empties only one group.
  const label = show ? find.keepOne : find.keepThis;
  const keepOne: Action = { label, keys: ['Enter'], once: true, run: keep };
  const buttons: Action[] = [
    ...(isEditor ? [keepOne] : []),
    { label: text.openImage, keys: ['e'], run: open },
  ];
  const others: Command[] = [
    ...(show ? [{ label: find.showLarge, keys: ['Space'], run: show }] : []),
    { label: find.nextGroup, keys: ['ArrowDown'], run: () => move(1) },
    { label: find.previousGroup, keys: ['ArrowUp'], run: () => move(-1) },
    ...(isEditor ? undoCommands(text) : []),
  ];
  return { buttons, others };
}

/** Opens the images that look most like the one that is open. */
export const similarCommand = (run: () => void, text: Texts): Action => ({
  ...{ label: text.find.kinds.similar, icon: 'similar', keys: ['i'] },
  run,
});
