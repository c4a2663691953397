import { Label, Radio, RadioGroup } from 'react-aria-components';
import { useText } from '../../text/use-text.tsx';
import { classColor, PALETTE } from '../class-color.ts';
import styles from './color-choice.module.css';

const AUTOMATIC = 'automatic';

interface ColorChoiceProps {
  label: string;
  /** A CSS color; `''`: the palette color of the class's position in the list. */
  value: string;
  onChange: (color: string) => void;
}

/** A choice of the colors that color-blind people can tell apart. */
export function ColorChoice({ label, value, onChange }: ColorChoiceProps) {
  const text = useText();
  const own = PALETTE.some(([light]) => light === value) || value === '' ? [] : [value];
  return (
    <RadioGroup
      className={styles.group ?? ''}
      value={value || AUTOMATIC}
      onChange={(chosen) => onChange(chosen === AUTOMATIC ? '' : chosen)}
      orientation="horizontal"
    >
      <Label className={styles.label}>{label}</Label>
      <div className={styles.swatches}>
        <Radio value={AUTOMATIC} className={styles.automatic ?? ''}>
          {text.automatic}
        </Radio>
        {PALETTE.map(([light], index) => (
          <Radio
            key={light}
            value={light}
            aria-label={text.colorNames[index] ?? light}
            className={styles.swatch ?? ''}
            style={{ background: classColor(index) }}
          />
        ))}
        {own.map((color) => (
          <Radio
            key={color}
            value={color}
            aria-label={color}
            className={styles.swatch ?? ''}
            style={{ background: color }}
          />
        ))}
      </div>
    </RadioGroup>
  );
}
