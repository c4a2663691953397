import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { GridList } from 'react-aria-components';
import { undoCommands } from '../../app/state/undo-commands.ts';
import { useCommands } from '../../app/use-commands.ts';
import { foundSource, useFound } from '../../data/find/found.ts';
import { useText } from '../../text/use-text.tsx';
import tiles from '../../ui/picture-tiles.module.css';
import { Desk } from '../judging/desk.tsx';
import { ImageTile } from '../judging/image-tile.tsx';
import { FoundList, type FoundProps } from './found-list.tsx';

interface WrongLabelsProps extends FoundProps {
  /** One image after the other. */
  isOne: boolean;
  /** Id of the image to begin with. */
  first: string | undefined;
  onShow: (view: 'one' | undefined, image?: string) => void;
}

/** Labels that the others deny, as tiles or one after the other. */
export function WrongLabels({ isOne, first, onShow, ...found }: WrongLabelsProps) {
  const { find, models } = useText();
  const { dataset, asked } = found;
  const client = useQueryClient();
  const source = useMemo(
    () => foundSource(client, dataset.id, asked, first),
    [client, dataset.id, asked, first],
  );
  if (!isOne) return <WrongTiles {...found} onOpen={(image) => onShow('one', image)} />;
  return (
    <Desk
      dataset={dataset}
      source={source}
      first={first}
      since={0}
      words={{ predicted: find.instead, keep: models.keepLabel, take: find.takeOther }}
      onClose={() => onShow(undefined)}
    />
  );
}

function WrongTiles({ dataset, asked, news, onOpen }: FoundProps & { onOpen: (image: string) => void }) {
  const text = useText();
  const paged = useFound(dataset.id, asked, news);
  useCommands(undoCommands(text));
  return (
    <FoundList {...{ dataset, asked, paged }}>
      {(images) => (
        <GridList
          aria-label={text.find.kinds.wrong}
          layout="grid"
          selectionMode="none"
          className={tiles.grid ?? ''}
          items={images}
          onAction={(id) => onOpen(String(id))}
        >
          {(image) => (
            <ImageTile
              {...{ dataset, image }}
              {...(image.tag === image.denied && {
                predicted: { is: image.predictions, called: text.find.instead },
              })}
            />
          )}
        </GridList>
      )}
    </FoundList>
  );
}
