import type { Texts } from '../../text/en.ts';
import type { Command } from '../../ui/command.ts';
import { redo, undo } from './undo-history.ts';

export const undoCommand = (text: Texts): Command => ({
  label: text.undo,
  keys: ['z', 'Ctrl+z'],
  run: () => void undo(text),
});

export const redoCommand = (text: Texts): Command => ({
  label: text.redo,
  keys: ['Ctrl+Shift+z', 'Ctrl+y'],
  run: () => void redo(text),
});

export const undoCommands = (text: Texts): Command[] => [undoCommand(text), redoCommand(text)];
