import { GridList, GridListItem } from 'react-aria-components';
import type { Dataset } from '../../../data/records/datasets.ts';
import type { Change, ChangedImage } from '../../../data/versions/version-diff.ts';
import { useText } from '../../../text/use-text.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ImagesIcon } from '../../../ui/icons.tsx';
import tiles from '../../../ui/picture-tiles.module.css';
import { TilePicture } from '../../judging/tile-picture.tsx';
import styles from '../versions.module.css';
import type { SayChange } from './say-change.ts';

interface DiffGridProps {
  dataset: Dataset;
  images: readonly ChangedImage[];
  change: Change;
  say: SayChange;
  onOpen: (image: string) => void;
}

/** Images that differ, each with its labels before and after. */
export function DiffGrid({ dataset, images, change, say, onOpen }: DiffGridProps) {
  const text = useText();
  return (
    <GridList
      aria-label={text[`change_${change}`]}
      layout="grid"
      selectionMode="none"
      className={classNames(tiles.grid, styles.grid)}
      items={images.map((image) => ({ ...image, id: image.image }))}
      onAction={(id) => onOpen(String(id))}
    >
      {(image) => <Tile dataset={dataset} image={image} say={say} />}
    </GridList>
  );
}

interface TileProps extends Pick<DiffGridProps, 'dataset' | 'say'> {
  image: ChangedImage;
}

function Tile({ dataset, image: { image: id, name, record, ...labels }, say }: TileProps) {
  const text = useText();
  const [was, is] = say(labels);
  const both = was !== '' && is !== '';
  return (
    <GridListItem
      id={id}
      textValue={`${name}, ${both ? text.fromTo(was, is) : was || is}`}
      className={classNames(tiles.tile, styles.tile)}
      data-image={id}
    >
      {record ? (
        <TilePicture dataset={dataset} image={record} />
      ) : (
        <span className={tiles.picture}>
          <span className={styles.gone}>
            <ImagesIcon size={28} />
            {text.goneImage}
          </span>
        </span>
      )}
      <span className={tiles.name}>{name}</span>
      <span className={classNames(tiles.meta, styles.meta)}>
        {was !== '' && <span className={both ? styles.was : undefined}>{was}</span>}
        {both && (
          <span aria-hidden="true" className={styles.arrow}>
            →
          </span>
        )}
        {is !== '' && <span className={both ? styles.is : undefined}>{is}</span>}
      </span>
    </GridListItem>
  );
}
