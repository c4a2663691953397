import { useText } from '../../../text/use-text.tsx';
import styles from './charts.module.css';

interface CountTableProps {
  caption: string;
  /** Heading of the column of names. */
  head: string;
  columns: readonly string[];
  rows: readonly { id: string; name: string; counts: readonly number[] }[];
}

/** The numbers of a chart as a table, for screen readers and for exact values. */
export function CountTable({ caption, head, columns, rows }: CountTableProps) {
  const text = useText();
  return (
    <details className={styles.details}>
      <summary>{text.asTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable, so that keys can scroll it */}
      <section className={styles.scroll} aria-label={caption} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="tabular">
            {rows.map(({ id, name, counts }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                {counts.map((count, index) => (
                  <td key={columns[index]}>{text.number(count)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
