import { useText } from '../../text/use-text.tsx';
import { type KeyCommand, useKeys } from '../keys.ts';
import { redo, undo } from './undo-history.ts';

/** Undo and redo, along with a page's other shortcuts. @param mayChange false for people who may not change anything here */
export function useUndoKeys(mayChange: boolean, others: readonly KeyCommand[] = []): void {
  const text = useText();
  const commands = [
    ...others,
    { keys: ['Ctrl+z', 'z'], label: text.undo, run: () => void undo(text) },
    { keys: ['Ctrl+Shift+z', 'Ctrl+y'], label: text.redo, run: () => void redo(text) },
  ];
  useKeys(text.onThisPage, mayChange ? commands : []);
}
