/** A page of text and controls: one column, sections under headings. */
import type { ReactNode } from 'react';
import styles from './page.module.css';

export const Page = ({ children, isWide = false }: { children: ReactNode; isWide?: boolean }) => (
  <div className={isWide ? styles.wide : styles.page}>{children}</div>
);

interface PartProps {
  title: string;
  hint?: string;
  /** The button beside the heading. */
  action?: ReactNode;
  children?: ReactNode;
}

export const Part = ({ title, hint, action, children }: PartProps) => (
  <section className={styles.part}>
    <header className={styles.head}>
      <div>
        <h2>{title}</h2>
        {hint && <p className={styles.hint}>{hint}</p>}
      </div>
      {action}
    </header>
    {children}
  </section>
);
