import { useText } from '../../../text/use-text.tsx';
import styles from './charts.module.css';

interface CountTableProps {
  caption: string;
  /** Above the rows' names. */
  head: string;
  columns: readonly string[];
  rows: readonly { id: string; name: string; counts: readonly number[] }[];
}

/** The numbers of a chart, for screen readers and for whoever wants them exactly. */
export function CountTable({ caption, head, columns, rows }: CountTableProps) {
  const text = useText();
  return (
    <details className={styles.details}>
      <summary>{text.asTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
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
