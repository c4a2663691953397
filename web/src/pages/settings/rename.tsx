import { type FormEvent, useEffect, useState } from 'react';
import { make } from '../../app/state/undo-history.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import styles from './settings.module.css';

interface RenameProps {
  name: string;
  /** @throws SightlineError */
  save: (name: string) => Promise<void>;
}

/** A form that renames a dataset or monitor. It can be undone. */
export function Rename({ name, save }: RenameProps) {
  const text = useText();
  const [entered, enter] = useState(name);
  useEffect(() => enter(name), [name]);
  const next = entered.trim();
  const rename = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const step = { label: text.renamed(next), undo: () => save(name), redo: () => save(next) };
    await make(step, text);
  };
  return (
    <form className={styles.line} onSubmit={(event) => void rename(event)}>
      <Field label={text.name} value={entered} onChange={enter} maxLength={200} />
      <Button type="submit" isDisabled={next === '' || next === name}>
        {text.rename}
      </Button>
    </form>
  );
}
