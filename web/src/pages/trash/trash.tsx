import { useState } from 'react';
import type { Selection } from 'react-aria-components';
import { Confirm } from '../../app/confirm.tsx';
import { Outline } from '../../app/outline.tsx';
import { DatasetPlace } from '../../app/places/dataset-place.tsx';
import { WithDataset } from '../../app/places/with-record.tsx';
import { useUndoKeys } from '../../app/state/undo-keys.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Page, Part } from '../../ui/frame/page.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { TrashIcon } from '../../ui/icons.tsx';
import styles from './trash.module.css';
import { TrashGrid } from './trash-grid.tsx';
import { useTrashActions } from './use-trash-actions.ts';

export const Trash = ({ id }: { id: string }) => (
  <WithDataset id={id} needs="editor">
    {(dataset) => (
      <>
        <DatasetPlace dataset={dataset} page="trash" />
        <Known dataset={dataset} />
      </>
    )}
  </WithDataset>
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
  useUndoKeys(true, [
    { keys: ['r'], label: text.restore, run: restore },
    { keys: ['Delete'], label: text.deleteForGood, run: () => chosen.length > 0 && ask(true) },
  ]);
  if (isLoading && !error) return <Outline />;
  if (!error && images.length === 0)
    return <Placeholder icon={<TrashIcon size={40} />} title={text.trashEmpty} hint={text.trashHint} />;
  return (
    <Page isWide>
      <Part title={text.trash} hint={text.trashHint}>
        {error && <p role="alert">{`${text.couldNotLoad}: ${error.message}`}</p>}
        <TrashGrid images={images} tags={dataset.tags} selected={selected} onSelect={select} />
        {hasMore && <Button onPress={trash.loadMore}>{text.showMore}</Button>}
      </Part>
      {chosen.length > 0 && (
        <TrashBar count={chosen.length} onRestore={restore} onDelete={() => ask(true)} onClear={done} />
      )}
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

interface TrashBarProps {
  count: number;
  onRestore: () => void;
  onDelete: () => void;
  onClear: () => void;
}

/** The toolbar for the selected images. */
function TrashBar({ count, onRestore, onDelete, onClear }: TrashBarProps) {
  const text = useText();
  return (
    <div className={styles.bar}>
      <div className={styles.toolbar} role="toolbar" aria-label={text.selected(count)}>
        <span className={styles.count}>{text.selected(count)}</span>
        <Button look="primary" onPress={onRestore}>
          {text.restore}
        </Button>
        <Button look="quiet" onPress={onDelete}>
          {text.deleteForGood}
        </Button>
        <Button look="quiet" onPress={onClear}>
          {text.clearSelection}
        </Button>
      </div>
    </div>
  );
}
