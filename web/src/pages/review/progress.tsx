import { type Pace, timeFor } from '../../data/live/pace.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import styles from './review.module.css';

interface ProgressProps {
  at: number;
  total: number | null;
  pace: Pace;
}

/** `37 of 212, about 6 minutes left`. */
export function Progress({ at, total, pace }: ProgressProps) {
  const text = useText();
  const { language } = useLanguage();
  if (total === null || total === 0) return null;
  const left = timeFor(pace, Math.max(0, total - at));
  const minutes = left === null ? null : Math.max(1, Math.round(left / 60_000));
  const time = minutes === null ? null : new Intl.NumberFormat(language, MINUTES).format(minutes);
  return (
    <span className={`${styles.progress} tabular`}>
      {text.reviewed(text.number(Math.min(at, total)), text.number(total))}
      {time !== null && at < total && ` · ${text.timeLeft(time)}`}
    </span>
  );
}

const MINUTES = { style: 'unit', unit: 'minute', unitDisplay: 'long' } as const;
