import { Link } from 'react-aria-components';
import { exactPercent } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { axisOf, type MainFigure } from './figures.ts';
import styles from './trend.module.css';

export interface TrendPoint {
  number: number;
  name: string;
  href: string;
  value: number;
}

interface TrendProps {
  figure: MainFigure;
  /** Oldest first; at least two. */
  points: readonly TrendPoint[];
}

/** The figure of each model, as a line; each point opens its model. */
export function Trend({ figure, points }: TrendProps) {
  const { models } = useText();
  const { language } = useLanguage();
  const [low, high] = axisOf(points.map(({ value }) => value));
  const places = points.map((point, at) => ({
    ...point,
    left: (100 * at) / (points.length - 1),
    top: (100 * (high - point.value)) / (high - low),
  }));
  const title = models.overTime(models[figure]);
  return (
    <figure className={styles.trend} aria-label={title}>
      <figcaption className="secondary">{title}</figcaption>
      <div className={`${styles.axis} tabular`} aria-hidden="true">
        <span>{exactPercent(language, high)}</span>
        <span>{exactPercent(language, low)}</span>
      </div>
      <div className={styles.field}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <polyline points={places.map(({ left, top }) => `${left},${top}`).join(' ')} />
        </svg>
        <ol>
          {places.map(({ number, name, href, value, left, top }) => {
            const words = `${name}: ${exactPercent(language, value)}`;
            return (
              <li key={number} style={{ left: `${left}%`, top: `${top}%` }} title={words}>
                <Link href={href} aria-label={words} className={styles.point ?? ''} />
              </li>
            );
          })}
        </ol>
      </div>
    </figure>
  );
}
