import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components';
import { classNames } from '../class-names.ts';
import menu from '../frame/menu.module.css';
import styles from './select.module.css';

export interface Choice {
  id: string;
  label: string;
}

interface SelectProps {
  label: string;
  /** Whether the label is visible; otherwise only screen readers read it. */
  isLabelShown?: boolean;
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
  /** Highlights that the value is not the default. */
  isMarked?: boolean;
}

/** A choice of one value from a list. */
export function Select({
  label,
  isLabelShown = false,
  choices,
  value,
  onChange,
  isMarked = false,
}: SelectProps) {
  return (
    <AriaSelect
      className={styles.select ?? ''}
      value={value}
      onChange={(key) => onChange(String(key))}
      {...(!isLabelShown && { 'aria-label': label })}
    >
      {isLabelShown && <Label className={styles.label}>{label}</Label>}
      <Button className={classNames(styles.button, isMarked && styles.chosen)}>
        <SelectValue className={styles.value ?? ''} />
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className={menu.popover ?? ''}>
        <ListBox className={menu.menu ?? ''}>
          {choices.map(({ id, label: text }) => (
            <ListBoxItem key={id} id={id} textValue={text} className={menu.item ?? ''}>
              {text}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
