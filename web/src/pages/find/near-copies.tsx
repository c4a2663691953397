import { type KeyboardEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { keyOf } from '../../app/keys.ts';
import { addresses } from '../../app/places/addresses.ts';
import { useCommands } from '../../app/use-commands.ts';
import { type FoundImage, useFound } from '../../data/find/found.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import { nameIn } from '../../data/records/tags.ts';
import { useText } from '../../text/use-text.tsx';
import type { Command } from '../../ui/command.ts';
import { Button } from '../../ui/form/button.tsx';
import { useJudge } from '../dataset/use-judge.ts';
import { copiesCommands } from './commands.ts';
import { CopiesGroup } from './copies-group.tsx';
import styles from './find.module.css';
import { FoundList, type FoundProps } from './found-list.tsx';
import { keptOf, othersOf } from './keep.ts';

/** Groups of near copies: one of each is kept, the others go to the trash. */
export function NearCopies({ dataset, asked, news }: FoundProps) {
  const text = useText();
  const [, go] = useLocation();
  const paged = useFound(dataset.id, asked, news);
  const groups = paged.images;
  const { list, front, focus, move } = useFront(groups);
  const { keptIn, choose, keepIn, keep } = useKeeping(dataset, groups, focus);
  const isEditor = mayEdit(dataset.role);
  const open = (group: FoundImage) => go(addresses.image(dataset.id, keptIn(group).id));
  const commandsOf = (group: FoundImage | undefined) => {
    const [keepIt, openIt] = [() => group && keep(group), () => group && open(group)];
    return copiesCommands({ isEditor, move, keep: keepIt, open: openIt }, text);
  };
  const { buttons, others } = commandsOf(front);
  useCommands([...(front ? buttons : []), ...others]);
  return (
    <FoundList {...{ dataset, asked, paged }}>
      {() => (
        <>
          {isEditor && (
            <div className={styles.keep}>
              <p className="secondary">{text.find.keepHint}</p>
              {groups.length > 1 && (
                <Button onPress={() => keepIn(groups)}>{text.find.keepOneOfEach(groups.length)}</Button>
              )}
            </div>
          )}
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
              />
            ))}
          </ul>
        </>
      )}
    </FoundList>
  );
}

/** Which of each group is kept, and how the others go to the trash. */
function useKeeping(
  { id, tags }: Dataset,
  groups: readonly FoundImage[],
  focus: (group: FoundImage | undefined) => void,
) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const judge = useJudge(id, nameIn(tags));
  const keptIn = (group: FoundImage) => keptOf(group, chosen);
  const keepIn = (some: readonly FoundImage[]) =>
    void judge(
      some.flatMap((group) => othersOf(group, keptIn(group))),
      { decision: 'reject' },
    );
  return {
    keptIn,
    choose: ({ entry }: FoundImage, id: string) => setChosen(new Map([...chosen, [entry, id]])),
    keepIn,
    keep: (group: FoundImage) => {
      // Before it is gone, so that the focus is never lost.
      const at = groups.indexOf(group);
      focus(groups[at + 1] ?? groups[at - 1]);
      keepIn([group]);
    },
  };
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
