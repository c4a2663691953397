import { Input, TextField, type TextFieldProps } from 'react-aria-components';
import styles from './field.module.css';

type PlainFieldProps = Omit<TextFieldProps, 'className' | 'style' | 'children'> & { label: string };

/** One line of text in a table: its label is for screen readers. */
export const PlainField = ({ label, ...props }: PlainFieldProps) => (
  <TextField {...props} aria-label={label} className={styles.field ?? ''}>
    <Input className={styles.input ?? ''} />
  </TextField>
);
