import { useState } from 'react';
import { useText } from '../../text/use-text.tsx';
import type { Action } from '../command.ts';
import { Button } from '../form/button.tsx';
import { Dialog } from '../frame/dialog.tsx';
import { SearchIcon } from '../icons.tsx';
import { lastUsedFirst } from './last-used.ts';
import { SearchList } from './search-list.tsx';

/** More than these are no menu, but a list with a search. About what a phone shows at once. */
export const MOST_OF_A_MENU = 12;

/** A button that lists many commands: those that were used last come first. */
export function CommandSheet({ label, of }: { label: string; of: readonly Action[] }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onPress={() => setOpen(true)}>
        <SearchIcon />
        {label}
      </Button>
      <Dialog title={label} isOpen={isOpen} onClose={close} bare>
        {isOpen && (
          <SearchList label={text.searchIn(label)} sections={[{ items: lastUsedFirst(of) }]} onDone={close} />
        )}
      </Dialog>
    </>
  );
}
