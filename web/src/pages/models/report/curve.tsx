import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import type { RunReport } from '../../../data/runs/reports.ts';
import { exactPercent, percent } from '../../../text/time.ts';
import { useLanguage, useText } from '../../../text/use-text.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { curvePoints } from '../figures.ts';
import styles from './model.module.css';
import { Table } from './table.tsx';

interface CurveProps {
  report: RunReport;
  /** Address of the images with a prediction from this score on. */
  hrefOf: (score: number) => string;
}

/** Precision over recall, with the best balance marked; each tenth point leads to its images. The same as a table. */
export function Curve({ report: { curve, best }, hrefOf }: CurveProps) {
  const { models, ...text } = useText();
  const { language } = useLanguage();
  const points = curvePoints(curve);
  const [mark] = best ? curvePoints([best]) : [];
  const share = (of: number) => exactPercent(language, of);
  // Every tenth is enough to read.
  const tenths = curve.filter((_, at) => at % 10 === 0);
  const rows = tenths.map(({ score, precision, recall, f1 }) => ({
    id: String(score),
    name: percent(language, score),
    cells: [share(precision), share(recall), share(f1)],
  }));
  return (
    <>
      <Plot up={models.precision} along={models.recall} line={points.map(({ left, top }) => [left, top])}>
        {tenths
          .filter(({ precision, recall }) => precision > 0 || recall > 0)
          .filter((cut, at, all) => !isSamePlace(cut, all[at + 1]))
          .map((cut) => (
            <Link
              key={cut.score}
              href={hrefOf(cut.score)}
              className={styles.point ?? ''}
              style={{ left: `${100 * cut.recall}%`, top: `${100 * (1 - cut.precision)}%` }}
              aria-label={models.point(percent(language, cut.score), share(cut.precision), share(cut.recall))}
            />
          ))}
        {mark && <span className={styles.mark} style={{ left: `${mark.left}%`, top: `${mark.top}%` }} />}
      </Plot>
      <details className={styles.details}>
        <summary>{text.asTable}</summary>
        <Table
          caption={models.curve}
          head={models.scoreOf}
          columns={[models.precision, models.recall, models.f1]}
          rows={rows}
        />
      </details>
    </>
  );
}

/** Of several scores that change nothing, the highest has the point. */
const isSamePlace = (
  cut: RunReport['curve'][number],
  next: RunReport['curve'][number] | undefined,
): boolean => cut.precision === next?.precision && cut.recall === next.recall;

type Line = readonly (readonly [left: number, top: number])[];

interface PlotProps {
  /** What its axes show. */
  up: string;
  along: string;
  /** Percent from the left and from the top. */
  line: Line;
  /** Another one behind it, dashed. */
  behind?: Line;
  /** What stands on it. */
  children?: ReactNode;
}

/** A line between 0 and 100 % of two shares. */
export const Plot = ({ up, along, line, behind, children }: PlotProps) => (
  <div className={styles.curve}>
    <Ends className={styles.up}>{up}</Ends>
    <div className={styles.field}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.grid} d="M0 25H100M0 50H100M0 75H100M25 0V100M50 0V100M75 0V100" />
        {behind && <polyline className={styles.behind} points={pointsOf(behind)} />}
        <polyline points={pointsOf(line)} />
      </svg>
      {children}
    </div>
    <Ends className={styles.along}>{along}</Ends>
  </div>
);

const pointsOf = (line: Line): string => line.map((point) => point.join(',')).join(' ');

/** What an axis shows, between 0 and 100 %. */
export function Ends({ className = '', children }: { className?: string | undefined; children: ReactNode }) {
  const { language } = useLanguage();
  return (
    <span className={classNames(styles.ends, className)} aria-hidden="true">
      <span>{percent(language, 0)}</span>
      <span>{children}</span>
      <span>{percent(language, 1)}</span>
    </span>
  );
}
