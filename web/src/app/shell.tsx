import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { useTroubleCount } from '../data/cameras/cameras.ts';
import { useText } from '../text/use-text.tsx';
import { CommandIcon } from '../ui/form/command-button.tsx';
import { ApiIcon, NamedIcon } from '../ui/icons.tsx';
import { AccountMenu } from './account-menu.tsx';
import { appCommands, searchCommand } from './commands.ts';
import { addresses } from './places/addresses.ts';
import { usePlace } from './places/place.tsx';
import styles from './shell.module.css';
import { Status } from './state/status.tsx';

/** The frame around every page: navigation, the bar with the page's title, and the account menu. */
export function Shell({ children }: { children: ReactNode }) {
  const text = useText();
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        {text.skipToContent}
      </a>
      <Rail />
      <header className={styles.bar}>
        <div className={styles.place}>
          {usePlace() ?? <h1 className="visually-hidden">{text.product}</h1>}
        </div>
        <CommandIcon of={searchCommand(text)} />
        <AccountMenu />
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Status />
    </div>
  );
}

function Rail() {
  const text = useText();
  const { home, wall } = appCommands(text);
  const [path] = useLocation();
  const trouble = useTroubleCount();
  const isWall = path === addresses.wall || path.startsWith(`${addresses.wall}/`);
  return (
    <nav className={styles.rail} aria-label={text.navigation}>
      <Link href={addresses.home} className={styles.brand ?? ''} aria-label={text.product}>
        <img src="/icon.svg" alt="" />
        <span className={styles.word}>{text.product}</span>
      </Link>
      <RailLink href={home.href} icon={<NamedIcon name={home.icon} />} isHere={!isWall}>
        {home.label}
      </RailLink>
      <RailLink href={wall.href} icon={<NamedIcon name={wall.icon} />} isHere={isWall} trouble={trouble}>
        {wall.label}
      </RailLink>
      <div className={styles.end}>
        <RailLink href={addresses.docs} icon={<ApiIcon />} isHere={false}>
          {text.apiPage}
        </RailLink>
      </div>
    </nav>
  );
}

interface RailLinkProps {
  href: string;
  icon: ReactNode;
  isHere: boolean;
  /** Number of cameras in trouble. */
  trouble?: number;
  children: string;
}

function RailLink({ href, icon, isHere, trouble = 0, children }: RailLinkProps) {
  const text = useText();
  return (
    <Link
      href={href}
      className={styles.link ?? ''}
      aria-label={trouble > 0 ? `${children}, ${text.inTrouble(trouble)}` : children}
      {...(isHere && { 'aria-current': 'page' })}
    >
      <span className={styles.icon}>
        {icon}
        {trouble > 0 && <span className={`${styles.trouble} tabular`}>{trouble > 99 ? '99+' : trouble}</span>}
      </span>
      <span className={styles.word}>{children}</span>
    </Link>
  );
}
