import { GridList, GridListItem } from 'react-aria-components';
import type { Dataset } from '../../data/records/datasets.ts';
import { nameIn } from '../../data/records/tags.ts';
import type { Change, ChangedImage } from '../../data/versions/version-diff.ts';
import type { Version } from '../../data/versions/versions.ts';
import type { Texts } from '../../text/en.ts';
import { useText } from '../../text/use-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ImagesIcon } from '../../ui/icons.tsx';
import tiles from '../../ui/picture-tiles.module.css';
import styles from './versions.module.css';

interface DiffGridProps {
  dataset: Dataset;
  images: readonly ChangedImage[];
  change: Change;
  /** Versions in which class names are looked up, in this order. */
  tags: readonly Version[];
}

type Labels = NonNullable<ChangedImage['before']>;

/** Images that differ, each with its labels before and after. */
export function DiffGrid({ dataset, images, change, tags }: DiffGridProps) {
  const text = useText();
  const known = [...tags.flatMap((version) => version.parameters.tags), ...dataset.tags];
  const nameOf = nameIn(known);
  return (
    <GridList
      aria-label={text[`change_${change}`]}
      layout="grid"
      selectionMode="none"
      className={classNames(tiles.grid, styles.grid)}
      items={images.map((image) => ({ ...image, id: image.image }))}
    >
      {(image) => <Tile image={image} change={change} text={text} nameOf={nameOf} />}
    </GridList>
  );
}

interface TileProps {
  image: ChangedImage;
  change: Change;
  text: Texts;
  nameOf: (tag: string) => string;
}

function Tile({ image, change, text, nameOf }: TileProps) {
  const { name, thumbnail, before, after } = image;
  const say = (labels: Labels | null) =>
    labels === null ? '' : change === 'moved' ? text[`set${labels.set}`] : sayLabels(labels, text, nameOf);
  const [was, is] = [say(before), say(after)];
  const both = was !== '' && is !== '';
  return (
    <GridListItem
      id={image.image}
      textValue={`${name}, ${both ? text.fromTo(was, is) : was || is}`}
      className={classNames(tiles.tile, styles.tile)}
    >
      <span className={tiles.picture}>
        {thumbnail ? (
          <img src={thumbnail} alt="" decoding="async" draggable={false} />
        ) : (
          <span className={styles.gone}>
            <ImagesIcon size={28} />
            {text.goneImage}
          </span>
        )}
      </span>
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

/** `rusty, 3 × crack, mask of hole`. */
function sayLabels(
  { tag, annotations, masks }: Labels,
  text: Texts,
  nameOf: (tag: string) => string,
): string {
  const words = [
    ...(tag === null ? [] : [nameOf(tag)]),
    ...Object.entries(annotations).map(([each, number]) => text.labelNumber(nameOf(each), number)),
    ...[...new Set(masks)].map((each) => text.masksOf(nameOf(each))),
  ];
  return words.length === 0 ? text.noLabel : words.join(', ');
}
