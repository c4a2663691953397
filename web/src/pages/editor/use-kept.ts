import { useEffect, useRef, useState } from 'react';
import { usePerson } from '../../data/account.ts';
import { type KeptDrawing, keepDrawing, keptDrawing } from '../../data/images/kept-drawings.ts';
import { usePart } from '../../data/live/store.ts';
import { replaceAll } from './model/commands.ts';
import { withId } from './model/drawing.ts';
import type { Editor } from './model/editor.ts';
import { sameAnnotations } from './model/merge.ts';
import type { Sheet } from './model/sheet.ts';
import type { EditorPart, KeptPart } from './part.ts';

type Answer = 'restore' | 'discard';

/** Changes of an image that this browser has kept, from a tab that was closed before it could save. */
export function useKept(editor: Editor, sheet: Sheet, parts: readonly EditorPart[]) {
  const annotations = useKeptAnnotations(editor, sheet);
  const others = useKeptParts(editor, sheet, parts);
  const answer = (given: Answer) => () => {
    annotations.answer(given);
    others.answer(given);
  };
  const times = [annotations.kept, ...others.kept].flatMap((each) => each?.at ?? []);
  return {
    /** Unix milliseconds of the last change; null if nothing was kept. */
    at: times.length > 0 ? Math.max(...times) : null,
    restore: answer('restore'),
    discard: answer('discard'),
  };
}

function useKeptAnnotations(editor: Editor, sheet: Sheet) {
  const uid = usePerson()?.uid ?? '';
  const { image } = sheet;
  const [kept, setKept] = useState<KeptDrawing | null>(null);
  useEffect(() => {
    const found = editor.mayEdit && !sheet.isChanged ? keptDrawing(uid, image.id) : null;
    if (found && sameAnnotations(found.mine, image.tags)) keepDrawing(uid, image.id, null);
    else setKept(found);
    return () => setKept(null);
  }, [editor, sheet, image, uid]);
  const answer = (given: Answer) => {
    if (!kept) return;
    setKept(null);
    if (given === 'discard') return keepDrawing(uid, image.id, null);
    // If the image has changed since, the merge dialog shows both versions.
    if (!sameAnnotations(kept.base, image.tags)) sheet.contest(image, kept.base);
    const { text, drawing } = editor;
    editor.run(replaceAll(text.editor.tookUpKept, kept.mine.map(withId), drawing));
  };
  return { kept, answer };
}

const NOTHING: readonly KeptPart[] = [];

/** Masks are read a little later than annotations: an answer that was given before applies to them too. */
function useKeptParts(editor: Editor, sheet: Sheet, parts: readonly EditorPart[]) {
  const isRead = usePart(
    editor.state,
    ({ drawing }) => drawing?.image === sheet.image.id && drawing.masks !== null,
  );
  const [kept, setKept] = useState(NOTHING);
  const answered = useRef<Answer | null>(null);
  useEffect(() => {
    if (!isRead || !editor.mayEdit) return;
    const found = parts.flatMap((part) => part.kept?.(editor.drawing) ?? []);
    const given = answered.current;
    if (given) carryOut(given, found, editor);
    else setKept(found);
  }, [editor, sheet, isRead, parts]);
  useEffect(
    () => () => {
      answered.current = null;
      setKept(NOTHING);
    },
    [sheet],
  );
  const answer = (given: Answer) => {
    answered.current = given;
    setKept(NOTHING);
    carryOut(given, kept, editor);
  };
  return { kept, answer };
}

function carryOut(given: Answer, kept: readonly KeptPart[], editor: Editor): void {
  for (const part of kept) {
    if (given === 'restore') part.restore(editor);
    else part.discard();
  }
}
