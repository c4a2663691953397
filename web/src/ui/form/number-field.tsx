import { NumberField as AriaNumberField, FieldError, Input, Label } from 'react-aria-components';
import styles from './field.module.css';

interface NumberFieldProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  minValue: number;
  maxValue: number;
  error?: string | null;
}

/** A field for a number, formatted for the language. Arrow keys change it by one. */
export const NumberField = ({ label, error = null, ...props }: NumberFieldProps) => (
  <AriaNumberField
    {...props}
    isInvalid={error !== null}
    formatOptions={{ maximumFractionDigits: 3 }}
    className={styles.field ?? ''}
  >
    <Label className={styles.label}>{label}</Label>
    <Input className={`${styles.input} tabular`} />
    <FieldError className={styles.error ?? ''}>{error}</FieldError>
  </AriaNumberField>
);
