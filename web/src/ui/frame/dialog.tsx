import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { classNames } from '../class-names.ts';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  size?: 'normal' | 'wide';
  /** The title is only for screen readers, and the content has no margin. */
  bare?: boolean;
}

/** A modal dialog. Escape or a click outside closes it. */
export function Dialog({ title, isOpen, onClose, children, size = 'normal', bare = false }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className={classNames(styles.scrim, bare && styles.high)}
    >
      <Modal className={classNames(styles.modal, size === 'wide' && styles.wide)}>
        <AriaDialog className={classNames(styles.dialog, bare && styles.flush)}>
          <Heading slot="title" level={2} className={bare ? 'visually-hidden' : ''}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The buttons at the end of a dialog. The main one comes last. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
