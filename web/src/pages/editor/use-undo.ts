import { useCallback, useEffect, useRef } from 'react';
import type { Editor } from './model/editor.ts';
import type { Sheet } from './model/sheet.ts';

/** Undo and redo across images: if the step belongs to another image, that one is opened first. */
export function useUndo(editor: Editor, sheet: Sheet, openImage: (image: string) => void) {
  const pending = useRef<{ image: string; way: 'undo' | 'redo' } | null>(null);
  const travel = useCallback(
    (way: 'undo' | 'redo') => {
      const image = editor[way]();
      if (image === null) return;
      pending.current = { image, way };
      openImage(image);
    },
    [editor, openImage],
  );
  useEffect(() => {
    const step = pending.current;
    if (step?.image !== sheet.image.id) return;
    pending.current = null;
    editor[step.way]();
  }, [editor, sheet]);
  const undo = useCallback(() => travel('undo'), [travel]);
  const redo = useCallback(() => travel('redo'), [travel]);
  return { undo, redo };
}
