import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './state-label.module.css';

export type State = 'plain' | 'running' | 'stale' | 'failed' | 'review';

/** A state as a colored label. The colors mean the same on every page. */
export const StateLabel = ({ state, children }: { state: State; children: ReactNode }) => (
  <span className={classNames(styles.label, state !== 'plain' && styles[state])}>{children}</span>
);
