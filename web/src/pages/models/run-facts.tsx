import { byLine } from '../../app/places/by-line.ts';
import type { NameOf } from '../../data/records/people.ts';
import type { Run } from '../../data/runs/runs.ts';
import { useText } from '../../text/use-text.tsx';
import { type State, StateLabel } from '../../ui/state-label.tsx';
import { TimeText } from '../../ui/time-text.tsx';

const LOOKS: Readonly<Record<Run['state'], State>> = {
  open: 'stale',
  building: 'stale',
  ready: 'running',
  failed: 'failed',
};

export function RunState({ state }: Pick<Run, 'state'>) {
  const { models } = useText();
  return <StateLabel state={LOOKS[state]}>{models.state[state]}</StateLabel>;
}

/** What it says about how many images, and what it was trained on. */
export function RunCounted({ run: { counts, trainedOn, model } }: { run: Run }) {
  const text = useText();
  const { models } = text;
  const parts = [
    ...(model === '' ? [] : [model]),
    trainedOn === null ? models.notKnownTrainedOn : models.trainedOn(trainedOn),
    ...(counts ? [text.images(counts.images), models.predictions(counts.predictions)] : []),
  ];
  return <span className="secondary tabular">{parts.join(' · ')}</span>;
}

/** Who began it, and when. */
export function RunMade({ run: { by, createdAt }, nameOf }: { run: Run; nameOf: NameOf }) {
  const text = useText();
  return (
    <span className="secondary">
      {createdAt !== null && <TimeText at={createdAt} />} {byLine(by, nameOf, text)}
    </span>
  );
}
