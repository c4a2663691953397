import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Store, usePart } from '../../data/live/store.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { keysOfClasses } from '../dataset/keys-of-classes.ts';
import { Canvas } from './canvas/canvas.tsx';
import { plainLook } from './canvas/look.tsx';
import styles from './editor.module.css';
import type { Editor } from './model/editor.ts';
import type { Sheet } from './model/sheet.ts';
import { NothingHere } from './nothing-here.tsx';
import { AnnotationList } from './panels/annotation-list.tsx';
import { ClassBar } from './panels/class-bar.tsx';
import { KeptDialog } from './panels/kept-dialog.tsx';
import { MergeDialog } from './panels/merge-dialog.tsx';
import { type Pointed, StatusLine } from './panels/status-line.tsx';
import { Suggestions, useSuggestions } from './panels/suggestions.tsx';
import { Toolbar } from './panels/toolbar.tsx';
import type { EditorPart, PartProps } from './part.ts';
import { Predicted } from './predicted/panel.tsx';
import { useEditorKeys } from './use-editor-keys.ts';
import { useKept } from './use-kept.ts';
import { useUndo } from './use-undo.ts';

/** How other images are opened, and how the editor is closed. */
export interface DeskMoves {
  next: () => void;
  previous: () => void;
  /** Opens an image, because its last step is undone or redone. */
  open: (image: string) => void;
  /** Called by Escape if there is nothing else to cancel. */
  close?: () => void;
}

export interface DeskProps {
  dataset: Dataset;
  editor: Editor;
  parts: readonly EditorPart[];
  sheet: Sheet;
  moves: DeskMoves;
  /** Says that there is nothing in the image; null if something is drawn (`useNothingHere`). */
  sayEmpty: (() => void) | null;
  /** Shown at the end of the side panel. */
  actions?: ReactNode;
}

/** One image with all tools and panels. */
export function Desk({ dataset, editor, parts, sheet, moves, sayEmpty, actions }: DeskProps) {
  const { image } = sheet;
  const looks = useMemo(
    () => new Map(dataset.tags.map(({ id, name, color }) => [id, { name, color }])),
    [dataset.tags],
  );
  const keys = useMemo(() => keysOfClasses(dataset.tags), [dataset.tags]);
  const pointed = useRef(new Store<Pointed>(null)).current;
  const [look, setLook] = useState(plainLook);
  const { undo, redo } = useUndo(editor, sheet, moves.open);
  const suggestions = useSuggestions(editor, dataset, image);
  const kept = useKept(editor, sheet, parts);
  useSavingOnLeave(sheet);
  const save = () => void sheet.save();
  useEditorKeys(editor, dataset, keys, {
    ...{ ...moves, parts, undo, redo, save, suggest: suggestions.ask },
    ...(sayEmpty && { sayEmpty }),
  });
  const { mayEdit } = editor;
  return (
    <div className={styles.desk}>
      <Toolbar {...{ editor, undo, redo }} />
      <section className={styles.view} aria-label={image.name}>
        <Canvas {...{ editor, parts, image, looks, look }} dataset={dataset.id} onPoint={pointed.set} />
        <StatusLine {...{ editor, pointed, looks, look }} onLook={setLook} />
      </section>
      <aside className={styles.side}>
        {mayEdit && <ClassBar editor={editor} tags={dataset.tags} keys={keys} />}
        <AnnotationList editor={editor} looks={looks} />
        {sayEmpty && <NothingHere dataset={dataset.id} image={image} say={sayEmpty} />}
        <Panels editor={editor} parts={parts} image={image} looks={looks} />
        <Predicted {...{ editor, dataset, sheet }} />
        {mayEdit && <Suggestions {...{ editor, suggestions }} tags={dataset.tags} />}
        {actions}
      </aside>
      <KeptDialog {...kept} />
      <MergeDialog {...{ editor, sheet, looks }} />
    </div>
  );
}

/** The panels of the parts, beside the picture. */
function Panels({
  editor,
  parts,
  ...props
}: Pick<DeskProps, 'editor' | 'parts'> & Pick<PartProps, 'image' | 'looks'>) {
  const drawing = usePart(editor.state, (state) => state.drawing);
  const tool = usePart(editor.state, (state) => state.tool);
  usePart(editor.state, (state) => state.selection);
  if (!drawing) return null;
  const shown = { ...props, host: editor, drawing, tool, mayEdit: editor.mayEdit };
  return parts.map(({ Panel }, at) => Panel && <Panel key={at} {...shown} />);
}

/** Saves when the page is hidden: people may not come back to it. */
function useSavingOnLeave(sheet: Sheet): void {
  useEffect(() => {
    const save = () => {
      if (document.visibilityState === 'hidden') void sheet.save();
    };
    document.addEventListener('visibilitychange', save);
    return () => document.removeEventListener('visibilitychange', save);
  }, [sheet]);
}
