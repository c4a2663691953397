import { Label, Radio, RadioGroup } from 'react-aria-components';
import { DATASET_TYPES, type DatasetType } from '../../../../packages/records/src/lists.ts';
import { useText } from '../../text/use-text.tsx';
import styles from './type-choice.module.css';
import { TYPE_PICTURES } from './type-pictures.tsx';

interface TypeChoiceProps {
  label: string;
  /** Null: none is chosen yet. */
  value: DatasetType | null;
  onChange: (type: DatasetType) => void;
}

/** What a dataset is for, by pictures. */
export function TypeChoice({ label, value, onChange }: TypeChoiceProps) {
  const text = useText();
  return (
    <RadioGroup
      value={value}
      onChange={(type) => onChange(type as DatasetType)}
      className={styles.group ?? ''}
    >
      <Label className={styles.label}>{label}</Label>
      <div className={styles.types}>
        {DATASET_TYPES.map((type) => (
          <Radio key={type} value={type} aria-label={text[`type${type}`]} className={styles.type ?? ''}>
            {TYPE_PICTURES[type]}
            <strong>{text[`type${type}`]}</strong>
            <span className="secondary">{text[`typeHint${type}`]}</span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
