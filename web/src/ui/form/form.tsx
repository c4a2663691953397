import type { FormEvent, ReactNode } from 'react';
import { useText } from '../../text/use-text.tsx';
import { DialogActions } from '../frame/dialog.tsx';
import { Button } from './button.tsx';
import styles from './form.module.css';

interface FormProps {
  /** Text of the submit button. */
  verb: string;
  isBusy: boolean;
  canSend: boolean;
  /** `danger` if it cannot be undone. */
  look?: 'primary' | 'danger';
  onSubmit: (event: FormEvent) => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A form as the content of a dialog. */
export const Form = ({
  verb,
  isBusy,
  canSend,
  look = 'primary',
  onSubmit,
  onCancel,
  children,
}: FormProps) => (
  <form className={styles.form} onSubmit={onSubmit} noValidate>
    {children}
    <DialogActions>
      <Button onPress={onCancel}>{useText().cancel}</Button>
      <Button type="submit" look={look} isPending={isBusy} isDisabled={!canSend}>
        {verb}
      </Button>
    </DialogActions>
  </form>
);
