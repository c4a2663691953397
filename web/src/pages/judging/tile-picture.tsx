import type { ListedImage } from '../../../../client/src/curate/records.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import type { Prediction } from '../../data/runs/run-images.ts';
import tiles from '../../ui/picture-tiles.module.css';
import styles from './judging.module.css';
import { looksOf, ratioOf } from './looks.ts';
import { Marks } from './marks.tsx';

interface TilePictureProps {
  dataset: Dataset;
  image: ListedImage;
  predictions?: readonly Prediction[];
}

const NOTHING: readonly Prediction[] = [];

/** A thumbnail with all that is drawn on it. */
export const TilePicture = ({ dataset, image, predictions = NOTHING }: TilePictureProps) => (
  <span className={tiles.picture}>
    <span className={styles.frame} style={{ aspectRatio: ratioOf(image) }}>
      {image.thumbnail && <img src={image.thumbnail} alt="" decoding="async" draggable={false} />}
      <Marks image={image} predictions={predictions} looks={looksOf(dataset)} />
    </span>
  </span>
);
