import { useEffect, useMemo, useRef, useState } from 'react';
import { addresses } from '../../app/addresses.ts';
import { WithDataset } from '../../app/with-record.tsx';
import { usePerson } from '../../data/account.ts';
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
import { KeptDialog } from './kept-dialog.tsx';
import { PLAIN } from './look.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { Editor } from './model/editor.ts';
import type { Sheet } from './model/sheet.ts';
import type { PartProps } from './part.ts';
import { editorParts } from './parts.ts';
import { type Pointed, StatusLine } from './status-line.tsx';
import { Suggestions, useSuggestions } from './suggestions.tsx';
import { Toolbar } from './toolbar.tsx';
import { useEditorKeys } from './use-editor-keys.ts';
import { useKept } from './use-kept.ts';
import { useNeighbours } from './use-neighbours.ts';
import { useSheet } from './use-sheet.ts';
import { useUndo } from './use-undo.ts';

/** One image of a dataset, drawn on to the pixel. */
export function EditorPage({ id, image }: { id: string; image: string }) {
  return <WithDataset id={id}>{(dataset) => <Known dataset={dataset} image={image} />}</WithDataset>;
}

function Known({ dataset, image }: { dataset: Dataset; image: string }) {
  const text = useText();
  const uid = usePerson()?.uid ?? '';
  const parts = useMemo(() => editorParts(dataset.id, uid), [dataset.id, uid]);
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
  const { image } = sheet;
  const looks = useMemo(
    () => new Map(dataset.tags.map(({ id, name, color }) => [id, { name, color }])),
    [dataset.tags],
  );
  const keys = useMemo(() => keysOfClasses(dataset.tags), [dataset.tags]);
  const pointed = useRef(new Store<Pointed>(null)).current;
  const [look, setLook] = useState(PLAIN);
  const { open, next, previous } = useNeighbours(editor, dataset.id, image);
  const { undo, redo } = useUndo(editor, sheet, open);
  const suggestions = useSuggestions(editor, dataset, image);
  const kept = useKept(editor, sheet, parts);
  useSavingOnLeave(sheet);
  const save = () => void sheet.save();
  useEditorKeys(editor, dataset, keys, { next, previous, undo, redo, save, suggest: suggestions.ask });
  const { mayEdit } = editor;
  return (
    <div className={styles.desk}>
      <EditorBar {...{ dataset, sheet, mayEdit, next, previous }} />
      <Toolbar {...{ editor, undo, redo }} />
      <section className={styles.view} aria-label={image.name}>
        <Canvas {...{ editor, parts, image, looks, look }} dataset={dataset.id} onPoint={pointed.set} />
        <StatusLine {...{ editor, pointed, looks, look }} onLook={setLook} />
      </section>
      <aside className={styles.side}>
        {mayEdit && <ClassBar editor={editor} tags={dataset.tags} keys={keys} />}
        <AnnotationList editor={editor} looks={looks} />
        <Panels editor={editor} parts={parts} image={image} looks={looks} />
        {mayEdit && <Suggestions {...{ editor, suggestions }} tags={dataset.tags} />}
      </aside>
      <KeptDialog {...kept} />
      <MergeDialog {...{ editor, sheet, looks }} />
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
