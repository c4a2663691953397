import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { useText } from '../../text/use-text.tsx';
import type { Command, Jump } from '../../ui/command.ts';
import { IconButton } from '../../ui/form/button.tsx';
import { CommandItems } from '../../ui/form/command-button.tsx';
import { Menu } from '../../ui/frame/menu.tsx';
import { MoreIcon } from '../../ui/icons.tsx';
import { Place, PlaceName } from './place.tsx';
import styles from './record-place.module.css';

export interface RecordPlaceProps {
  name: string;
  /** The pages of the record that this person may use, its main page first. */
  pages: readonly Jump[];
  here: Jump;
  /** Commands that move into the menu when the bar is narrow. */
  narrowItems?: readonly Command[];
  children?: ReactNode;
}

/** The bar of a dataset or monitor: its name, and its pages as links, or as a menu where the bar is narrow. */
export function RecordPlace({ name, pages, here, narrowItems = [], children }: RecordPlaceProps) {
  const text = useText();
  const [main] = pages;
  return (
    <Place title={here.href === main?.href ? name : `${here.label}: ${name}`}>
      {main && here.href !== main.href ? <PlaceName name={name} href={main.href} /> : <h1>{name}</h1>}
      <nav aria-label={name} className={styles.links}>
        {pages.map(({ href, label }) => (
          <Link
            key={href}
            href={href}
            className={styles.link ?? ''}
            {...(href === here.href && { 'aria-current': 'page' })}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className={styles.menu}>
        <Menu label={name} button={<IconButton label={text.pagesOf(name)} icon={<MoreIcon />} />}>
          <CommandItems of={[...pages, ...narrowItems]} />
        </Menu>
      </div>
      {children}
    </Place>
  );
}
