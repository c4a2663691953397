import { type FormEvent, useEffect, useState } from 'react';
import { make } from '../../app/state/undo-history.ts';
import type { Monitor } from '../../data/records/monitors.ts';
import { service } from '../../data/service.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import styles from './settings.module.css';

/** Bounds of the service (Contract 16). */
const SLOWEST = 0.001;
const FASTEST = 60_000;

/** How many frames per minute the camera should send: it is silent or slow by that. Empty: as in its last session. */
export function ExpectedRate({ monitor: { id, expected } }: { monitor: Monitor }) {
  const text = useText();
  // React Aria calls an empty field NaN.
  const known = expected ?? Number.NaN;
  const [entered, enter] = useState(known);
  useEffect(() => enter(known), [known]);
  const next = Number.isNaN(entered) ? null : entered;
  const save = (rate: number | null) => service().monitors(id).update({ expected: rate });
  const change = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (next === expected) return;
    const label = next === null ? text.expectedAsBefore : text.expectedNow(text.perMinute(text.number(next)));
    await make({ label, undo: () => save(expected), redo: () => save(next) }, text);
  };
  return (
    <>
      <form className={styles.line} onSubmit={(event) => void change(event)}>
        <NumberField
          label={text.framesPerMinute}
          value={entered}
          onChange={enter}
          minValue={SLOWEST}
          maxValue={FASTEST}
        />
        <Button type="submit">{text.save}</Button>
      </form>
      <p className="secondary">{text.framesPerMinuteHint}</p>
    </>
  );
}
