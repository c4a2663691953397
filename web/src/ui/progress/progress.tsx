import { type ReactNode, useEffect, useRef } from 'react';
import { ProgressBar } from 'react-aria-components';
import { useText } from '../../text/use-text.tsx';
import type { Action } from '../command.ts';
import { Button } from '../form/button.tsx';
import styles from './progress.module.css';

interface ProgressProps {
  /** What is being done. */
  label: string;
  done: number;
  /** 0 until it is known. */
  all: number;
  /** There is no connection. */
  waits?: boolean;
  stop?: Action;
  children?: ReactNode;
}

/** How far long work is, in place of what it was begun with. */
export function Progress({ label, done, all, waits, stop, children }: ProgressProps) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  // It may replace something long, and the button that was pressed is far below it.
  // `void`: in new browsers this returns a promise, which an effect must not return.
  useEffect(() => void place.current?.scrollIntoView({ block: 'nearest' }), []);
  const isKnown = all > 0;
  return (
    <ProgressBar
      ref={place}
      aria-label={label}
      value={done}
      maxValue={Math.max(1, all)}
      isIndeterminate={!isKnown}
      className={styles.progress ?? ''}
    >
      {({ percentage = 0 }) => (
        <>
          <strong role="status">{label}</strong>
          <div className={styles.bar} {...(!isKnown && { 'data-endless': true })}>
            <div {...(isKnown && { style: { width: `${percentage}%` } })} />
          </div>
          {children}
          {waits && (
            <p role="status" className={styles.waits}>
              {text.uploadPaused}
            </p>
          )}
          {stop && (
            <div>
              <Button onPress={stop.run}>{stop.label}</Button>
            </div>
          )}
        </>
      )}
    </ProgressBar>
  );
}
