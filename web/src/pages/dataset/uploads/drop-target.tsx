import { useEffect, useRef, useState } from 'react';
import { attempt } from '../../../app/state/undo-history.ts';
import { filesOfDrop } from '../../../data/uploads/files-of-drop.ts';
import { useText } from '../../../text/use-text.tsx';
import { UploadIcon } from '../../../ui/icons.tsx';
import styles from './uploads.module.css';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

interface DropTargetProps {
  onDrop: (files: File[]) => void;
  /** What is shown while files are over the page. */
  label: string;
}

/** Accepts dropped files on the whole page. If one missed a smaller target, the browser would open it and leave the page. */
export function DropTarget({ onDrop, label }: DropTargetProps) {
  const isOver = useDrop(onDrop);
  if (!isOver) return null;
  return (
    <div className={styles.drop} aria-hidden="true">
      <UploadIcon size={40} />
      {label}
    </div>
  );
}

function useDrop(onDrop: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const text = useText();
  const latest = useRef({ onDrop, text });
  latest.current = { onDrop, text };
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const { dataTransfer } = event;
      const take = async () => latest.current.onDrop(await filesOfDrop(dataTransfer as DataTransfer));
      void attempt(take, latest.current.text);
    };
    const listeners = { dragenter: over, dragover: over, dragleave: leave, drop } as const;
    const all = Object.entries(listeners) as ['drop', (event: DragEvent) => void][];
    for (const [name, listener] of all) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of all) window.removeEventListener(name, listener);
    };
  }, []);
  return isOver;
}
