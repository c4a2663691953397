import { Checkbox, GridListItem } from 'react-aria-components';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { nameIn } from '../../data/records/tags.ts';
import type { Prediction } from '../../data/runs/run-images.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import tiles from '../../ui/picture-tiles.module.css';
import { wordsOf } from './judged-words.ts';
import styles from './judging.module.css';
import { TilePicture } from './tile-picture.tsx';

interface ImageTileProps {
  dataset: Dataset;
  image: ListedImage;
  /** What is predicted of it, and what that is called; absent where nothing is. */
  predicted?: { is: readonly Prediction[]; called: string };
  isSelectable?: boolean;
}

/** A picture, its name, and what people say of it, beside what is predicted. */
export function ImageTile({ dataset, image, predicted, isSelectable = false }: ImageTileProps) {
  const text = useText();
  const { language } = useLanguage();
  const predictions = predicted?.is ?? [];
  const words = wordsOf(image, predictions, { text, language, nameOf: nameIn(dataset.tags) });
  const said = predicted && [text.models.label, words.label, predicted.called, words.predicted];
  return (
    <GridListItem
      id={image.id}
      textValue={
        said ? `${image.name}, ${said[0]} ${said[1]}, ${said[2]} ${said[3]}` : `${image.name}, ${words.label}`
      }
      className={classNames(tiles.tile, styles.tile)}
      data-image={image.id}
    >
      {isSelectable && <Checkbox slot="selection" className={tiles.check ?? ''} />}
      <TilePicture dataset={dataset} image={image} predictions={predictions} />
      <span className={tiles.name}>{image.name}</span>
      <span className={classNames(tiles.meta, styles.meta)}>
        <span>{words.label}</span>
        {predicted && (
          <>
            <span aria-hidden="true">→</span>
            <span className={styles.predicted}>{words.predicted}</span>
          </>
        )}
      </span>
    </GridListItem>
  );
}
