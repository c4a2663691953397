import { FileTrigger } from 'react-aria-components';
import nav from '../../app/places/record-place.module.css';
import { TAKEN_TYPES } from '../../data/dropped-files.ts';
import { useText } from '../../text/use-text.tsx';
import type { Command } from '../../ui/command.ts';
import { IconButton } from '../../ui/form/button.tsx';
import { CommandButton, CommandItems } from '../../ui/form/command-button.tsx';
import { Menu } from '../../ui/frame/menu.tsx';
import { MoreIcon, UploadIcon } from '../../ui/icons.tsx';

interface DatasetActionsProps {
  menu: readonly Command[];
  links: readonly Command[];
  /** Null for people who may not. */
  onUpload: ((files: File[]) => void) | null;
}

export function DatasetActions({ menu, links, onUpload }: DatasetActionsProps) {
  const text = useText();
  return (
    <>
      <div className={nav.wideOnly}>
        <Menu label={text.more} button={<IconButton label={text.more} icon={<MoreIcon />} />}>
          <CommandItems of={menu} />
        </Menu>
      </div>
      {onUpload && (
        <FileTrigger
          allowsMultiple
          acceptedFileTypes={TAKEN_TYPES}
          onSelect={(files) => files && onUpload([...files])}
        >
          <IconButton label={text.upload} icon={<UploadIcon />} />
        </FileTrigger>
      )}
      {links.map((each, index) => (
        <div key={each.label} className={index === 0 ? undefined : nav.wideOnly}>
          <CommandButton of={each} {...(index === 0 && { look: 'primary' as const })} />
        </div>
      ))}
    </>
  );
}
