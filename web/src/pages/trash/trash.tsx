import { type ReactNode, useState } from 'react';
import type { Selection } from 'react-aria-components';
import { Confirm } from '../../app/confirm.tsx';
import { CouldNotLoad } from '../../app/could-not-load.tsx';
import { Outline } from '../../app/outline.tsx';
import { DatasetPage } from '../../app/places/dataset-page.tsx';
import { useQueryState } from '../../app/places/query-state.ts';
import { undoCommands } from '../../app/state/undo-commands.ts';
import { useCommands } from '../../app/use-commands.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import type { Everything } from '../../data/trash.ts';
import { useText } from '../../text/use-text.tsx';
import type { Command } from '../../ui/command.ts';
import { Button } from '../../ui/form/button.tsx';
import { CommandButton } from '../../ui/form/command-button.tsx';
import { Page, Part } from '../../ui/frame/page.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { SelectionBar } from '../../ui/frame/selection-bar.tsx';
import { TrashIcon } from '../../ui/icons.tsx';
import { useOpen } from '../viewer/use-open.ts';
import { trashCommands } from './commands.ts';
import styles from './trash.module.css';
import { TrashDesk } from './trash-desk.tsx';
import { TrashGrid } from './trash-grid.tsx';
import { useTrashActions } from './use-trash-actions.ts';

export const Trash = ({ id }: { id: string }) => (
  <DatasetPage id={id} page="trash" needs="editor">
    {(dataset) => <Known dataset={dataset} />}
  </DatasetPage>
);

function Known({ dataset }: { dataset: Dataset }) {
  const text = useText();
  const trash = useTrashActions(dataset.id);
  const { images, error, isLoading, hasMore } = trash;
  useCommands(undoCommands(text));
  if (isLoading && !error) return <Outline />;
  const hint = text.trashHint(dataset.retention.rejected);
  if (!error && images.length === 0 && !hasMore)
    return <Placeholder icon={<TrashIcon size={40} />} title={text.trashEmpty} hint={hint} />;
  return <Images dataset={dataset} trash={trash} />;
}

interface ImagesProps {
  dataset: Dataset;
  trash: ReturnType<typeof useTrashActions>;
}

/** The rejected images as tiles, or one after the other. */
function Images({ dataset, trash }: ImagesProps) {
  const { images } = trash;
  const [{ image: opened }, setQuery] = useQueryState(['image']);
  const at = useOpen(opened, { ...trash, ids: images.map(({ id }) => id) });
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const open = images[at];
  const [all, takeAll] = useState<Everything | null>(null);
  const selectAll = () =>
    void trash.everything((found) => {
      takeAll(found);
      select(new Set(found.ids));
    });
  const show = (to: number) => setQuery({ image: images[to]?.id }, { replace: true });
  const clear = () => select(new Set());
  const leave = open ? () => show(images[at + 1] ? at + 1 : at - 1) : clear;
  const isAll =
    all !== null && !open && all.ids.length === selected.size && all.ids.every((id) => selected.has(id));
  return (
    <Acting
      {...{ trash, selectAll, clear, leave }}
      ids={open ? [open.id] : [...selected]}
      all={isAll ? all : null}
    >
      {(commands) =>
        at < 0 ? (
          <Tiles
            {...{ dataset, trash, selected, commands }}
            onSelect={(chosen) => (chosen === 'all' ? selectAll() : select(new Set([...chosen].map(String))))}
            onOpen={(image) => setQuery({ image })}
          />
        ) : (
          <TrashDesk
            {...{ dataset, images, at }}
            commands={[commands[0], commands[1]]}
            onGo={show}
            onClose={() => setQuery({ image: undefined })}
          />
        )
      }
    </Acting>
  );
}

interface ActingProps extends Pick<ImagesProps, 'trash'> {
  ids: readonly string[];
  /** If these are all images of the trash. */
  all: Everything | null;
  /** Before they are gone: the next image is opened, or none is selected. */
  leave: () => void;
  clear: () => void;
  selectAll: () => void;
  children: (commands: ReturnType<typeof trashCommands>) => ReactNode;
}

/** What can be done with these images, and the question before they are gone for good. */
function Acting({ trash, ids, all, leave, clear, selectAll, children }: ActingProps) {
  const text = useText();
  const [asked, ask] = useState<readonly string[]>([]);
  const restore = () => {
    leave();
    void trash.restore(ids);
  };
  const deeds = {
    ...{ isDisabled: ids.length === 0, restore, askToDelete: () => ask(ids) },
    ...{ clear, selectAll },
  };
  return (
    <>
      {children(trashCommands(deeds, text))}
      <Confirm
        title={text.deleteForGood}
        verb={text.deleteForGood}
        isOpen={asked.length > 0}
        onClose={() => ask([])}
        onConfirm={async () => {
          leave();
          await trash.deleteForGood(asked, asked.length === all?.ids.length ? all : null);
        }}
      >
        {text.deleteForGoodHint(text.images(asked.length))}
      </Confirm>
    </>
  );
}

interface TilesProps extends ImagesProps {
  selected: ReadonlySet<string>;
  commands: readonly Command[];
  onSelect: (selection: Selection) => void;
  onOpen: (image: string) => void;
}

function Tiles({ dataset, trash, selected, commands, onSelect, onOpen }: TilesProps) {
  const text = useText();
  useCommands(commands);
  return (
    <Page isWide>
      <Part title={text.trash} hint={text.trashHint(dataset.retention.rejected)}>
        {trash.error && <CouldNotLoad error={trash.error} />}
        <TrashGrid images={trash.images} tags={dataset.tags} {...{ selected, onSelect, onOpen }} />
        {trash.hasMore && <Button onPress={trash.loadMore}>{text.showMore}</Button>}
      </Part>
      <SelectionBar count={selected.size} className={styles.bar}>
        {commands.map((each, at) => (
          <CommandButton key={each.label} of={each} look={at === 0 ? 'primary' : 'quiet'} />
        ))}
      </SelectionBar>
    </Page>
  );
}
