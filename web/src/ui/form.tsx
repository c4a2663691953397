import type { FormEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';
import styles from './form.module.css';

interface FormProps {
  /** On the button that sends it. */
  verb: string;
  cancel: string;
  isBusy: boolean;
  canSend: boolean;
  /** `danger` where it cannot be taken back. */
  look?: 'primary' | 'danger';
  onSubmit: (event: FormEvent) => void;
  onCancel: () => void;
  children: ReactNode;
}

/** The content of a dialog that asks for something. */
export const Form = ({
  verb,
  cancel,
  isBusy,
  canSend,
  look = 'primary',
  onSubmit,
  onCancel,
  children,
}: FormProps) => (
  <form className={styles.form} onSubmit={onSubmit}>
    {children}
    <DialogActions>
      <Button onPress={onCancel}>{cancel}</Button>
      <Button type="submit" look={look} isPending={isBusy} isDisabled={!canSend}>
        {verb}
      </Button>
    </DialogActions>
  </form>
);
