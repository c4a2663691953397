import { useMemo } from 'react';
import { useLocation } from 'wouter';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { Outline } from '../../app/outline.tsx';
import { addresses } from '../../app/places/addresses.ts';
import { backTo } from '../../app/places/grid-place.ts';
import { notify } from '../../app/state/toasts.ts';
import { useCommands } from '../../app/use-commands.ts';
import type { Judgement } from '../../data/images/judgement.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import { nameIn } from '../../data/records/tags.ts';
import { useText } from '../../text/use-text.tsx';
import { CommandButton } from '../../ui/form/command-button.tsx';
import { keepFocus } from '../../ui/frame/keep-focus.ts';
import { keysOfClasses } from '../dataset/keys-of-classes.ts';
import { useJudge } from '../dataset/use-judge.ts';
import { similarCommand } from '../find/commands.ts';
import { ClassChoice } from '../review/class-choice.tsx';
import look from '../review/review.module.css';
import { openCommands } from '../viewer/commands.ts';
import { Facts } from '../viewer/facts.tsx';
import { Labels } from '../viewer/labels.tsx';
import { Picture } from '../viewer/picture.tsx';
import { ImageBar } from './image-bar.tsx';
import { NotOpen } from './not-open.tsx';
import { RunClasses } from './run-classes.tsx';
import { useImage } from './use-image.ts';
import { useLatest } from './use-latest.ts';
import { useNeighbours } from './use-neighbours.ts';

/** One image of a dataset of classes: what is known of it, and the keys that change its class. */
export function ClassDesk({ dataset, id }: { dataset: Dataset; id: string }) {
  const live = useImage(dataset.id, id);
  if (live.state === 'waiting') return <Outline of="review" />;
  if (live.state === 'failed')
    return <NotOpen dataset={dataset.id} error={live.denied ? null : live.error} />;
  if (live.value === null) return <NotOpen dataset={dataset.id} error={null} />;
  return <Opened dataset={dataset} stored={live.value} />;
}

function Opened({ dataset, stored }: { dataset: Dataset; stored: ListedImage }) {
  const text = useText();
  const image = useLatest(dataset.id, stored);
  const [, go] = useLocation();
  const similar = similarCommand(() => go(addresses.similar(dataset.id, image.id)), text);
  const moves = useNeighbours((message) => void notify({ message }), dataset.id, image);
  const judge = useJudge(dataset.id, nameIn(dataset.tags));
  const keys = useMemo(() => keysOfClasses(dataset.tags), [dataset.tags]);
  const close = () => go(`${addresses.dataset(dataset.id)}${backTo(dataset.id, location.search)}`);
  const decide = mayEdit(dataset.role)
    ? (judgement: Judgement) => {
        void judge([image], judgement);
        // It will be in the trash.
        if (judgement.decision === 'reject') moves.next();
      }
    : null;
  const { classes, buttons, others } = openCommands({ ...moves, dataset, image, keys, decide, close }, text);
  useCommands([similar, ...classes, ...buttons, ...others]);
  return (
    <>
      <ImageBar {...{ dataset, image, similar }} steps={moves} />
      <div className={look.desk}>
        <Picture dataset={dataset} image={image} />
        <aside className={look.side} onMouseDownCapture={keepFocus}>
          <Facts image={image} />
          <Labels dataset={dataset} image={image} />
          {classes.length > 0 && <ClassChoice classes={classes} current={image.tag} />}
          <RunClasses {...{ dataset, image }} judge={decide} />
          <div className={look.actions}>
            {buttons.map((each) => (
              <CommandButton key={each.label} of={each} />
            ))}
          </div>
        </aside>
      </div>
    </>
  );
}
