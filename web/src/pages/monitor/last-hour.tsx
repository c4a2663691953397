import { type Bar, barsUntil, useLastHour } from '../../data/live/last-hour.ts';
import { useNow } from '../../data/live/now.ts';
import { timeOfDay } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import styles from './last-hour.module.css';

interface LastHourProps {
  monitor: string;
  dataset: string;
  isRunning: boolean;
}

/** Frames of the last hour, one bar for each five minutes. */
export const LastHour = ({ monitor, dataset, isRunning }: LastHourProps) => (
  <Bars bars={useLastHour(monitor, dataset, isRunning)} />
);

/** Empty bars until the dataset of the frames is known. */
export const EmptyHour = () => <Bars bars={barsUntil(useNow()).map((from) => ({ from, frames: null }))} />;

function Bars({ bars }: { bars: readonly Bar[] }) {
  const text = useText();
  const { language } = useLanguage();
  const isCounted = bars.every(({ frames }) => frames !== null);
  const most = Math.max(0, ...bars.map(({ frames }) => frames ?? 0));
  const total = bars.reduce((sum, { frames }) => sum + (frames ?? 0), 0);
  return (
    <section className={styles.hour} aria-label={text.lastHour}>
      <div className={styles.head}>
        <h2>{text.lastHour}</h2>
        <span className={`${styles.total} tabular`}>{isCounted && text.frames(total)}</span>
      </div>
      <ol className={styles.bars}>
        {bars.map(({ from, frames }) => {
          const words = `${timeOfDay(language, from)}: ${text.frames(frames ?? 0)}`;
          return (
            <li key={from} title={words} aria-label={words}>
              <span style={{ height: `${most === 0 ? 0 : (100 * (frames ?? 0)) / most}%` }} />
            </li>
          );
        })}
      </ol>
      <div className={`${styles.axis} tabular`} aria-hidden="true">
        <span>{timeOfDay(language, bars[0]?.from ?? 0)}</span>
        <span>{text.now}</span>
      </div>
    </section>
  );
}
