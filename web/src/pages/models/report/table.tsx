import type { ReactNode } from 'react';
import styles from './model.module.css';

interface TableProps {
  caption: string;
  /** Heading of the column of names. */
  head: string;
  columns: readonly string[];
  rows: readonly { id: string; name: string; cells: readonly ReactNode[] }[];
}

/** Figures in rows and columns; wide ones scroll by themselves. */
export const Table = ({ caption, head, columns, rows }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable, so that keys can scroll it
  <section className={styles.scroll} aria-label={caption} tabIndex={0}>
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {columns.map((column, at) => (
            <th key={at} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="tabular">
        {rows.map(({ id, name, cells }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
