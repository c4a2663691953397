import type { ReactElement } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components';
import styles from './hint.module.css';

/** A tooltip that shows on hover and focus. */
export function Hint({ text, children }: { text: string; children: ReactElement }) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <Tooltip className={styles.hint ?? ''} offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  );
}
