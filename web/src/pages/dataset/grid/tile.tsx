import { type MouseEvent, memo } from 'react';
import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import { isEmpty } from '../../../data/images/judgement.ts';
import { useText } from '../../../text/use-text.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Place } from '../timeline-layout.ts';
import styles from './grid.module.css';

export interface ClassLook {
  name: string;
  color: string;
}

interface TileProps {
  id: string;
  at: number;
  total: number;
  place: Place;
  image: ListedImage | undefined;
  look: ClassLook | undefined;
  isSelected: boolean;
  isFocused: boolean;
  onPress: (at: number, event: MouseEvent) => void;
  onOpen: (at: number) => void;
}

/** One image of the grid, with the name and color of its class. Until the image is loaded, an empty tile holds its place. */
export const Tile = memo(function Tile(props: TileProps) {
  const { id, at, total, place, image, look, isSelected, isFocused, onPress, onOpen } = props;
  const text = useText();
  const nothing = image && isEmpty(image) ? text.nothingHere : null;
  const label = image ? `${image.name}, ${look?.name ?? nothing ?? text.unlabelled}` : text.loading;
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
      {image?.set === 'REVIEW' && <span className={styles.review}>{text.setREVIEW}</span>}
      {look && (
        <span className={styles.marks}>
          <span className={styles.dot} style={{ background: look.color }} />
          <span>{look.name}</span>
        </span>
      )}
      {nothing && <span className={styles.marks}>{nothing}</span>}
    </div>
  );
});
