import type { ReactNode } from 'react';
import styles from './placeholder.module.css';

interface PlaceholderProps {
  title: string;
  hint?: string;
  icon?: ReactNode;
  /** A request's id, an address: small, for copying. */
  details?: string | undefined;
  children?: ReactNode;
}

/** What a page shows in place of its content: nothing there yet, not permitted, broken. */
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
