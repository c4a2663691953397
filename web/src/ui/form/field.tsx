import { FieldError, Input, Label, Text, TextField, type TextFieldProps } from 'react-aria-components';
import styles from './field.module.css';

type FieldProps = Omit<TextFieldProps, 'className' | 'style' | 'children'> & {
  label: string;
  description?: string;
  placeholder?: string;
  /** What is wrong with the value; shown below it. */
  error?: string | null;
};

/** One line of text with its label. */
export function Field({ label, description, placeholder, error = null, ...props }: FieldProps) {
  return (
    <TextField {...props} isInvalid={error !== null} className={styles.field ?? ''}>
      <Label className={styles.label}>{label}</Label>
      <Input className={styles.input ?? ''} {...(placeholder && { placeholder })} />
      {description && (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
    </TextField>
  );
}
