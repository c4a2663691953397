import type { Unread } from '../../data/versions/imports.ts';
import { useText } from '../../text/use-text.tsx';
import styles from './import.module.css';

/** Files that could not be read, each with the service's reason. */
export function UnreadFiles({ unread: { count, items } }: { unread: Unread }) {
  const text = useText();
  if (count === 0) return null;
  return (
    <details className={styles.unread}>
      <summary>{text.notRead(count)}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be focusable, so that keys can scroll it */}
      <ul tabIndex={0} aria-label={text.notRead(count)} lang="en">
        {items.map(({ path, reason }) => (
          <li key={`${path} ${reason}`}>
            <b>{path}</b> {reason}
          </li>
        ))}
        {count > items.length && <li>{text.notReadMore(count - items.length)}</li>}
      </ul>
    </details>
  );
}
