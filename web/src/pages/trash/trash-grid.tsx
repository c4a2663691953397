import { Checkbox, GridList, GridListItem, type Selection } from 'react-aria-components';
import type { TrashedImage } from '../../../../client/src/curate/records.ts';
import { useNow } from '../../data/live/now.ts';
import type { Tag } from '../../data/records/tags.ts';
import { exactTime } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import tiles from '../../ui/picture-tiles.module.css';
import { daysLeft } from './days-left.ts';
import styles from './trash.module.css';

interface TrashGridProps {
  images: readonly TrashedImage[];
  tags: readonly Tag[];
  selected: ReadonlySet<string>;
  onSelect: (selection: Selection) => void;
  onOpen: (image: string) => void;
}

/** The rejected images, each with the days until it is deleted for good. */
export function TrashGrid({ images, tags, selected, onSelect, onOpen }: TrashGridProps) {
  const text = useText();
  return (
    <GridList
      aria-label={text.trash}
      layout="grid"
      selectionMode="multiple"
      selectedKeys={selected}
      onSelectionChange={onSelect}
      className={tiles.grid ?? ''}
      items={images}
      onAction={(id) => onOpen(String(id))}
    >
      {(image) => <TrashTile image={image} tag={tags.find(({ id }) => id === image.tag)} />}
    </GridList>
  );
}

function TrashTile({ image, tag }: { image: TrashedImage; tag: Tag | undefined }) {
  const text = useText();
  const { language } = useLanguage();
  const left = text.daysLeft(daysLeft(image.until, useNow()));
  const className = tag?.name ?? text.unlabelled;
  return (
    <GridListItem
      id={image.id}
      textValue={`${image.name}, ${className}, ${left}`}
      className={classNames(tiles.tile, styles.tile)}
      data-image={image.id}
    >
      <Checkbox slot="selection" className={tiles.check ?? ''} />
      <span className={classNames(tiles.picture, styles.picture)}>
        {image.thumbnail && <img src={image.thumbnail} alt="" decoding="async" draggable={false} />}
      </span>
      <span className={tiles.name}>{image.name}</span>
      <span className={classNames(tiles.meta, styles.meta)}>
        <span className={styles.class}>
          {tag && <span className={styles.dot} style={{ background: tag.color }} />}
          {className}
        </span>
        <time dateTime={new Date(image.until).toISOString()} title={exactTime(language, image.until)}>
          {left}
        </time>
      </span>
    </GridListItem>
  );
}
