import { ToggleButton } from 'react-aria-components';
import type { Tag } from '../../../data/records/tags.ts';
import { useText } from '../../../text/use-text.tsx';
import { IconButton } from '../../../ui/form/button.tsx';
import { Menu, MenuItem } from '../../../ui/frame/menu.tsx';
import { MoreIcon } from '../../../ui/icons.tsx';
import styles from '../classes.module.css';

export type ClassAction = 'edit' | 'up' | 'down' | 'merge' | 'delete';

interface ClassRowProps {
  tag: Tag;
  shortcut: string | undefined;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
  /** Items of its menu; empty for viewers. */
  actions: readonly ClassAction[];
  onAction: (action: ClassAction) => void;
}

/** A class of the list. Pressing it filters the grid by the class. */
export function ClassRow({ tag, shortcut, isShown, onShow, actions, onAction }: ClassRowProps) {
  const text = useText();
  const { name, color, imageCounter } = tag;
  return (
    <li className={styles.row}>
      <ToggleButton isSelected={isShown} onChange={onShow} className={styles.class ?? ''}>
        <span className={styles.dot} style={{ background: color }} />
        <span className={styles.name}>{name}</span>
        <span className={styles.count}>{text.number(imageCounter)}</span>
        <kbd className={styles.key}>{shortcut?.toUpperCase() ?? ' '}</kbd>
      </ToggleButton>
      {actions.length > 0 && (
        <Menu label={name} button={<IconButton label={text.moreFor(name)} icon={<MoreIcon size={16} />} />}>
          {actions.map((action) => (
            <MenuItem key={action} danger={action === 'delete'} onAction={() => onAction(action)}>
              {text[`class_${action}`]}
            </MenuItem>
          ))}
        </Menu>
      )}
    </li>
  );
}
