import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react';
import styles from './row-button.module.css';

interface RowButtonProps {
  label: string;
  icon: ReactNode;
  onPress: () => void;
}

const stop = (event: SyntheticEvent): void => event.stopPropagation();

/** Stops the keys that press the button. The list handles all others. */
const stopPress = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
};

/**
 * A button in a row of a long list, with its name on hover and focus. Plain HTML, because rows are rendered while people draw,
 * and a button of the library with its tooltip takes longer than the rest of the row. Pressing it does not select the row.
 */
export function RowButton({ label, icon, onPress }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className={styles.button}
      onPointerDown={stop}
      onMouseDown={stop}
      onTouchStart={stop}
      onKeyDown={stopPress}
      onKeyUp={stopPress}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      {icon}
    </button>
  );
}
