import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, type CheckboxProps } from 'react-aria-components';
import styles from './checkbox.module.css';

type Props = Omit<CheckboxProps, 'className' | 'style' | 'children'> & { children?: ReactNode };

/** A checkbox with its text beside it, or with an `aria-label`. */
export const Checkbox = ({ children, ...props }: Props) => (
  <AriaCheckbox {...props} className={styles.checkbox ?? ''}>
    <span className={styles.box} aria-hidden="true" />
    {children}
  </AriaCheckbox>
);
