/** A list of records with their controls: people, cameras, keys, hooks. */
import { Children, type ReactNode } from 'react';
import { Bone } from '../bone.tsx';
import styles from './lines.module.css';

interface LinesProps {
  /** The outline of a line stands for what is being read. */
  isLoading?: boolean;
  /** What is said where there is no line. */
  none?: string | false;
  children: ReactNode;
}

export function Lines({ isLoading = false, none = false, children }: LinesProps) {
  const isEmpty = !isLoading && Children.count(children) === 0;
  return (
    <>
      {isEmpty && none && <p className={styles.none}>{none}</p>}
      <ul className={styles.lines} aria-busy={isLoading} hidden={isEmpty}>
        {isLoading && <LineOutline />}
        {children}
      </ul>
    </>
  );
}

interface LineProps {
  mark: ReactNode;
  name: string;
  details?: ReactNode;
  children: ReactNode;
}

export const Line = ({ mark, name, details, children }: LineProps) => (
  <li className={styles.line}>
    <span className={styles.mark} aria-hidden="true">
      {mark}
    </span>
    <span className={styles.words}>
      <span className={styles.name}>{name}</span>
      {details && <span className={styles.address}>{details}</span>}
    </span>
    <span className={styles.controls}>{children}</span>
  </li>
);

const LineOutline = () => (
  <li className={styles.line} aria-hidden="true">
    <span className={styles.mark} />
    <span className={styles.words}>
      <Bone width={140} />
    </span>
  </li>
);
