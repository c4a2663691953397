import { type ReactNode, useState } from 'react';
import { useText } from '../text/use-text.tsx';
import { Field } from '../ui/form/field.tsx';
import { Form } from '../ui/form/form.tsx';
import { Dialog } from '../ui/frame/dialog.tsx';
import { useSubmit } from './state/use-submit.ts';

interface ConfirmProps {
  title: string;
  /** Text of the button that confirms. */
  verb: string;
  /** If given, this name must be typed before the button is enabled. */
  name?: string;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => Promise<void>;
  /** What will be lost. */
  children: ReactNode;
}

/** A dialog that asks for confirmation before something that cannot be undone. */
export function Confirm({ isOpen, title, onClose, ...props }: ConfirmProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      {isOpen && <ConfirmForm onClose={onClose} {...props} />}
    </Dialog>
  );
}

function ConfirmForm({ verb, name, onClose, onConfirm, children }: Omit<ConfirmProps, 'isOpen' | 'title'>) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const { isBusy, submit } = useSubmit(async () => {
    await onConfirm();
    onClose();
  });
  return (
    <Form
      verb={verb}
      look="danger"
      isBusy={isBusy}
      canSend={name === undefined || typed.trim() === name.trim()}
      onSubmit={submit}
      onCancel={onClose}
    >
      <div>{children}</div>
      {name !== undefined && (
        <Field
          label={text.typeToConfirm(name)}
          value={typed}
          onChange={setTyped}
          autoFocus
          autoComplete="off"
        />
      )}
    </Form>
  );
}
