import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react';
import styles from './row-button.module.css';

interface RowButtonProps {
  label: string;
  icon: ReactNode;
  onPress: () => void;
}

const stop = (event: SyntheticEvent): void => event.stopPropagation();

/** The keys that press a button; all others are the list's. */
const stopPress = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
};

/**
 * A button within a row of a long list, with its name on hover and focus. Plain HTML: rows come and go while the hands work,
 * and those of the library, with their tooltips, take most of a row's time. A press of it is not one of its row.
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
