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
  const { images, error, isLoading } = trash;
  useCommands(undoCommands(text));
  if (isLoading && !error) return <Outline />;
  if (!error && images.length === 0)
    return <Placeholder icon={<TrashIcon size={40} />} title={text.trashEmpty} hint={text.trashHint} />;
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
  const [selected, select] = useState<Selection>(new Set());
  const chosen = images.filter(({ id }, index) =>
    at < 0 ? selected === 'all' || selected.has(id) : index === at,
  );
  const show = (to: number) => setQuery({ image: images[to]?.id }, { replace: true });
  const moves =
    at < 0
      ? { onLeave: () => {}, onDone: () => select(new Set()) }
      : { onLeave: () => show(images[at + 1] ? at + 1 : at - 1), onDone: () => {} };
  return (
    <Acting trash={trash} ids={chosen.map(({ id }) => id)} selectAll={() => select('all')} {...moves}>
      {(commands) =>
        at < 0 ? (
          <Tiles
            {...{ dataset, trash, selected, commands }}
            count={chosen.length}
            onSelect={select}
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
  /** Before they are gone: the next image is opened. */
  onLeave: () => void;
  onDone: () => void;
  selectAll: () => void;
  children: (commands: ReturnType<typeof trashCommands>) => ReactNode;
}

/** What can be done with these images, and the question before they are gone for good. */
function Acting({ trash, ids, onLeave, onDone, selectAll, children }: ActingProps) {
  const text = useText();
  const [asked, ask] = useState<readonly string[]>([]);
  const restore = () => {
    onLeave();
    void trash.restore(ids).then(onDone);
  };
  const deeds = {
    ...{ isDisabled: ids.length === 0, restore, askToDelete: () => ask(ids) },
    ...{ clear: onDone, selectAll },
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
          onLeave();
          await trash.deleteForGood(asked);
          onDone();
        }}
      >
        {text.deleteForGoodHint(text.images(asked.length))}
      </Confirm>
    </>
  );
}

interface TilesProps extends ImagesProps {
  selected: Selection;
  commands: readonly Command[];
  /** Of selected images. */
  count: number;
  onSelect: (selection: Selection) => void;
  onOpen: (image: string) => void;
}

function Tiles({ dataset, trash, selected, commands, count, onSelect, onOpen }: TilesProps) {
  const text = useText();
  useCommands(commands);
  return (
    <Page isWide>
      <Part title={text.trash} hint={text.trashHint}>
        {trash.error && <CouldNotLoad error={trash.error} />}
        <TrashGrid images={trash.images} tags={dataset.tags} {...{ selected, onSelect, onOpen }} />
        {trash.hasMore && <Button onPress={trash.loadMore}>{text.showMore}</Button>}
      </Part>
      <SelectionBar count={count} className={styles.bar}>
        {commands.map((each, at) => (
          <CommandButton key={each.label} of={each} look={at === 0 ? 'primary' : 'quiet'} />
        ))}
      </SelectionBar>
    </Page>
  );
}
