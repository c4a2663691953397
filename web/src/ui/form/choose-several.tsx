import { type FormEvent, useState } from 'react';
import { useText } from '../../text/use-text.tsx';
import { Checkbox } from './checkbox.tsx';
import styles from './choose-several.module.css';
import { Form } from './form.tsx';
import type { Choice } from './select.tsx';

interface ChooseSeveralProps {
  choices: readonly Choice[];
  chosen: readonly string[];
  most: number;
  /** In the order of the choices. */
  onChoose: (chosen: readonly string[]) => void;
  onClose: () => void;
}

/** Choices that are ticked, as the content of a dialog. */
export function ChooseSeveral({ choices, chosen: before, most, onChoose, onClose }: ChooseSeveralProps) {
  const text = useText();
  const [ticked, setTicked] = useState(before);
  const chosen = choices.flatMap(({ id }) => (ticked.includes(id) ? [id] : []));
  const isTooMany = chosen.length > most;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    onChoose(chosen);
  };
  return (
    <Form verb={text.showThem} isBusy={false} canSend={!isTooMany} onSubmit={submit} onCancel={onClose}>
      <div className={styles.list}>
        {choices.map(({ id, label }, index) => (
          <Checkbox
            key={id}
            autoFocus={index === 0}
            isSelected={ticked.includes(id)}
            onChange={(isTicked) =>
              setTicked((now) => (isTicked ? [...now, id] : now.filter((each) => each !== id)))
            }
          >
            {label}
          </Checkbox>
        ))}
      </div>
      {isTooMany && <p role="alert">{text.atMost(most)}</p>}
    </Form>
  );
}
