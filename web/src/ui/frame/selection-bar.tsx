import type { ReactNode } from 'react';
import { useText } from '../../text/use-text.tsx';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  count: number;
  /** Of its place on the page. */
  className: string | undefined;
  children: ReactNode;
}

/** The toolbar for selected images, if there are any. */
export function SelectionBar({ count, className, children }: SelectionBarProps) {
  const text = useText();
  if (count === 0) return null;
  return (
    <div className={className}>
      <div className={styles.toolbar} role="toolbar" aria-label={text.selected(count)}>
        <span>{text.selected(count)}</span>
        {children}
      </div>
    </div>
  );
}
