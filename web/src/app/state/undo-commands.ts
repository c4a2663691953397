import type { Texts } from '../../text/en.ts';
import type { Command } from '../../ui/command.ts';
import { redo, undo } from './undo-history.ts';

export const undoCommands = (text: Texts): readonly [undo: Command, redo: Command] => [
  { label: text.undo, keys: ['z', 'Ctrl+z'], run: () => void undo(text) },
  { label: text.redo, keys: ['Ctrl+Shift+z', 'Ctrl+y'], run: () => void redo(text) },
];
