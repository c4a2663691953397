import type { Store } from '../../../data/live/store.ts';
import { usePart, useStore } from '../../../data/live/store.ts';
import { useText } from '../../../text/use-text.tsx';
import { IconButton } from '../../../ui/form/button.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import { keyLabel } from '../../../ui/key-label.ts';
import { Look, type LookState } from '../canvas/look.tsx';
import type { ClassLooks } from '../canvas/scene-painter.ts';
import { describe } from '../describe.ts';
import styles from '../editor.module.css';
import { zooming } from '../editor-keys.ts';
import type { Editor } from '../model/editor.ts';
import type { Point } from '../model/geometry.ts';
import { FitIcon, MinusIcon } from './editor-icons.tsx';

/** Position of the pointer in pixels of the image; null if it is not over the canvas. */
export type Pointed = Point | null;

interface StatusLineProps {
  editor: Editor;
  pointed: Store<Pointed>;
  looks: ClassLooks;
  look: LookState;
  onLook: (look: LookState) => void;
}

/** Below the picture: the selection, the pointer's position, and the scale. */
export function StatusLine({ editor, pointed, looks, look, onLook }: StatusLineProps) {
  return (
    <div className={styles.status}>
      <Selected editor={editor} looks={looks} />
      <Place editor={editor} pointed={pointed} />
      <Look look={look} onChange={onLook} />
      <Zoom editor={editor} />
    </div>
  );
}

/** Class, position and size of the selection, also for screen readers. */
function Selected({ editor, looks }: { editor: Editor; looks: ClassLooks }) {
  const text = useText();
  useStore(editor.state);
  const { selectedObjects: selected } = editor;
  const [only] = selected;
  const words =
    selected.length > 1
      ? text.selected(selected.length)
      : only
        ? describe(only, editor.drawing.size, looks, text)
        : '';
  return (
    <output className={styles.selected} aria-live="polite">
      {words}
    </output>
  );
}

function Place({ editor, pointed }: { editor: Editor; pointed: Store<Pointed> }) {
  const at = useStore(pointed);
  const size = usePart(editor.state, ({ drawing }) => drawing?.size);
  if (!size) return null;
  const { width, height } = size;
  const isInside = at && at.x >= 0 && at.y >= 0 && at.x < width && at.y < height;
  return (
    <span className={`${styles.place} tabular`}>
      {isInside ? `${Math.floor(at.x)}, ${Math.floor(at.y)} · ` : ''}
      {width} × {height}
    </span>
  );
}

function Zoom({ editor }: { editor: Editor }) {
  const text = useText();
  const { editor: words } = text;
  const { scale } = useStore(editor.viewed);
  const zoom = zooming(editor);
  return (
    <span className={styles.zoom}>
      <IconButton label={words.zoomOut} shortcut="-" icon={<MinusIcon />} onPress={zoom.out} />
      <button
        type="button"
        className={`${styles.scale} tabular`}
        aria-label={`${words.percent(scale)}, ${words.actualSize} (${keyLabel('Shift+O', text)})`}
        onClick={zoom.actual}
      >
        {words.percent(scale)}
      </button>
      <IconButton label={words.zoomIn} shortcut="+" icon={<PlusIcon />} onPress={zoom.in} />
      <IconButton label={words.fit} shortcut="Shift+F" icon={<FitIcon />} onPress={zoom.whole} />
    </span>
  );
}
