import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useSubmit } from '../../app/state/use-submit.ts';
import { useText } from '../../text/use-text.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';

interface NewRecordProps {
  /** @returns the address of the new record's page */
  create: (name: string) => Promise<string>;
  onClose: () => void;
  /** The fields after its name. */
  children: ReactNode;
}

/** The form for a new dataset or monitor, whose page it opens. */
export function NewRecord({ create, onClose, children }: NewRecordProps) {
  const text = useText();
  const [, go] = useLocation();
  const [name, setName] = useState('');
  const { isBusy, submit } = useSubmit(async () => {
    const address = await create(name.trim());
    onClose();
    go(address);
  });
  return (
    <Form
      verb={text.create}
      isBusy={isBusy}
      canSend={name.trim() !== ''}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Field label={text.name} value={name} onChange={setName} autoFocus maxLength={200} />
      {children}
    </Form>
  );
}
