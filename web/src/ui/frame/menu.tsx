import type { ReactElement, ReactNode } from 'react';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  Header,
  type MenuItemProps,
  MenuTrigger,
  Popover,
  type Selection,
} from 'react-aria-components';
import { classNames } from '../class-names.ts';
import styles from './menu.module.css';

interface MenuProps {
  label: string;
  /** The button that opens it. */
  button: ReactElement;
  children: ReactNode;
}

export function Menu({ label, button, children }: MenuProps) {
  return (
    <MenuTrigger>
      {button}
      <Popover className={styles.popover ?? ''}>
        <AriaMenu aria-label={label} className={styles.menu ?? ''}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

type ItemProps = Omit<MenuItemProps, 'className' | 'style' | 'children'> & {
  children: ReactNode;
  danger?: boolean;
  /** Accessible name, needed if the content is not plain text. */
  textValue?: string;
};

export function MenuItem({ children, danger = false, ...props }: ItemProps) {
  const named = typeof children === 'string' ? { textValue: children } : {};
  return (
    <AriaMenuItem {...named} {...props} className={classNames(styles.item, danger && styles.danger)}>
      {children}
    </AriaMenuItem>
  );
}

interface SectionProps {
  title: string;
  children: ReactNode;
}

export function MenuSection({ title, children }: SectionProps) {
  return (
    <AriaMenuSection>
      <Header className={styles.section}>{title}</Header>
      {children}
    </AriaMenuSection>
  );
}

interface ChoiceProps<T extends string> extends SectionProps {
  value: T;
  onChoose: (value: T) => void;
}

/** A section in which one item is chosen. The ids of the items are the values. */
export function MenuChoice<T extends string>({ title, value, onChoose, children }: ChoiceProps<T>) {
  const choose = (selection: Selection) => {
    const [chosen] = selection === 'all' ? [] : selection;
    if (chosen !== undefined) onChoose(chosen as T);
  };
  return (
    <AriaMenuSection
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={choose}
    >
      <Header className={styles.section}>{title}</Header>
      {children}
    </AriaMenuSection>
  );
}
