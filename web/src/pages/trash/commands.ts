/** What can be done with the selected images of the trash. */
import type { Texts } from '../../text/en.ts';
import type { Command } from '../../ui/command.ts';

interface Deeds {
  isDisabled: boolean;
  restore: () => void;
  askToDelete: () => void;
  clear: () => void;
  selectAll: () => void;
}

export const trashCommands = (
  { isDisabled, restore, askToDelete, clear, selectAll }: Deeds,
  text: Texts,
): readonly [restore: Command, deleteForGood: Command, ...ofSelection: Command[]] => [
  { label: text.restore, keys: ['r'], isDisabled, run: restore },
  { label: text.deleteForGood, keys: ['Delete'], isDisabled, run: askToDelete },
  { label: text.selectAll, keys: ['Ctrl+a'], run: selectAll },
  { label: text.clearSelection, isDisabled, run: clear },
];
