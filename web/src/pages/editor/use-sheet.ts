import { useEffect, useMemo, useRef, useState } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { notify } from '../../app/toasts.ts';
import { usePerson } from '../../data/account.ts';
import { afterEarlier } from '../../data/after-earlier.ts';
import { isStale, saveAnnotations } from '../../data/annotation-records.ts';
import { tellImageNews } from '../../data/image-bus.ts';
import { readImage } from '../../data/image-record.ts';
import { keepDrawing } from '../../data/kept-drawings.ts';
import { recordOf } from '../../data/prefetch.ts';
import { readImages } from '../../data/read-images.ts';
import type { Texts } from '../../text/en.ts';
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

/** Milliseconds until an image is asked for again that could not be read. */
const AGAIN = 3_000;

/** @param image null: none is on the desk. The sheets of images with steps that can be undone stay. */
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
        timer = setTimeout(() => void begin(), AGAIN);
      }
    };
    void begin();
    return () => {
      isOver = true;
      clearTimeout(timer);
      end();
      if (opened) leave(opened, editor, sheets.current, texts.current);
      for (const part of parts) part.close?.();
      editor.close();
    };
  }, [dataset, image, editor, parts, ports]);
  return open;
}

/** What is drawn goes onto the sheet. @returns what ends it */
const follow = (editor: Editor, sheet: Sheet): (() => void) =>
  editor.state.subscribe(() => {
    const { drawing } = editor.state.get();
    if (drawing?.image === sheet.image.id) sheet.update(drawing);
  });

/** What parts read of an image, masks for example; where they cannot, it is said and tried again. */
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
        editor.say(editor.text.notDone(error.message));
        return null;
      });
      if (isOver()) return;
      isRead = Boolean(read);
      if (!read) await new Promise((done) => setTimeout(done, AGAIN));
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

/** A sheet that was left goes on where it was, unless somebody else has changed the image since. */
async function openSheet({ dataset, image, editor, ports, known }: Opening): Promise<Sheet | null> {
  await known?.settled();
  const record = await recordOf(dataset, image);
  if (!record) return null;
  // A followed record may be older than what was just saved here.
  if (known && (known.seen >= record.revision || known.isChanged)) return known;
  if (known) editor.forget(image);
  return new Sheet(record, drawingOf(record), ports);
}

export function drawingOf(image: ListedImage): Drawing {
  const { id, width, height, tags } = image;
  return { ...emptyDrawing(id, { width, height }), annotations: tags.map(withId) };
}

/** Saved in the background; dropped where nothing of it can be undone. */
function leave(sheet: Sheet, editor: Editor, sheets: Map<string, Sheet>, text: Texts): void {
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
        const revision = await afterEarlier(
          [image],
          (earlier) => saveAnnotations(dataset, image, tags, earlier.get(image) ?? seen),
          (made) => [[image, made]],
        );
        void tellOthers(dataset, image);
        return revision;
      },
      read: (image) => readImage(dataset, image),
      keep: (image, kept) => keepDrawing(uid, image, kept),
    }),
    [dataset, uid, parts],
  );
}

/** Lists that are shown elsewhere have the new annotations too. */
export async function tellOthers(dataset: string, image: string): Promise<void> {
  tellImageNews(dataset, await readImages([image]).catch(() => new Map()));
}
