import { useMemo, useState } from 'react';
import { GridList, type Key, type Selection } from 'react-aria-components';
import { useLocation } from 'wouter';
import { addresses } from '../../app/places/addresses.ts';
import { attempt } from '../../app/state/undo-history.ts';
import { useCommands } from '../../app/use-commands.ts';
import { useFound } from '../../data/find/found.ts';
import type { Judgement } from '../../data/images/judgement.ts';
import { nameIn } from '../../data/records/tags.ts';
import { downloadImages } from '../../data/versions/download.ts';
import { useText } from '../../text/use-text.tsx';
import { CommandBar } from '../../ui/form/command-button.tsx';
import { SelectionBar } from '../../ui/frame/selection-bar.tsx';
import tiles from '../../ui/picture-tiles.module.css';
import { gridCommands } from '../dataset/commands.ts';
import look from '../dataset/dataset.module.css';
import { keysOfClasses } from '../dataset/keys-of-classes.ts';
import { useJudge } from '../dataset/use-judge.ts';
import { ImageTile } from '../judging/image-tile.tsx';
import styles from './find.module.css';
import { FoundList, type FoundProps } from './found-list.tsx';

const NOTHING: ReadonlySet<Key> = new Set();

const idsOf = (images: readonly { id: string }[]): string[] => images.map(({ id }) => id);

/** Images as tiles: each opens in the editor; those that are selected are judged as on the dataset's page. */
export function OddImages({ dataset, asked, news }: FoundProps) {
  const text = useText();
  const [, go] = useLocation();
  const paged = useFound(dataset.id, asked, news);
  const [selected, select] = useState(NOTHING);
  const chosen = paged.images.filter(({ id }) => selected.has(id));
  // Not those that are read later.
  const choose = (ids: Selection) => select(new Set(ids === 'all' ? idsOf(paged.images) : ids));
  const judge = useJudge(dataset.id, nameIn(dataset.tags));
  const clear = () => select(NOTHING);
  const open = (id: string) => go(addresses.image(dataset.id, id));
  const download = () => void attempt(() => downloadImages(dataset, idsOf(chosen)), text);
  const keys = useMemo(() => keysOfClasses(dataset.tags), [dataset.tags]);
  const commands = gridCommands(
    {
      ...{ dataset, keys, images: chosen, download, clear },
      judge: (judgement: Judgement) => {
        void judge(chosen, judgement);
        if (judgement.decision === 'reject') clear();
      },
      open: () => chosen[0] && open(chosen[0].id),
      similar: () => chosen[0] && go(addresses.similar(dataset.id, chosen[0].id)),
      selectAll: () => choose('all'),
    },
    text,
  );
  useCommands([...commands.bar, ...commands.others]);
  return (
    <div className={styles.body}>
      <FoundList {...{ dataset, asked, paged }}>
        {(images) => (
          <GridList
            aria-label={text.find.kinds[asked.kind]}
            layout="grid"
            selectionMode="multiple"
            selectedKeys={selected}
            onSelectionChange={choose}
            className={tiles.grid ?? ''}
            items={images}
            onAction={(id) => open(String(id))}
          >
            {(image) => <ImageTile {...{ dataset, image }} isSelectable />}
          </GridList>
        )}
      </FoundList>
      <SelectionBar count={chosen.length} className={look.actions}>
        <CommandBar of={commands.bar} />
      </SelectionBar>
    </div>
  );
}
