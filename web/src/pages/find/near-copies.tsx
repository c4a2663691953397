import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { keyOf } from '../../app/keys.ts';
import { addresses } from '../../app/places/addresses.ts';
import { useCommands } from '../../app/use-commands.ts';
import { type FoundImage, useFound } from '../../data/find/found.ts';
import { membersOf } from '../../data/find/group.ts';
import type { Paged } from '../../data/paged.ts';
import { mayEdit } from '../../data/records/role.ts';
import { useText } from '../../text/use-text.tsx';
import type { Command } from '../../ui/command.ts';
import { Button } from '../../ui/form/button.tsx';
import { useOpen } from '../viewer/use-open.ts';
import { copiesCommands } from './commands.ts';
import { CopiesDesk } from './copies-desk.tsx';
import { CopiesGroup } from './copies-group.tsx';
import styles from './find.module.css';
import { FoundList, type FoundProps } from './found-list.tsx';
import { besides } from './keep.ts';
import { type Keeping, useKeeping } from './use-keeping.ts';

interface NearCopiesProps extends FoundProps {
  /** Id of the one that is shown large. */
  shown: string | undefined;
  onShow: Show;
}

type Show = (image: string | undefined, options?: { replace: boolean }) => void;

/** Groups of near copies, as tiles or one copy after the other: one of each is kept, the others go to the trash. */
export function NearCopies({ dataset, asked, news, shown, onShow }: NearCopiesProps) {
  const paged = useFound(dataset.id, asked, news);
  const { images: groups, isLoading, hasMore, error } = paged;
  const ids = groups.flatMap((group) => membersOf(group).map(({ id }) => id));
  const isOpen = useOpen(shown, { ...paged, ids }) >= 0;
  const isGone = shown !== undefined && !isOpen && !isLoading && !hasMore && !error;
  useEffect(() => {
    if (isGone) onShow(undefined, { replace: true });
  }, [isGone, onShow]);
  const keeping = useKeeping(dataset, shown);
  if (isOpen && shown !== undefined) return <CopiesDesk {...{ dataset, groups, shown, keeping, onShow }} />;
  return <Groups {...{ dataset, asked, paged, keeping, onShow }} />;
}

interface GroupsProps extends Omit<FoundProps, 'news'> {
  paged: Paged<FoundImage>;
  keeping: Keeping;
  onShow: Show;
}

function Groups({ dataset, asked, paged, keeping, onShow }: GroupsProps) {
  const text = useText();
  const [, go] = useLocation();
  const groups = paged.images;
  const { keptIn, choose, keep } = keeping;
  const { list, front, focus, move } = useFront(groups);
  const isEditor = mayEdit(dataset.role);
  const show = (group: FoundImage, id: string) => {
    choose(group, id);
    onShow(id);
  };
  const keepIt = (group: FoundImage) => {
    // Before it is gone, so that the focus is never lost.
    focus(besides(groups, group));
    keep([group]);
  };
  const commandsOf = (group: FoundImage | undefined) => {
    const deeds = {
      keep: () => group && keepIt(group),
      show: () => group && show(group, keptIn(group).id),
      open: () => group && go(addresses.image(dataset.id, keptIn(group).id)),
    };
    return copiesCommands({ isEditor, move, ...deeds }, text);
  };
  const { buttons, others } = commandsOf(front);
  useCommands([...(front ? buttons : []), ...others]);
  return (
    <FoundList {...{ dataset, asked, paged }}>
      {() => (
        <>
          {isEditor && <KeepAll count={groups.length} onKeep={() => keep(groups)} />}
          <ul
            ref={list}
            className={styles.groups}
            onKeyDownCapture={(event) => takeKey(event, [...buttons, ...others])}
          >
            {groups.map((group) => (
              <CopiesGroup
                key={group.entry}
                {...{ dataset, group }}
                buttons={commandsOf(group).buttons}
                kept={keptIn(group)}
                isFront={group === front}
                onFront={() => focus(group)}
                onChoose={(id) => choose(group, id)}
                onShow={(id) => show(group, id)}
              />
            ))}
          </ul>
        </>
      )}
    </FoundList>
  );
}

function KeepAll({ count, onKeep }: { count: number; onKeep: () => void }) {
  const { find } = useText();
  return (
    <div className={styles.keep}>
      <p className="secondary">{find.keepHint}</p>
      {count > 1 && <Button onPress={onKeep}>{find.keepOneOfEach(count)}</Button>}
    </div>
  );
}

/** Keys of the page that radio buttons would take. */
function takeKey(event: KeyboardEvent, commands: readonly Command[]): void {
  const isRadio = event.target instanceof HTMLInputElement;
  const command = commands.find(({ keys = [] }) => keys.includes(keyOf(event.nativeEvent)));
  if (!isRadio || !command?.run) return;
  event.preventDefault();
  event.stopPropagation();
  if (!command.once || !event.repeat) command.run();
}

/** The current group: the one with the focus, else the first. */
function useFront(groups: readonly FoundImage[]) {
  const list = useRef<HTMLUListElement>(null);
  const [entry, setEntry] = useState<string>();
  const front = groups.find((group) => group.entry === entry) ?? groups[0];
  const focus = (group: FoundImage | undefined) => {
    if (!group) return;
    setEntry(group.entry);
    const place = list.current?.querySelector(`[data-group="${group.entry}"]`);
    if (place?.contains(document.activeElement)) return;
    place?.querySelector<HTMLElement>('input:checked')?.focus();
  };
  const move = (by: number) => {
    const isIn = list.current?.contains(document.activeElement);
    const at = front && isIn ? groups.indexOf(front) + by : 0;
    focus(groups[Math.max(0, Math.min(groups.length - 1, at))]);
  };
  return { list, front, focus, move };
}
