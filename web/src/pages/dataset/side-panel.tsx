import { type ReactNode, useState } from 'react';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './dataset.module.css';

/** Beside the images where there is room; else behind a button. @param children made once for either place */
export function SidePanel({ children }: { children: () => ReactNode }) {
  return <aside className={styles.side}>{children()}</aside>;
}

/** The button that shows the side panel where there is no room for it. */
export function SideButton({ children }: { children: () => ReactNode }) {
  const text = useText();
  const [isOpen, open] = useState(false);
  return (
    <div className={styles.sideButton}>
      <Button onPress={() => open(true)}>{text.classNames}</Button>
      <Dialog title={text.classNames} isOpen={isOpen} onClose={() => open(false)}>
        {isOpen && children()}
      </Dialog>
    </div>
  );
}
