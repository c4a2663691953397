import type { MouseEventHandler } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { useText } from '../../text/use-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './review.module.css';

interface StripProps {
  images: readonly ListedImage[];
  at: number;
  onGo: (at: number) => void;
  onMouseDownCapture: MouseEventHandler;
}

/** Number of thumbnails before and after the current image. */
const BEFORE = 3;
const AFTER = 16;

export function Strip({ images, at, onGo, ...events }: StripProps) {
  const text = useText();
  const from = Math.max(0, at - BEFORE);
  return (
    <nav className={styles.strip} aria-label={text.comingNext} {...events}>
      {images.slice(from, at + AFTER).map((image, index) => (
        <button
          key={image.id}
          type="button"
          tabIndex={-1}
          aria-label={image.name}
          className={classNames(
            styles.thumb,
            from + index === at && styles.front,
            from + index < at && styles.past,
          )}
          {...(from + index === at && { 'aria-current': true })}
          onClick={() => onGo(from + index)}
        >
          {image.thumbnail && <img src={image.thumbnail} alt="" decoding="async" />}
        </button>
      ))}
    </nav>
  );
}
