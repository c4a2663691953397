import { useEffect, useRef } from 'react';
import { GridList, GridListItem, ListLayout, type Selection, Virtualizer } from 'react-aria-components';
import { useStore } from '../../data/store.ts';
import { useText } from '../../text/use-text.tsx';
import { IconButton } from '../../ui/button.tsx';
import { describe } from './describe.ts';
import styles from './editor.module.css';
import { EyeIcon, EyeOffIcon, LockIcon, UnlockIcon } from './editor-icons.tsx';
import { show } from './editor-keys.ts';
import type { Annotation } from './model/drawing.ts';
import type { Editor } from './model/editor.ts';
import { toPixels } from './model/geometry.ts';
import type { ClassLooks } from './scene-painter.ts';

interface AnnotationListProps {
  editor: Editor;
  looks: ClassLooks;
}

const ROW = 32;

/** Everything on the picture; it follows the selection, and the selection follows it. Only what is in sight is in the page. */
export function AnnotationList({ editor, looks }: AnnotationListProps) {
  const text = useText();
  const { drawing, selection, hidden, locked } = useStore(editor.state);
  const list = useRef<HTMLDivElement>(null);
  const [only] = selection;
  const annotations = drawing?.annotations ?? [];
  useEffect(() => {
    const at = annotations.findIndex(({ id }) => id === only);
    const element = list.current;
    if (!element || at < 0 || selection.size !== 1) return;
    const isAbove = at * ROW < element.scrollTop;
    const isBelow = (at + 1) * ROW > element.scrollTop + element.clientHeight;
    if (isAbove || isBelow) element.scrollTop = at * ROW - element.clientHeight / 2;
  }, [annotations, only, selection.size]);
  const select = (next: Selection) => {
    const ids = next === 'all' ? annotations.map(({ id }) => id) : [...next].map(String);
    editor.select(ids.filter((id) => !hidden.has(id)));
    show(editor);
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
          dependencies={[looks, hidden, locked, text]}
          renderEmptyState={() => <p className={styles.empty}>{text.editor.nothingDrawn}</p>}
        >
          {(annotation) => (
            <Row
              annotation={annotation}
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
}

interface RowProps {
  annotation: Annotation;
  editor: Editor;
  looks: ClassLooks;
  isHidden: boolean;
  isLocked: boolean;
}

function Row({ annotation, editor, looks, isHidden, isLocked }: RowProps) {
  const text = useText();
  const { id, tag, type, labeled } = annotation;
  const look = looks.get(tag);
  const { size } = editor.drawing;
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
      <span className={styles.dot} data-kind={type} style={{ color: look?.color ?? 'gray' }} />
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
      <IconButton
        label={isHidden ? text.editor.show : text.editor.hide}
        icon={isHidden ? <EyeOffIcon size={14} /> : <EyeIcon size={14} />}
        onPress={() => editor.hide(toggled(editor.hidden, id))}
      />
      {editor.mayEdit && (
        <IconButton
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
