import { ToggleButton } from 'react-aria-components';
import type { Tag } from '../../../data/records/tags.ts';
import { useText } from '../../../text/use-text.tsx';
import type { Command } from '../../../ui/command.ts';
import { IconButton } from '../../../ui/form/button.tsx';
import { CommandItems } from '../../../ui/form/command-button.tsx';
import { Menu } from '../../../ui/frame/menu.tsx';
import { MoreIcon } from '../../../ui/icons.tsx';
import styles from '../classes.module.css';

interface ClassRowProps {
  tag: Tag;
  shortcut: string | undefined;
  isShown: boolean;
  /** `isMore`: beside the classes that are shown. */
  onShow: (isMore: boolean) => void;
  /** Items of its menu; empty for viewers. */
  commands: readonly Command[];
}

/** A class of the list. Pressing it filters the grid by the class; with Ctrl or Shift, by the others that are shown too. */
export function ClassRow({ tag, shortcut, isShown, onShow, commands }: ClassRowProps) {
  const text = useText();
  const { name, color, imageCounter } = tag;
  return (
    <li className={styles.row}>
      <ToggleButton
        isSelected={isShown}
        onPress={({ ctrlKey, metaKey, shiftKey }) => onShow(ctrlKey || metaKey || shiftKey)}
        className={styles.class ?? ''}
        aria-label={text.withKey(`${name}, ${text.images(imageCounter)}`, shortcut)}
      >
        <span className={styles.dot} style={{ background: color }} />
        <span className={styles.name}>{name}</span>
        <span className={styles.count}>{text.number(imageCounter)}</span>
        <kbd className={styles.key}>{shortcut?.toUpperCase() ?? ' '}</kbd>
      </ToggleButton>
      {commands.length > 0 && (
        <Menu label={name} button={<IconButton label={text.moreFor(name)} icon={<MoreIcon size={16} />} />}>
          <CommandItems of={commands} />
        </Menu>
      )}
    </li>
  );
}
