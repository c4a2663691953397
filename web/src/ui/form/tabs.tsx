import { Label, Radio, RadioGroup } from 'react-aria-components';
import styles from './tabs.module.css';

interface TabsProps<T extends string> {
  /** For screen readers. */
  label: string;
  choices: readonly { id: T; label: string; count?: string }[];
  /** Null: none of them is shown. */
  value: T | null;
  onChange: (value: T) => void;
}

/** One of a few views of a page, in a row. */
export function Tabs<T extends string>({ label, choices, value, onChange }: TabsProps<T>) {
  return (
    <RadioGroup
      value={value}
      onChange={(next) => onChange(next as T)}
      orientation="horizontal"
      className={styles.tabs ?? ''}
    >
      <Label className="visually-hidden">{label}</Label>
      {choices.map((each) => (
        <Radio key={each.id} value={each.id} className={styles.tab ?? ''}>
          {each.count !== undefined && <span className={`${styles.count} tabular`}>{each.count}</span>}
          {each.label}
        </Radio>
      ))}
    </RadioGroup>
  );
}
