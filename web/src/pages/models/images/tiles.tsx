import { GridList, GridListItem } from 'react-aria-components';
import type { Dataset } from '../../../data/records/datasets.ts';
import { nameIn } from '../../../data/records/tags.ts';
import { type JudgedImage, type RunImagesAsked, useRunImages } from '../../../data/runs/run-images.ts';
import { reasonOf } from '../../../text/refused/reason.ts';
import { useLanguage, useText } from '../../../text/use-text.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Placeholder } from '../../../ui/frame/placeholder.tsx';
import { ImagesIcon } from '../../../ui/icons.tsx';
import tiles from '../../../ui/picture-tiles.module.css';
import { shownPredictions } from './asked.ts';
import styles from './images.module.css';
import { wordsOf } from './judged-words.ts';
import { looksOf } from './looks.ts';
import { Marks } from './marks.tsx';

interface TilesProps {
  dataset: Dataset;
  number: number;
  asked: RunImagesAsked;
  /** @param after id of the image before the one that was opened */
  onOpen: (after: string | undefined) => void;
}

export function Tiles({ dataset, number, asked, onOpen }: TilesProps) {
  const text = useText();
  const { models } = text;
  const { images, error, isLoading, hasMore, loadMore, retry } = useRunImages(dataset.id, number, asked);
  if (error)
    return (
      <Placeholder title={text.couldNotLoad} hint={reasonOf(error, text)}>
        <Button onPress={retry}>{text.retry}</Button>
      </Placeholder>
    );
  if (isLoading) return <p className={styles.loading} role="status">{`${text.loading}…`}</p>;
  if (images.length === 0 && !hasMore)
    return (
      <Placeholder
        icon={<ImagesIcon size={40} />}
        title={models.noSuchImages}
        hint={models.noSuchImagesHint}
      />
    );
  const open = (id: string) => {
    const at = images.findIndex((image) => image.id === id);
    onOpen(images[at - 1]?.id);
  };
  return (
    <div className={styles.tiles}>
      <p className="secondary">{models.ordersHint}</p>
      <GridList
        aria-label={models.imagesOf}
        layout="grid"
        selectionMode="none"
        className={classNames(tiles.grid)}
        items={images}
        onAction={(id) => open(String(id))}
      >
        {(image) => <Tile dataset={dataset} image={image} minScore={asked.minScore} />}
      </GridList>
      {hasMore && (
        <div>
          <Button onPress={loadMore}>{text.showMore}</Button>
        </div>
      )}
    </div>
  );
}

interface TileProps {
  dataset: Dataset;
  image: JudgedImage;
  minScore: number | undefined;
}

function Tile({ dataset, image, minScore }: TileProps) {
  const text = useText();
  const { language } = useLanguage();
  const predictions = shownPredictions(image.predictions, minScore);
  const { label, predicted } = wordsOf(image, predictions, { text, language, nameOf: nameIn(dataset.tags) });
  return (
    <GridListItem
      id={image.id}
      textValue={`${image.name}, ${text.models.label} ${label}, ${text.models.prediction} ${predicted}`}
      className={classNames(tiles.tile, styles.tile)}
      data-image={image.id}
    >
      <span className={tiles.picture}>
        <span className={styles.frame} style={{ aspectRatio: ratioOf(image) }}>
          {image.thumbnail && <img src={image.thumbnail} alt="" decoding="async" draggable={false} />}
          <Marks image={image} predictions={predictions} looks={looksOf(dataset)} />
        </span>
      </span>
      <span className={tiles.name}>{image.name}</span>
      <span className={classNames(tiles.meta, styles.meta)}>
        <span>{label}</span>
        <span aria-hidden="true">→</span>
        <span className={styles.predicted}>{predicted}</span>
      </span>
    </GridListItem>
  );
}

export const ratioOf = ({ width, height }: Pick<JudgedImage, 'width' | 'height'>): number =>
  width > 0 && height > 0 ? width / height : 4 / 3;
