import { useEffect, useState } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { originalOf } from '../../data/images/originals.ts';
import { isAway } from '../../data/persist.ts';
import { useText } from '../../text/use-text.tsx';
import styles from './review.module.css';

/** Milliseconds until an original that could not be loaded is requested again. */
const RETRY_AFTER = 3_000;

/** The current image: first its thumbnail, then the original once it is loaded, with its annotations drawn on top. */
export function Picture({ image }: { image: ListedImage }) {
  const text = useText();
  const { address, isBroken } = useOriginal(image);
  const source = address ?? image.thumbnail;
  return (
    <figure className={styles.picture} data-image={image.id} data-whole={address !== null}>
      {source ? (
        <span className={styles.frame} style={frameOf(image)}>
          <img src={source} alt={image.name} />
          {image.tags.map(({ type, x, y, w, h }, index) => (
            <span
              key={index}
              className={type === 'point' ? styles.point : styles.box}
              style={type === 'point' ? at(x, y) : { ...at(x, y), width: share(w), height: share(h) }}
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

function useOriginal(image: ListedImage): { address: string | null; isBroken: boolean } {
  const [seen, setSeen] = useState<{ address: string | null; isBroken: boolean }>({
    address: null,
    isBroken: false,
  });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    originalOf(image).then(
      (address) => !isOver && setSeen({ address, isBroken: false }),
      (error: unknown) => {
        if (isOver) return;
        setSeen({ address: null, isBroken: !isAway(error) });
        if (isAway(error)) timer = setTimeout(() => setTries((before) => before + 1), RETRY_AFTER);
      },
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [image, tries]);
  return seen;
}
