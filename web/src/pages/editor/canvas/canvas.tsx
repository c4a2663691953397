import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import { useStore } from '../../../data/live/store.ts';
import { useText } from '../../../text/use-text.tsx';
import styles from '../editor.module.css';
import type { Editor } from '../model/editor.ts';
import { Gestures } from '../model/gestures.ts';
import type { EditorPart } from '../part.ts';
import { filterOf, type LookState } from './look.tsx';
import { listenToPointers } from './pointers.ts';
import { Scene } from './scene.ts';
import type { ClassLooks } from './scene-painter.ts';
import { solid } from './solid.ts';
import { usePicture } from './use-picture.ts';

interface CanvasProps {
  editor: Editor;
  parts: readonly EditorPart[];
  dataset: string;
  image: ListedImage;
  looks: ClassLooks;
  look: LookState;
  onPoint: (at: { x: number; y: number } | null) => void;
}

/** The picture with everything that is drawn on it. */
export function Canvas({ editor, parts, dataset, image, looks, look, onPoint }: CanvasProps) {
  const text = useText();
  const surface = useRef<HTMLDivElement>(null);
  const scene = useScene(surface, editor, parts, onPoint);
  const { picture, isWhole, isBroken } = usePicture(dataset, image);
  useEffect(() => scene?.show(picture), [scene, picture]);
  useEffect(() => scene?.setLooks(solid(looks, surface.current)), [scene, looks]);
  useEffect(() => scene?.setFilter(filterOf(look)), [scene, look]);
  useEffect(() => scene?.showRulers(look.hasRulers), [scene, look.hasRulers]);
  return (
    <>
      <div
        ref={surface}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the drawing work here
        tabIndex={0}
        aria-label={text.editor.canvas(image.name)}
        className={styles.canvas}
        data-image={image.id}
        data-whole={isWhole}
      />
      {isBroken && (
        <p role="alert" className={styles.broken}>
          {text.pictureMissing}
        </p>
      )}
      <StatusMessage editor={editor} />
    </>
  );
}

function useScene(
  surface: RefObject<HTMLDivElement | null>,
  editor: Editor,
  parts: readonly EditorPart[],
  onPoint: CanvasProps['onPoint'],
): Scene | null {
  const [scene, setScene] = useState<Scene | null>(null);
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    editor.resize({ width: element.clientWidth, height: element.clientHeight });
    const made = new Scene(element, editor, parts);
    const gestures = new Gestures(editor);
    const end = listenToPointers(element, editor, gestures, onPoint);
    const sizes = new ResizeObserver(() => {
      editor.resize({ width: element.clientWidth, height: element.clientHeight });
      made.resize();
    });
    sizes.observe(element);
    setScene(made);
    return () => {
      sizes.disconnect();
      end();
      made.close();
    };
  }, [surface, editor, parts, onPoint]);
  return scene;
}

/** Milliseconds. */
const MESSAGE_TIME = 4_000;

/** The editor's latest message, below the picture and for screen readers. */
function StatusMessage({ editor }: { editor: Editor }) {
  const { text, count } = useStore(editor.message);
  /** Count of the last message that was shown long enough. */
  const [expired, setExpired] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setExpired(count), MESSAGE_TIME);
    return () => clearTimeout(timer);
  }, [count]);
  const shown = expired === count ? '' : text;
  return (
    <p role="status" className={styles.message} data-empty={shown === ''}>
      {shown}
    </p>
  );
}
