import { type ReactNode, useState } from 'react';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import styles from './dataset.module.css';

/** The panel beside the images. On narrow screens it is hidden, and `SideButton` opens its content as a dialog. */
export function SidePanel({ children }: { children: () => ReactNode }) {
  return <aside className={styles.side}>{children()}</aside>;
}

/** On narrow screens, opens the content of the side panel. */
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
