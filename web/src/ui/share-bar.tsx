import styles from './share-bar.module.css';

interface SharePart {
  id: string;
  name: string;
  /** CSS color. */
  color: string;
  count: number;
}

/** A bar divided by counts. It is hidden from screen readers, so the page must give the numbers as text. */
export const ShareBar = ({ parts }: { parts: readonly SharePart[] }) => (
  <span className={styles.bar} aria-hidden="true">
    {parts
      .filter(({ count }) => count > 0)
      .map(({ id, name, color, count }) => (
        <span key={id} title={name} style={{ flexGrow: count, background: color }} />
      ))}
  </span>
);
