import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../../app/addresses.ts';
import { Place } from '../../app/place.tsx';
import { WithDataset } from '../../app/with-record.tsx';
import type { Dataset } from '../../data/datasets.ts';
import { mayEdit } from '../../data/role.ts';
import { Store, useStore } from '../../data/store.ts';
import { useText } from '../../text/use-text.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { keysOfClasses } from '../dataset/keys-of-classes.ts';
import { AnnotationList } from './annotation-list.tsx';
import { Canvas } from './canvas.tsx';
import { ClassBar } from './class-bar.tsx';
import styles from './editor.module.css';
import { EditorBar } from './editor-bar.tsx';
import { Editor } from './model/editor.ts';
import type { Sheet } from './model/sheet.ts';
import type { PartProps } from './part.ts';
import { editorParts } from './parts.ts';
import { type Pointed, StatusLine } from './status-line.tsx';
import { Toolbar } from './toolbar.tsx';
import { useEditorKeys } from './use-editor-keys.ts';
import { useSheet } from './use-sheet.ts';
import { useUndo } from './use-undo.ts';

/** One image of a dataset, drawn on to the pixel. */
export function EditorPage({ id, image }: { id: string; image: string }) {
  return <WithDataset id={id}>{(dataset) => <Known dataset={dataset} image={image} />}</WithDataset>;
}

function Known({ dataset, image }: { dataset: Dataset; image: string }) {
  const text = useText();
  const parts = useMemo(() => editorParts(dataset.id), [dataset.id]);
  const editor = useEditor(dataset, parts);
  const open = useSheet(dataset.id, image, editor, parts);
  if (open.state === 'missing')
    return (
      <Placeholder title={text.editor.imageMissing} hint={text.pageMissingHint}>
        <ButtonLink href={addresses.dataset(dataset.id)}>{text.backToDataset}</ButtonLink>
      </Placeholder>
    );
  if (open.state === 'failed') return <Placeholder title={text.couldNotLoad} hint={open.error.message} />;
  if (open.state === 'waiting') return <Waiting />;
  return <Desk key={dataset.id} dataset={dataset} editor={editor} parts={parts} sheet={open.sheet} />;
}

function useEditor({ tags, role }: Dataset, parts: ReturnType<typeof editorParts>): Editor {
  const text = useText();
  const editor = useMemo(
    () =>
      new Editor(
        parts.flatMap(({ tools }) => tools),
        text,
      ),
    [parts],
  );
  editor.text = text;
  editor.mayEdit = mayEdit(role);
  const { tag } = editor.state.get();
  useEffect(() => {
    // A class that was deleted cannot be drawn.
    if (!tags.some(({ id }) => id === tag))
      editor.choose(tags.find((each) => !each.unclassified)?.id ?? null);
  }, [editor, tags, tag]);
  return editor;
}

interface DeskProps {
  dataset: Dataset;
  editor: Editor;
  parts: ReturnType<typeof editorParts>;
  sheet: Sheet;
}

function Desk({ dataset, editor, parts, sheet }: DeskProps) {
  const text = useText();
  const [, go] = useLocation();
  const { image } = sheet;
  const looks = useMemo(
    () => new Map(dataset.tags.map(({ id, name, color }) => [id, { name, color }])),
    [dataset.tags],
  );
  const keys = useMemo(() => keysOfClasses(dataset.tags), [dataset.tags]);
  const pointed = useRef(new Store<Pointed>(null)).current;
  const [filter] = useState('');
  const openImage = useCallback((id: string) => go(addresses.image(dataset.id, id)), [go, dataset.id]);
  const { undo, redo } = useUndo(editor, sheet, openImage);
  useSavingOnLeave(sheet);
  useEditorKeys(editor, dataset, keys, {
    next: () => {},
    previous: () => {},
    undo,
    redo,
    save: () => void sheet.save(),
    suggest: () => {},
  });
  return (
    <div className={styles.desk} data-touch>
      <Place title={text.editor.title(image.name, dataset.name)}>
        <EditorBar dataset={dataset} sheet={sheet} mayEdit={editor.mayEdit} />
      </Place>
      <Toolbar editor={editor} undo={undo} redo={redo} />
      <section className={styles.view} aria-label={image.name}>
        <Canvas
          editor={editor}
          parts={parts}
          dataset={dataset.id}
          image={image}
          looks={looks}
          filter={filter}
          onPoint={pointed.set}
        />
        <StatusLine editor={editor} pointed={pointed} looks={looks} />
      </section>
      <aside className={styles.side}>
        {editor.mayEdit && <ClassBar editor={editor} tags={dataset.tags} keys={keys} />}
        <AnnotationList editor={editor} looks={looks} />
        <Panels editor={editor} parts={parts} image={image} looks={looks} />
      </aside>
    </div>
  );
}

/** What parts have beside the picture. */
function Panels({
  editor,
  parts,
  ...props
}: Pick<DeskProps, 'editor' | 'parts'> & Pick<PartProps, 'image' | 'looks'>) {
  const { drawing, tool } = useStore(editor.state);
  if (!drawing) return null;
  const shown = { ...props, host: editor, drawing, tool, mayEdit: editor.mayEdit };
  return parts.map(({ Panel }, at) => Panel && <Panel key={at} {...shown} />);
}

/** Another tab, another app: what is drawn is saved when the page is hidden. */
function useSavingOnLeave(sheet: Sheet): void {
  useEffect(() => {
    const save = () => {
      if (document.visibilityState === 'hidden') void sheet.save();
    };
    document.addEventListener('visibilitychange', save);
    return () => document.removeEventListener('visibilitychange', save);
  }, [sheet]);
}
