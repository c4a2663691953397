import { Link } from 'react-aria-components';
import { useText } from '../../text/use-text.tsx';
import type { Command, Jump } from '../../ui/command.ts';
import { IconButton } from '../../ui/form/button.tsx';
import { CommandItems } from '../../ui/form/command-button.tsx';
import { Menu } from '../../ui/frame/menu.tsx';
import { MoreIcon } from '../../ui/icons.tsx';
import styles from './record-nav.module.css';

interface RecordNavProps {
  /** Name of the record. */
  label: string;
  items: readonly Jump[];
  /** Address of the current page. */
  here: string;
  /** Further menu items, for what has no room in a narrow bar. */
  narrowItems?: readonly Command[];
}

/** The pages of a dataset or monitor: links in the bar, a menu where the bar is narrow. */
export function RecordNav({ label, items, here, narrowItems = [] }: RecordNavProps) {
  const text = useText();
  if (items.length < 2) return null;
  return (
    <>
      <nav aria-label={label} className={styles.links}>
        {items.map(({ href, label: name }) => (
          <Link
            key={href}
            href={href}
            className={styles.link ?? ''}
            {...(href === here && { 'aria-current': 'page' })}
          >
            {name}
          </Link>
        ))}
      </nav>
      <div className={styles.menu}>
        <Menu label={label} button={<IconButton label={text.pagesOf(label)} icon={<MoreIcon />} />}>
          <CommandItems of={[...items, ...narrowItems]} />
        </Menu>
      </div>
    </>
  );
}
