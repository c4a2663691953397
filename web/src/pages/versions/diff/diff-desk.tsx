import { useLocation } from 'wouter';
import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import { addresses } from '../../../app/places/addresses.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import type { ChangedImage } from '../../../data/versions/version-diff.ts';
import type { Version } from '../../../data/versions/versions.ts';
import { useText } from '../../../text/use-text.tsx';
import { OneDesk } from '../../viewer/one-desk.tsx';
import { diffCommands } from '../commands.ts';
import type { SayChange } from './say-change.ts';

interface DiffDeskProps {
  dataset: Dataset;
  before: Version;
  after: Version;
  images: readonly (ChangedImage & { record: ListedImage })[];
  at: number;
  say: SayChange;
  onGo: (at: number) => void;
  onClose: () => void;
}

/** One image after the other as it is now, beside its labels in both versions. */
export function DiffDesk({ dataset, before, after, images, at, say, onGo, onClose }: DiffDeskProps) {
  const text = useText();
  const [, go] = useLocation();
  const image = images[at]!;
  const [was, is] = say(image);
  const edit = () => go(addresses.image(dataset.id, image.image));
  return (
    <OneDesk
      {...{ dataset, at, onGo, onClose }}
      images={images.map(({ record }) => record)}
      commands={diffCommands(edit, text)}
      note={text.shownAsNow}
      words={
        <>
          <dt>{text.version(before.number)}</dt>
          <dd>{was || text.notInVersion}</dd>
          <dt>{text.version(after.number)}</dt>
          <dd>{is || text.notInVersion}</dd>
        </>
      }
    />
  );
}
