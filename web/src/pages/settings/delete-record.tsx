import { useState } from 'react';
import { Confirm } from '../../app/confirm.tsx';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Part } from '../../ui/frame/page.tsx';

interface DeleteRecordProps {
  /** Heading and button. */
  title: string;
  hint: string;
  /** What will be lost. */
  loss: string;
  /** Must be typed to confirm. */
  name: string;
  isDisabled?: boolean;
  onDelete: () => Promise<void>;
}

/** The part of a settings page that deletes its dataset or monitor. */
export function DeleteRecord({ title, hint, loss, name, isDisabled = false, onDelete }: DeleteRecordProps) {
  const text = useText();
  const [isAsking, ask] = useState(false);
  return (
    <Part
      title={title}
      hint={hint}
      action={
        <Button isDisabled={isDisabled} onPress={() => ask(true)}>
          {title}
        </Button>
      }
    >
      <Confirm
        title={text.deleteRecord(name)}
        verb={text.delete}
        name={name}
        isOpen={isAsking}
        onClose={() => ask(false)}
        onConfirm={onDelete}
      >
        {loss}
      </Confirm>
    </Part>
  );
}
