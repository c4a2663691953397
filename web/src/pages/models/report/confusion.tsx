import { Link } from 'react-aria-components';
import type { RunReport } from '../../../data/runs/reports.ts';
import { useText } from '../../../text/use-text.tsx';
import styles from './model.module.css';

interface ConfusionProps {
  confusion: RunReport['confusion'];
  nameOf: (tag: string) => string;
  /** Address of the images of a cell: tag ids, or null for nothing. */
  hrefOf: (label: string | null, predicted: string | null) => string;
}

/** A row for each label, a column for each prediction, the last of each for nothing. Darker: more of the row. */
export function Confusion({ confusion: { classes, counts }, nameOf, hrefOf }: ConfusionProps) {
  const text = useText();
  const { models } = text;
  const names = [...classes.map(nameOf), models.nothing];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable, so that keys can scroll it
    <section className={styles.scroll} aria-label={models.confusion} tabIndex={0}>
      <table className={`${styles.table} ${styles.confusion}`}>
        <caption className="visually-hidden">{models.confusion}</caption>
        <thead>
          <tr>
            <th scope="col">{models.label}</th>
            {names.map((name, at) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular">
          {counts.map((row, at) => (
            <tr key={at}>
              <th scope="row">{names[at]}</th>
              {row.map((count, column) => (
                <td
                  key={column}
                  style={{ background: shade(count / sum(row), at === column) }}
                  title={models.cell(names[at] ?? '', names[column] ?? '', count)}
                >
                  {count === 0 ? (
                    <span className="secondary">0</span>
                  ) : (
                    <Link
                      href={hrefOf(classes[at] ?? null, classes[column] ?? null)}
                      aria-label={models.cell(names[at] ?? '', names[column] ?? '', count)}
                    >
                      {text.number(count)}
                    </Link>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** At least 1. */
const sum = (counts: readonly number[]): number =>
  Math.max(
    1,
    counts.reduce((total, count) => total + count, 0),
  );

const shade = (share: number, isRight: boolean): string =>
  `color-mix(in oklab, var(${isRight ? '--running-soft' : '--failed-soft'}) ${Math.round(100 * share)}%, transparent)`;
