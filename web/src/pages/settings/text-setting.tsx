import { type FormEvent, useEffect, useState } from 'react';
import { make } from '../../app/state/undo-history.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import styles from './settings.module.css';

interface TextSettingProps {
  label: string;
  hint?: string;
  verb: string;
  value: string;
  mayBeEmpty?: boolean;
  /** Said when it is done: a sentence about the new value. */
  told: (next: string) => string;
  /** @throws SightlineError */
  save: (value: string) => Promise<void>;
}

/** A form that changes one text of a dataset or monitor. It can be undone. */
export function TextSetting({ label, hint, verb, value, mayBeEmpty = false, told, save }: TextSettingProps) {
  const text = useText();
  const [entered, enter] = useState(value);
  useEffect(() => enter(value), [value]);
  const next = entered.trim();
  const change = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const step = { label: told(next), undo: () => save(value), redo: () => save(next) };
    await make(step, text);
  };
  return (
    <>
      <form className={styles.line} onSubmit={(event) => void change(event)}>
        <Field label={label} value={entered} onChange={enter} />
        <Button type="submit" isDisabled={next === value || (next === '' && !mayBeEmpty)}>
          {verb}
        </Button>
      </form>
      {hint && <p className="secondary">{hint}</p>}
    </>
  );
}

/** @param props.save throws SightlineError */
export function Rename({ name, save }: { name: string; save: (name: string) => Promise<void> }) {
  const text = useText();
  return <TextSetting label={text.name} verb={text.rename} value={name} told={text.renamed} save={save} />;
}
