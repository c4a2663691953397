import { type CSSProperties, useRef } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { useText } from '../../text/use-text.tsx';
import styles from './review.module.css';
import { useOriginal } from './use-original.ts';
import { useZoom } from './use-zoom.ts';

/** The current image: first its thumbnail, then the original once it is loaded, with its annotations drawn on top. It can be zoomed. */
export function Picture({ image }: { image: ListedImage }) {
  const text = useText();
  const { address, isBroken } = useOriginal(image);
  const figure = useRef<HTMLElement>(null);
  const { scale, x, y } = useZoom(figure);
  const zoom = { transform: `translate(${x}px, ${y}px) scale(${scale})`, '--zoom': scale } as CSSProperties;
  const source = address ?? image.thumbnail;
  return (
    <figure ref={figure} className={styles.picture} data-image={image.id} data-whole={address !== null}>
      {source ? (
        <span className={styles.frame} style={{ ...frameOf(image), ...zoom }}>
          <img src={source} alt={image.name} />
          {image.tags.map(({ type, x: left, y: top, w, h }, index) => (
            <span
              key={index}
              className={type === 'point' ? styles.point : styles.box}
              style={
                type === 'point' ? at(left, top) : { ...at(left, top), width: share(w), height: share(h) }
              }
            />
          ))}
        </span>
      ) : null}
      {isBroken && <figcaption role="alert">{text.pictureMissing}</figcaption>}
    </figure>
  );
}

/** As large as possible in both directions, never distorted. */
function frameOf({ width, height }: ListedImage) {
  const ratio = width > 0 && height > 0 ? width / height : 4 / 3;
  return { width: `min(100cqw, 100cqh * ${ratio})`, aspectRatio: ratio };
}

const share = (value: number): string => `${value * 100}%`;
const at = (x: number, y: number) => ({ left: share(x), top: share(y) });
