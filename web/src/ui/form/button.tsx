import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Link,
  type LinkProps,
} from 'react-aria-components';
import { useText } from '../../text/use-text.tsx';
import { classNames } from '../class-names.ts';
import { Hint } from '../frame/hint.tsx';
import { keyLabel } from '../key-label.ts';
import styles from './button.module.css';

export type ButtonLook = 'plain' | 'primary' | 'quiet' | 'danger';

const looks: Record<ButtonLook, string | undefined> = {
  plain: undefined,
  primary: styles.primary,
  quiet: styles.quiet,
  danger: styles.danger,
};

interface Common {
  look?: ButtonLook;
  /** Its keyboard shortcut, shown after the text. */
  shortcut?: string | undefined;
  children: ReactNode;
}

type ButtonProps = Omit<AriaButtonProps, 'className' | 'style' | 'children'> & Common;

export function Button({ look = 'plain', shortcut, children, ...props }: ButtonProps) {
  const text = useText();
  return (
    <AriaButton {...props} className={classNames(styles.button, looks[look])}>
      {children}
      {shortcut && <span className={styles.key} data-key={keyLabel(shortcut, text)} />}
    </AriaButton>
  );
}

type IconButtonProps = Omit<ButtonProps, 'children' | 'aria-label'> & { label: string; icon: ReactNode };

/** A button with only an icon. Its name shows on hover and focus. */
export function IconButton({ look = 'quiet', label, icon, shortcut, ...props }: IconButtonProps) {
  const text = useText();
  return (
    <Hint text={shortcut ? `${label} (${keyLabel(shortcut, text)})` : label}>
      <AriaButton
        {...props}
        aria-label={label}
        className={classNames(styles.button, styles.icon, looks[look])}
      >
        {icon}
      </AriaButton>
    </Hint>
  );
}

type ButtonLinkProps = Omit<LinkProps, 'className' | 'style' | 'children'> &
  Pick<Common, 'look' | 'children'>;

/** A link that looks like a button. */
export function ButtonLink({ look = 'plain', children, ...props }: ButtonLinkProps) {
  return (
    <Link {...props} className={classNames(styles.button, looks[look])}>
      {children}
    </Link>
  );
}
