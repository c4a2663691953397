import type { Action, Command } from '../command.ts';
import { Menu, MenuItem } from '../frame/menu.tsx';
import { NamedIcon } from '../icons.tsx';
import { CommandSheet, MOST_OF_A_MENU } from '../search/command-sheet.tsx';
import { Button, ButtonLink, type ButtonLook, IconButton } from './button.tsx';

interface CommandButtonProps {
  of: Command;
  look?: ButtonLook;
}

/** A button with the name of a command and its key. */
export function CommandButton({ of, look = of.isDanger ? 'danger' : 'plain' }: CommandButtonProps) {
  const { label, keys, icon, isDisabled = false, href, run } = of;
  const content = (
    <>
      {icon && <NamedIcon name={icon} />}
      {label}
    </>
  );
  if (href !== undefined)
    return (
      <ButtonLink look={look} href={href}>
        {content}
      </ButtonLink>
    );
  return (
    <Button look={look} shortcut={keys?.[0]} isDisabled={isDisabled} onPress={run}>
      {content}
    </Button>
  );
}

/** Commands as items of a menu. */
export const CommandItems = ({ of }: { of: readonly Command[] }) =>
  of.map(({ label, isDanger = false, href, run }, index) => (
    <MenuItem key={index} danger={isDanger} {...(href === undefined ? { onAction: run } : { href })}>
      {label}
    </MenuItem>
  ));

/** Commands in one row: those with an icon show only that, and those of a menu share a button. Long menus can be searched. */
export function CommandBar({ of }: { of: readonly Action[] }) {
  const places = new Set(of.map(({ under, label }) => under ?? label));
  return [...places].map((place) => {
    const items = of.filter(({ under }) => under === place);
    const single = of.find(({ under, label }) => under === undefined && label === place);
    if (single?.icon) return <CommandIcon key={place} of={single} />;
    if (single) return <CommandButton key={place} of={single} look="quiet" />;
    if (items.length > MOST_OF_A_MENU) return <CommandSheet key={place} label={place} of={items} />;
    return (
      <Menu key={place} label={place} button={<Button look="quiet">{place}</Button>}>
        <CommandItems of={items} />
      </Menu>
    );
  });
}

/** A command as a button with only its icon. Name and key show on hover and focus. */
export function CommandIcon({ of: { label, keys, icon, isDisabled = false, run } }: { of: Action }) {
  return (
    <IconButton
      label={label}
      shortcut={keys?.[0]}
      icon={icon && <NamedIcon name={icon} />}
      isDisabled={isDisabled}
      onPress={run}
    />
  );
}
