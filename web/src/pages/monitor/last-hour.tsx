import { type Bar, barsUntil, ratesOf } from '../../data/cameras/flow.ts';
import { useLastHour } from '../../data/live/last-hour.ts';
import { useNow } from '../../data/live/now.ts';
import { timeOfDay } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import styles from './last-hour.module.css';

interface LastHourProps {
  monitor: string;
  dataset: string;
  isRunning: boolean;
  /** Frames of the last minute; null where the service has not counted them. */
  measured: number | null;
}

/** How fast frames came in the last hour, as a line. */
export const LastHour = ({ monitor, dataset, isRunning, measured }: LastHourProps) => (
  <Hour bars={useLastHour(monitor, dataset, isRunning)} measured={measured} />
);

/** No line until the dataset of the frames is known. */
export const EmptyHour = () => (
  <Hour bars={barsUntil(useNow()).map((from) => ({ from, frames: null }))} measured={null} />
);

function Hour({ bars, measured }: { bars: readonly Bar[]; measured: number | null }) {
  const text = useText();
  const { language } = useLanguage();
  const now = useNow();
  const isCounted = bars.every(({ frames }) => frames !== null);
  const total = bars.reduce((sum, { frames }) => sum + (frames ?? 0), 0);
  const from = bars[0]?.from ?? now;
  const rates = ratesOf(bars, now, measured);
  const most = Math.max(1, ...rates.map(({ perMinute }) => perMinute));
  const points = rates.map((rate) => ({
    ...rate,
    left: (100 * (rate.at - from)) / Math.max(1, now - from),
    top: 100 - (100 * rate.perMinute) / most,
  }));
  const line = points.map(({ left, top }) => `${left},${top}`).join(' ');
  const words = (perMinute: number) => text.perMinute(text.number(Math.round(perMinute * 10) / 10));
  return (
    <section aria-label={text.lastHour}>
      <div className={styles.head}>
        <h2>{text.lastHour}</h2>
        <span className={`${styles.total} tabular`}>{isCounted && text.frames(total)}</span>
      </div>
      <div className={`${styles.axis} tabular`}>{isCounted && words(most)}</div>
      <div className={styles.field}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {points.length > 0 && (
            <polygon points={`${points[0]?.left},100 ${line} ${points.at(-1)?.left},100`} />
          )}
          <polyline points={line} />
        </svg>
        <ol>
          {points.map(({ at, perMinute, left }) => {
            const said = `${timeOfDay(language, at)}: ${words(perMinute)}`;
            return <li key={at} style={{ left: `${left}%` }} title={said} aria-label={said} />;
          })}
        </ol>
      </div>
      <div className={`${styles.axis} tabular`} aria-hidden="true">
        <span>{timeOfDay(language, from)}</span>
        <span>{text.now}</span>
      </div>
    </section>
  );
}
