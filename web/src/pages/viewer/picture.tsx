import { useRef } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import type { Prediction } from '../../data/runs/run-images.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { useText } from '../../text/use-text.tsx';
import { SHARP_FROM } from '../editor/model/viewport.ts';
import styles from './picture.module.css';
import { useOriginal } from './use-original.ts';
import { useScene } from './use-scene.ts';
import { useZoom } from './use-zoom.ts';

interface PictureProps {
  dataset: Dataset;
  image: ListedImage;
  /** What a model says of it. */
  predictions?: readonly Prediction[];
  /** In the trash: the service gives its files to nobody, so that only the thumbnail is shown. */
  isTrashed?: boolean;
}

/** One image as large as it goes, first its thumbnail, then the original, with all that is drawn on it. It can be zoomed. */
export const Picture = (props: PictureProps) => <Shown key={props.image.id} {...props} />;

const NOTHING: readonly Prediction[] = [];

function Shown({ dataset, image, predictions = NOTHING, isTrashed = false }: PictureProps) {
  const text = useText();
  const { address, isBroken } = useOriginal(image, !isTrashed);
  const figure = useRef<HTMLElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const size = sizeOf(image);
  const zoom = useZoom(figure, size);
  const error = useScene(surface, { dataset, image, size, predictions, isTrashed }, zoom);
  const source = address ?? image.thumbnail;
  return (
    <figure ref={figure} className={styles.picture} data-image={image.id} data-whole={address !== null}>
      {source && zoom && (
        <img
          src={source}
          alt={image.name}
          draggable={false}
          style={{
            transform: `translate(${zoom.view.x}px, ${zoom.view.y}px)`,
            width: size.width * zoom.view.scale,
            height: size.height * zoom.view.scale,
            imageRendering: address && zoom.view.scale >= SHARP_FROM ? 'pixelated' : 'auto',
          }}
        />
      )}
      <div ref={surface} className={styles.surface} aria-hidden="true" />
      {(isBroken || error) && (
        <figcaption role="alert" className={styles.notice}>
          {isBroken ? text.pictureMissing : text.masks.notRead(reasonOf(error, text))}
        </figcaption>
      )}
    </figure>
  );
}

/** Of the upright image; of one whose size is unknown, only its shape, which is the usual one. */
const sizeOf = ({ width, height }: ListedImage) =>
  width > 0 && height > 0 ? { width, height } : { width: 640, height: 480 };
