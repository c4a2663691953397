import { Input, TextField, type TextFieldProps } from 'react-aria-components';
import styles from './field.module.css';

type PlainFieldProps = Omit<TextFieldProps, 'className' | 'style' | 'children'> & { label: string };

/** A text field in a table. Only screen readers read its label. */
export const PlainField = ({ label, ...props }: PlainFieldProps) => (
  <TextField {...props} aria-label={label} className={styles.field ?? ''}>
    <Input className={styles.input ?? ''} />
  </TextField>
);
