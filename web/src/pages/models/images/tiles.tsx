import { GridList } from 'react-aria-components';
import type { Dataset } from '../../../data/records/datasets.ts';
import { type RunImagesAsked, useRunImages } from '../../../data/runs/run-images.ts';
import { useText } from '../../../text/use-text.tsx';
import tiles from '../../../ui/picture-tiles.module.css';
import { ImageTile } from '../../judging/image-tile.tsx';
import { shownPredictions } from '../../judging/judged-words.ts';
import { PagedList } from '../../judging/paged-list.tsx';

interface TilesProps {
  dataset: Dataset;
  number: number;
  asked: RunImagesAsked;
  /** @param after id of the image before it */
  onOpen: (image: string, after: string | undefined) => void;
}

export function Tiles({ dataset, number, asked, onOpen }: TilesProps) {
  const { models } = useText();
  const paged = useRunImages(dataset.id, number, asked);
  const open = (id: string) => {
    const at = paged.images.findIndex((image) => image.id === id);
    onOpen(id, paged.images[at - 1]?.id);
  };
  return (
    <PagedList
      paged={paged}
      hint={models.ordersHint}
      empty={{ title: models.noSuchImages, hint: models.noSuchImagesHint }}
    >
      {(images) => (
        <GridList
          aria-label={models.imagesOf}
          layout="grid"
          selectionMode="none"
          className={tiles.grid ?? ''}
          items={images}
          onAction={(id) => open(String(id))}
        >
          {(image) => (
            <ImageTile
              dataset={dataset}
              image={image}
              predicted={{
                is: shownPredictions(image.predictions, asked.minScore),
                called: models.prediction,
              }}
            />
          )}
        </GridList>
      )}
    </PagedList>
  );
}
