import type { TrashedImage } from '../../../../client/src/curate/records.ts';
import { useNow } from '../../data/live/now.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { nameIn } from '../../data/records/tags.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import type { Command } from '../../ui/command.ts';
import { wordsOf } from '../judging/judged-words.ts';
import { OneDesk } from '../viewer/one-desk.tsx';
import { daysLeft } from './days-left.ts';

interface TrashDeskProps {
  dataset: Dataset;
  images: readonly TrashedImage[];
  at: number;
  /** For the image that is open. */
  commands: readonly [restore: Command, deleteForGood: Command];
  onGo: (at: number) => void;
  onClose: () => void;
}

/** One rejected image after the other: each is restored, or deleted for good. */
export function TrashDesk({ commands: [main, ...commands], ...props }: TrashDeskProps) {
  const text = useText();
  const { language } = useLanguage();
  const image = props.images[props.at]!;
  const { label } = wordsOf(image, [], { text, language, nameOf: nameIn(props.dataset.tags) });
  return (
    <OneDesk
      {...{ ...props, main, commands }}
      isTrashed
      note={text.onlyPreview}
      words={
        <>
          <dt>{text.models.label}</dt>
          <dd>{label}</dd>
          <dt>{text.trash}</dt>
          <dd>{text.daysLeft(daysLeft(image.until, useNow()))}</dd>
        </>
      }
    />
  );
}
