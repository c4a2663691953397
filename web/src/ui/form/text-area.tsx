import { TextArea as AriaTextArea, Label, Text, TextField } from 'react-aria-components';
import styles from './field.module.css';

interface TextAreaProps {
  label: string;
  description?: string;
  value: string;
  onChange: (value: string) => void;
  rows?: number;
}

/** Several lines of text with their label. */
export const TextArea = ({ label, description, value, onChange, rows = 4 }: TextAreaProps) => (
  <TextField value={value} onChange={onChange} className={styles.field ?? ''}>
    <Label className={styles.label}>{label}</Label>
    <AriaTextArea rows={rows} className={`${styles.input} ${styles.lines}`} />
    {description && (
      <Text slot="description" className={styles.description}>
        {description}
      </Text>
    )}
  </TextField>
);
