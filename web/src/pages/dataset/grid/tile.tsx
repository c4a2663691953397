import { type MouseEvent, memo } from 'react';
import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import { isEmpty } from '../../../data/images/judgement.ts';
import { useText } from '../../../text/use-text.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Place } from '../timeline-layout.ts';
import { Annotations } from './annotations.tsx';
import styles from './grid.module.css';
import type { ClassLook } from './outline.ts';

/** Most classes that have a dot on a tile. */
const MAX_DOTS = 5;

interface TileProps {
  id: string;
  at: number;
  total: number;
  place: Place;
  image: ListedImage | undefined;
  /** By tag id. */
  looks: ReadonlyMap<string, ClassLook>;
  isSelected: boolean;
  isFocused: boolean;
  onPress: (at: number, event: MouseEvent) => void;
  onOpen: (at: number) => void;
}

/** One image of the grid, with the name and color of its class. Until the image is loaded, an empty tile holds its place. */
export const Tile = memo(function Tile(props: TileProps) {
  const { id, at, total, place, image, looks, isSelected, isFocused, onPress, onOpen } = props;
  const text = useText();
  const look = image?.tag ? looks.get(image.tag) : undefined;
  const count = image ? image.tags.length + image.masks.length : 0;
  const counted = count > 0 ? text.annotations(count) : null;
  const nothing = image && isEmpty(image) ? text.nothingHere : null;
  const label = image
    ? `${image.name}, ${look?.name ?? counted ?? nothing ?? text.unlabelled}`
    : text.loading;
  return (
    // The list handles keys: Enter, Space and arrows act on its active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the list
    <div
      id={id}
      role="option"
      aria-label={label}
      aria-selected={isSelected}
      aria-posinset={at + 1}
      aria-setsize={total}
      data-image={image?.id}
      className={classNames(styles.tile, isSelected && styles.selected, isFocused && styles.focused)}
      style={{
        transform: `translate(${place.left}px, ${place.top}px)`,
        width: place.width,
        height: place.height,
      }}
      onClick={(event) => onPress(at, event)}
      onDoubleClick={() => onOpen(at)}
    >
      {image?.thumbnail && <img src={image.thumbnail} alt="" decoding="async" draggable={false} />}
      {image && <Annotations image={image} looks={looks} />}
      {image?.set === 'REVIEW' && <span className={styles.review}>{text.setREVIEW}</span>}
      {look && (
        <span className={styles.marks}>
          <span className={styles.dot} style={{ background: look.color }} />
          <span>{look.name}</span>
        </span>
      )}
      {!look && counted && <Counted image={image as ListedImage} looks={looks} label={counted} />}
      {nothing && <span className={styles.marks}>{nothing}</span>}
    </div>
  );
});

interface CountedProps {
  image: ListedImage;
  looks: ReadonlyMap<string, ClassLook>;
  label: string;
}

/** The number of annotations and masks, with a dot for each class. */
function Counted({ image: { tags, masks }, looks, label }: CountedProps) {
  const classes = [...new Set([...tags, ...masks].map(({ tag }) => tag))];
  return (
    <span className={styles.marks}>
      {classes.slice(0, MAX_DOTS).map((tag) => (
        <span key={tag} className={styles.dot} style={{ background: looks.get(tag)?.color ?? 'white' }} />
      ))}
      <span>{label}</span>
    </span>
  );
}
