import type { ReactNode } from 'react';
import styles from './placeholder.module.css';

interface PlaceholderProps {
  title: string;
  hint?: string;
  icon?: ReactNode;
  /** Details in small print, such as a request id, to copy. */
  details?: string | undefined;
  children?: ReactNode;
}

/** Shown in place of a page's content when it is empty, not permitted or broken. */
export function Placeholder({ title, hint, icon, details, children }: PlaceholderProps) {
  return (
    <section className={styles.placeholder}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <h2>{title}</h2>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children && <div className={styles.actions}>{children}</div>}
      {details && <p className={styles.details}>{details}</p>}
    </section>
  );
}
