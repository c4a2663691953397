import { useLocation } from 'wouter';
import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import { addresses } from '../../../app/places/addresses.ts';
import { useCommands } from '../../../app/use-commands.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import type { ChangedImage } from '../../../data/versions/version-diff.ts';
import type { Version } from '../../../data/versions/versions.ts';
import { useText } from '../../../text/use-text.tsx';
import { CommandButton } from '../../../ui/form/command-button.tsx';
import { keepFocus } from '../../../ui/frame/keep-focus.ts';
import judging from '../../judging/judging.module.css';
import look from '../../review/review.module.css';
import { Strip } from '../../review/strip.tsx';
import { Facts } from '../../viewer/facts.tsx';
import { Picture } from '../../viewer/picture.tsx';
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
  const commands = diffCommands(
    {
      move: (by) => onGo(at + by),
      onEdit: () => go(addresses.image(dataset.id, image.image)),
      onClose,
    },
    text,
  );
  useCommands(commands);
  const [was, is] = say(image);
  return (
    <div className={look.desk}>
      <Picture dataset={dataset} image={image.record} />
      <Strip images={images.map(({ record }) => record)} at={at} onGo={onGo} onMouseDownCapture={keepFocus} />
      <aside className={look.side} onMouseDownCapture={keepFocus}>
        <Facts image={image.record} />
        <dl className={judging.words}>
          <dt>{text.version(before.number)}</dt>
          <dd>{was || text.notInVersion}</dd>
          <dt>{text.version(after.number)}</dt>
          <dd>{is || text.notInVersion}</dd>
        </dl>
        <p className="secondary">{text.shownAsNow}</p>
        <div className={look.actions}>
          {commands.map((each) => (
            <CommandButton key={each.label} of={each} />
          ))}
        </div>
      </aside>
    </div>
  );
}
