import type { ReactNode } from 'react';
import { useText } from '../../text/use-text.tsx';
import styles from './selection-bar.module.css';

/** The toolbar for selected images. */
export function SelectionBar({ count, children }: { count: number; children: ReactNode }) {
  const text = useText();
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={text.selected(count)}>
      <span>{text.selected(count)}</span>
      {children}
    </div>
  );
}
