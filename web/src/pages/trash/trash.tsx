import { useState } from 'react';
import type { Selection } from 'react-aria-components';
import { Confirm } from '../../app/confirm.tsx';
import { CouldNotLoad } from '../../app/could-not-load.tsx';
import { Outline } from '../../app/outline.tsx';
import { DatasetPage } from '../../app/places/dataset-page.tsx';
import { undoCommands } from '../../app/state/undo-commands.ts';
import { useCommands } from '../../app/use-commands.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { CommandButton } from '../../ui/form/command-button.tsx';
import { Page, Part } from '../../ui/frame/page.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { SelectionBar } from '../../ui/frame/selection-bar.tsx';
import { TrashIcon } from '../../ui/icons.tsx';
import { trashCommands } from './commands.ts';
import styles from './trash.module.css';
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
  const [selected, select] = useState<Selection>(new Set());
  const [isAsking, ask] = useState(false);
  const chosen = images.filter(({ id }) => selected === 'all' || selected.has(id)).map(({ id }) => id);
  const done = () => select(new Set());
  const restore = () => void trash.restore(chosen).then(done);
  const isDisabled = chosen.length === 0;
  const commands = trashCommands({ isDisabled, restore, askToDelete: () => ask(true), clear: done }, text);
  useCommands([...commands, ...undoCommands(text)]);
  if (isLoading && !error) return <Outline />;
  if (!error && images.length === 0)
    return <Placeholder icon={<TrashIcon size={40} />} title={text.trashEmpty} hint={text.trashHint} />;
  return (
    <Page isWide>
      <Part title={text.trash} hint={text.trashHint}>
        {error && <CouldNotLoad error={error} />}
        <TrashGrid images={images} tags={dataset.tags} selected={selected} onSelect={select} />
        {hasMore && <Button onPress={trash.loadMore}>{text.showMore}</Button>}
      </Part>
      <SelectionBar count={chosen.length} className={styles.bar}>
        {commands.map((each, at) => (
          <CommandButton key={each.label} of={each} look={at === 0 ? 'primary' : 'quiet'} />
        ))}
      </SelectionBar>
      <Confirm
        title={text.deleteForGood}
        verb={text.deleteForGood}
        isOpen={isAsking}
        onClose={() => ask(false)}
        onConfirm={async () => {
          await trash.deleteForGood(chosen);
          done();
        }}
      >
        {text.deleteForGoodHint(text.images(chosen.length))}
      </Confirm>
    </Page>
  );
}
