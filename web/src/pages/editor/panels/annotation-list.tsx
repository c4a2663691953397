import { memo, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { GridList, GridListItem, ListLayout, type Selection, Virtualizer } from 'react-aria-components';
import { useStore } from '../../../data/live/store.ts';
import { useText } from '../../../text/use-text.tsx';
import type { ClassLooks } from '../canvas/scene-painter.ts';
import { describe } from '../describe.ts';
import styles from '../editor.module.css';
import { revealSelection } from '../editor-keys.ts';
import { type Annotation, isMask, objectsOf } from '../model/drawing.ts';
import type { Editor } from '../model/editor.ts';
import type { EditorState } from '../model/editor-state.ts';
import { type Size, toPixels } from '../model/geometry.ts';
import { EyeIcon, EyeOffIcon, LockIcon, UnlockIcon } from './editor-icons.tsx';
import { RowButton } from './row-button.tsx';

interface AnnotationListProps {
  editor: Editor;
  looks: ClassLooks;
}

const ROW = 32;
/** Milliseconds without a new selection before the list scrolls to it: rendering other rows takes longer than a frame. */
const PAUSE = 100;
const NO_SIZE: Size = { width: 0, height: 0 };

/** The annotations and masks of the image. The list shows the selection, and can change it. */
export function AnnotationList(props: AnnotationListProps) {
  // Rendering the rows takes longer than a frame: the picture must not wait for it.
  const state = useDeferredValue(useStore(props.editor.state));
  return <List {...props} state={state} />;
}

/** Only visible rows are in the DOM. */
const List = memo(function List({ editor, looks, state }: AnnotationListProps & { state: EditorState }) {
  const text = useText();
  const { drawing, selection, hidden, locked } = state;
  const list = useRef<HTMLDivElement>(null);
  const [only] = selection;
  const annotations = useMemo(() => (drawing ? objectsOf(drawing) : []), [drawing]);
  useEffect(() => {
    const at = annotations.findIndex(({ id }) => id === only);
    if (at < 0 || selection.size !== 1) return;
    const timer = setTimeout(() => list.current && scrollToRow(list.current, at), PAUSE);
    return () => clearTimeout(timer);
  }, [annotations, only, selection.size]);
  const select = (next: Selection) => {
    const ids = next === 'all' ? annotations.map(({ id }) => id) : [...next].map(String);
    editor.select(ids.filter((id) => !hidden.has(id)));
    revealSelection(editor);
  };
  return (
    <section className={styles.listed} aria-label={text.editor.annotationsHere}>
      <h2 className={styles.heading}>
        {text.editor.annotationsHere} <span className="tabular">{text.number(annotations.length)}</span>
      </h2>
      <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: ROW }}>
        <GridList
          ref={list}
          aria-label={text.editor.annotationsHere}
          className={styles.list ?? ''}
          items={annotations}
          selectionMode="multiple"
          selectionBehavior="replace"
          selectedKeys={selection as Set<string>}
          onSelectionChange={select}
          dependencies={[looks, hidden, locked, text, drawing?.size]}
          renderEmptyState={() => <p className={styles.empty}>{text.editor.nothingDrawn}</p>}
        >
          {(annotation) => (
            <Row
              annotation={annotation}
              size={drawing?.size ?? NO_SIZE}
              editor={editor}
              looks={looks}
              isHidden={hidden.has(annotation.id)}
              isLocked={locked.has(annotation.id)}
            />
          )}
        </GridList>
      </Virtualizer>
    </section>
  );
});

/** @param at index of the row */
function scrollToRow(list: HTMLElement, at: number): void {
  const isAbove = at * ROW < list.scrollTop;
  const isBelow = (at + 1) * ROW > list.scrollTop + list.clientHeight;
  if (isAbove || isBelow) list.scrollTop = at * ROW - list.clientHeight / 2;
}

interface RowProps {
  annotation: Annotation;
  /** Of the image. */
  size: Size;
  editor: Editor;
  looks: ClassLooks;
  isHidden: boolean;
  isLocked: boolean;
}

function Row({ annotation, size, editor, looks, isHidden, isLocked }: RowProps) {
  const text = useText();
  const { id, tag, type, labeled } = annotation;
  const look = looks.get(tag);
  const { x, y, w, h } = toPixels(annotation, size);
  const round = Math.round;
  const measure = type === 'point' ? `${Math.floor(x)}, ${Math.floor(y)}` : `${round(w)} × ${round(h)}`;
  return (
    <GridListItem
      id={id}
      textValue={describe(annotation, size, looks, text)}
      className={styles.row ?? ''}
      data-hidden={isHidden}
    >
      <span
        className={styles.dot}
        data-kind={isMask(annotation) ? 'painted' : type}
        style={{ color: look?.color ?? 'gray' }}
      />
      <span className={styles.rowName}>
        {look?.name ?? tag}
        {labeled === 'inference' && (
          <span className={styles.inference} title={text.editor.inference}>
            <span aria-hidden>?</span>
            <span className="visually-hidden">{text.editor.inference}</span>
          </span>
        )}
      </span>
      <span className={`${styles.measure} tabular`}>{measure}</span>
      <RowButton
        label={isHidden ? text.editor.show : text.editor.hide}
        icon={isHidden ? <EyeOffIcon size={14} /> : <EyeIcon size={14} />}
        onPress={() => editor.hide(toggled(editor.hidden, id))}
      />
      {editor.mayEdit && (
        <RowButton
          label={isLocked ? text.editor.unlock : text.editor.lock}
          icon={isLocked ? <LockIcon size={14} /> : <UnlockIcon size={14} />}
          onPress={() => editor.lock(toggled(editor.locked, id))}
        />
      )}
    </GridListItem>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
