import { useEffect, useMemo, useRef, useState } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { notify } from '../../app/state/toasts.ts';
import { usePerson } from '../../data/account.ts';
import { isStale, saveAnnotations } from '../../data/images/annotation-records.ts';
import { publishImageNews } from '../../data/images/image-bus.ts';
import { readImage } from '../../data/images/image-record.ts';
import { keepDrawing } from '../../data/images/kept-drawings.ts';
import { recordOf } from '../../data/images/prefetch.ts';
import { readImages } from '../../data/images/read-images.ts';
import { outbox } from '../../data/outbox/current.ts';
import type { Texts } from '../../text/en.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { useText } from '../../text/use-text.tsx';
import { type Drawing, emptyDrawing, withId } from './model/drawing.ts';
import type { Editor } from './model/editor.ts';
import { Sheet, type SheetPorts } from './model/sheet.ts';
import type { EditorPart } from './part.ts';

export type OpenSheet =
  | { state: 'waiting' }
  | { state: 'missing' }
  | { state: 'failed'; error: Error }
  | { state: 'ready'; sheet: Sheet };

/** Milliseconds until an image that could not be read is requested again. */
const RETRY_AFTER = 3_000;

/** The sheet of an image. Sheets of images whose steps can still be undone are kept. @param image null opens none */
export function useSheet(
  dataset: string,
  image: string | null,
  editor: Editor,
  parts: readonly EditorPart[],
): OpenSheet {
  const ports = usePorts(dataset, parts);
  const sheets = useRef(new Map<string, Sheet>());
  const [open, setOpen] = useState<OpenSheet>({ state: 'waiting' });
  const text = useText();
  const texts = useRef(text);
  texts.current = text;
  useEffect(() => {
    if (image === null) return setOpen({ state: 'waiting' });
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let opened: Sheet | null = null;
    let end = () => {};
    const begin = async () => {
      try {
        const sheet = await openSheet({ dataset, image, editor, ports, known: sheets.current.get(image) });
        if (isOver) return;
        if (!sheet) return setOpen({ state: 'missing' });
        sheets.current.set(image, sheet);
        editor.open(sheet.drawing);
        end = follow(editor, sheet);
        opened = sheet;
        setOpen({ state: 'ready', sheet });
        await loadParts(sheet, editor, parts, () => isOver);
      } catch (error) {
        if (isOver) return;
        setOpen({ state: 'failed', error: error as Error });
        timer = setTimeout(() => void begin(), RETRY_AFTER);
      }
    };
    void begin();
    return () => {
      isOver = true;
      clearTimeout(timer);
      end();
      if (opened) leaveSheet(opened, editor, sheets.current, texts.current);
      for (const part of parts) part.close?.();
      editor.close();
    };
  }, [dataset, image, editor, parts, ports]);
  return open;
}

/** Passes each change of the drawing to the sheet. @returns a function that stops it */
const follow = (editor: Editor, sheet: Sheet): (() => void) =>
  editor.state.subscribe(() => {
    const { drawing } = editor.state.get();
    if (drawing?.image === sheet.image.id) sheet.update(drawing);
  });

/** Lets the parts read what they need of an image, such as masks. Errors are shown, and reading is tried again. */
async function loadParts(
  sheet: Sheet,
  editor: Editor,
  parts: readonly EditorPart[],
  isOver: () => boolean,
): Promise<void> {
  if (sheet.stored.masks !== null) return;
  for (const part of parts)
    for (let isRead = !part.load; !isRead && !isOver(); ) {
      const read = await part.load?.(sheet.image, sheet.stored).catch((error: Error) => {
        editor.say(editor.text.notDone(reasonOf(error, editor.text)));
        return null;
      });
      if (isOver()) return;
      isRead = Boolean(read);
      if (!read) await new Promise((done) => setTimeout(done, RETRY_AFTER));
      else {
        sheet.loaded(read);
        editor.loaded(read);
      }
    }
}

interface Opening {
  dataset: string;
  image: string;
  editor: Editor;
  ports: SheetPorts;
  known: Sheet | undefined;
}

/** Opens the known sheet again, unless somebody else has changed the image since. */
async function openSheet({ dataset, image, editor, ports, known }: Opening): Promise<Sheet | null> {
  await Promise.all([known?.settled(), outbox().saved(image)]);
  const record = await recordOf(dataset, image);
  if (!record) return null;
  // A prefetched record may be older than what this tab has just saved.
  if (known && (known.seen >= record.revision || known.isChanged)) return known;
  if (known) editor.forget(image);
  return new Sheet(record, drawingOf(record), ports);
}

export function drawingOf(image: ListedImage): Drawing {
  const { id, width, height, tags } = image;
  return { ...emptyDrawing(id, { width, height }), annotations: tags.map(withId) };
}

/** Saves in the background. The sheet is forgotten if no step of its image can be undone. */
function leaveSheet(sheet: Sheet, editor: Editor, sheets: Map<string, Sheet>, text: Texts): void {
  const { id } = sheet.image;
  const { done, undone } = editor.state.get().history;
  if (![...done, ...undone].some((step) => step.image === id)) sheets.delete(id);
  if (!sheet.isChanged) return;
  void sheet.save().then(() => {
    if (['conflict', 'contested', 'failed'].includes(sheet.saving.get().kind))
      notify({ message: text.editor.keptElsewhere(sheet.image.name), tone: 'failed' });
  });
}

function usePorts(dataset: string, parts: readonly EditorPart[]): SheetPorts {
  const uid = usePerson()?.uid ?? '';
  return useMemo(
    () => ({
      parts,
      isStale,
      save: async (image, tags, seen) => {
        const revision = await saveAnnotations(dataset, image, tags, seen);
        void updateLists(dataset, image);
        return revision;
      },
      read: (image) => readImage(dataset, image),
      keep: (image, kept) => keepDrawing(uid, image, kept),
    }),
    [dataset, uid, parts],
  );
}

/** Shows the new annotations in other lists that contain the image. */
export async function updateLists(dataset: string, image: string): Promise<void> {
  publishImageNews(dataset, await readImages([image]).catch(() => new Map()));
}
