import { useEffect, useRef, useState } from 'react';
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';
import { make } from '../../app/state/undo-history.ts';
import type { Monitor } from '../../data/records/monitors.ts';
import { service } from '../../data/service.ts';
import { percent } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import styles from './settings.module.css';

/**
 * Milliseconds without movement before the value is stored: dragging and arrow keys pass through many values. Leaving the page
 * stores the value.
 */
const PAUSE = 500;

/** The percentage of incoming frames that is sent to review. */
export function ReviewShare({ monitor: { id, review } }: { monitor: Monitor }) {
  const text = useText();
  const { language } = useLanguage();
  const [shown, show] = useState(review);
  useEffect(() => show(review), [review]);
  const save = (share: number) => service().monitors(id).update({ review: share });
  const change = async (next: number): Promise<void> => {
    const label = text.reviewShareNow(percent(language, next / 100));
    const step = { label, undo: () => save(review), redo: () => save(next) };
    if (!(await make(step, text))) show(review);
  };
  const latest = useRef(change);
  latest.current = change;
  const waiting = useRef<(() => void) | null>(null);
  // Before the other effect, whose cleanup drops the waiting value.
  useEffect(() => () => waiting.current?.(), []);
  useEffect(() => {
    if (shown === review) return;
    const store = () => {
      waiting.current = null;
      void latest.current(shown);
    };
    waiting.current = store;
    const timer = setTimeout(store, PAUSE);
    return () => {
      clearTimeout(timer);
      waiting.current = null;
    };
  }, [shown, review]);
  return (
    <Slider
      value={shown}
      onChange={(value) => show(value as number)}
      minValue={0}
      maxValue={100}
      step={1}
      className={styles.slider ?? ''}
    >
      <Label className={styles.sliderLabel}>{text.reviewShare}</Label>
      <SliderOutput className={styles.output ?? ''}>{() => percent(language, shown / 100)}</SliderOutput>
      <SliderTrack className={styles.track ?? ''}>
        <SliderThumb className={styles.thumb ?? ''} />
      </SliderTrack>
      <p className="secondary">{text.reviewShareHint}</p>
    </Slider>
  );
}
