import { type FormEvent, useEffect, useState } from 'react';
import { LONGEST } from '../../../../packages/records/src/dataset.ts';
import { make } from '../../app/state/undo-history.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { service } from '../../data/service.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import styles from './settings.module.css';

/** Milliseconds without typing before the service is asked what would go. */
const PAUSE = 500;

/** How long images stay that nobody labels, and those in the trash. */
export function Retention({ dataset }: { dataset: Dataset }) {
  const text = useText();
  return (
    <>
      <Days dataset={dataset} name="unlabelled" label={text.keepUnlabelled} />
      <p className="secondary">{text.keepUnlabelledHint}</p>
      <Days dataset={dataset} name="rejected" label={text.keepRejected} />
    </>
  );
}

interface DaysProps {
  dataset: Dataset;
  name: 'unlabelled' | 'rejected';
  label: string;
}

/** A number of days; empty: for ever, or as usual. */
function Days({ dataset: { id, retention }, name, label }: DaysProps) {
  const text = useText();
  // React Aria calls an empty field NaN.
  const known = retention[name] ?? Number.NaN;
  const [entered, enter] = useState(known);
  useEffect(() => enter(known), [known]);
  const next = Number.isNaN(entered) ? null : entered;
  const isNew = next !== retention[name] && (next !== null || name === 'unlabelled');
  const save = (days: number | null) =>
    service()
      .datasets(id)
      .update({ retention: { [name]: days } });
  const change = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const label = text.keepNow[name](next);
    const step = { label, undo: () => save(retention[name]), redo: () => save(next) };
    if (isNew) await make(step, text);
  };
  return (
    <>
      <form className={styles.line} onSubmit={(event) => void change(event)}>
        <NumberField label={label} value={entered} onChange={enter} minValue={1} maxValue={LONGEST[name]} />
        <Button type="submit">{text.save}</Button>
      </form>
      {name === 'unlabelled' && next !== null && <WouldGo id={id} days={next} />}
    </>
  );
}

/** How many images would go tonight. */
function WouldGo({ id, days }: { id: string; days: number }) {
  const text = useText();
  const [said, say] = useState('');
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const ask = async () => {
      const { count, more } = await service()
        .datasets(id)
        .retention({ unlabelled: days, limit: 1 }, { signal });
      say(more ? text.wouldGoMore(text.images(count)) : text.wouldGo(text.images(count)));
    };
    say('');
    const timer = setTimeout(() => void ask().catch(() => say(text.wouldGoUnknown)), PAUSE);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [id, days, text]);
  return <p aria-live="polite">{said}</p>;
}
