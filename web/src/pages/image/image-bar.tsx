import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { addresses } from '../../app/places/addresses.ts';
import { backTo, noteShown } from '../../app/places/grid-place.ts';
import { Place } from '../../app/places/place.tsx';
import type { Dataset } from '../../data/records/datasets.ts';
import { useText } from '../../text/use-text.tsx';
import type { Action } from '../../ui/command.ts';
import { ButtonLink, IconButton } from '../../ui/form/button.tsx';
import { CommandIcon } from '../../ui/form/command-button.tsx';
import { ImagesIcon } from '../../ui/icons.tsx';
import { NextIcon, PreviousIcon } from '../editor/panels/editor-icons.tsx';
import { stepCommands } from '../viewer/commands.ts';
import styles from './image-bar.module.css';

interface ImageBarProps {
  dataset: Dataset;
  image: ListedImage;
  similar: Action;
  steps: Parameters<typeof stepCommands>[0];
  children?: ReactNode;
}

/** The name of the open image, between what leads to its dataset and to its neighbours. */
export function ImageBar({ dataset, image: { id, name }, similar, steps, children }: ImageBarProps) {
  const text = useText();
  const { editor: words } = text;
  const [next, previous] = stepCommands(steps, text);
  const search = useSearch();
  noteShown(dataset.id, id);
  return (
    <Place title={words.title(name, dataset.name)}>
      <ButtonLink
        look="quiet"
        aria-label={`${words.back}: ${dataset.name}`}
        href={`${addresses.dataset(dataset.id)}${backTo(dataset.id, search)}`}
      >
        <ImagesIcon />
        <span className={styles.dataset}>{dataset.name}</span>
      </ButtonLink>
      <IconButton
        label={previous.label}
        shortcut={previous.keys?.[0]}
        icon={<PreviousIcon />}
        onPress={previous.run}
      />
      <h1 className={styles.name}>{name}</h1>
      <IconButton label={next.label} shortcut={next.keys?.[0]} icon={<NextIcon />} onPress={next.run} />
      <CommandIcon of={similar} />
      {children}
    </Place>
  );
}
