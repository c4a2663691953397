import { useEffect, useState } from 'react';
import { usePerson } from '../../data/account.ts';
import { type KeptDrawing, keepDrawing, keptDrawing } from '../../data/kept-drawings.ts';
import { replaceAll } from './model/commands.ts';
import { withId } from './model/drawing.ts';
import type { Editor } from './model/editor.ts';
import { sameAnnotations } from './model/merge.ts';
import type { Sheet } from './model/sheet.ts';

/** What this browser has kept of an image, from a tab that was closed before it could save. */
export function useKept(editor: Editor, sheet: Sheet) {
  const uid = usePerson()?.uid ?? '';
  const { image } = sheet;
  const [kept, setKept] = useState<KeptDrawing | null>(null);
  useEffect(() => {
    const found = editor.mayEdit && !sheet.isChanged ? keptDrawing(uid, image.id) : null;
    if (found && sameAnnotations(found.mine, image.tags)) keepDrawing(uid, image.id, null);
    else setKept(found);
    return () => setKept(null);
  }, [editor, sheet, image, uid]);
  /** A step that can be undone; where the image has changed since, both sides are shown. */
  const restore = () => {
    if (!kept) return;
    setKept(null);
    if (!sameAnnotations(kept.base, image.tags)) sheet.contest(image, kept.base);
    const { text, drawing } = editor;
    editor.run(replaceAll(text.editor.tookUpKept, kept.mine.map(withId), drawing));
  };
  const discard = () => {
    setKept(null);
    keepDrawing(uid, image.id, null);
  };
  return { kept, restore, discard };
}
