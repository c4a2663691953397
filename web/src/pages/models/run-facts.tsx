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

/** An open run takes predictions of programs; one of the detector takes none, and waits to be gone on with. */
export function RunState({ run: { state, source } }: { run: Pick<Run, 'state' | 'source'> }) {
  const { models } = useText();
  const words = state === 'open' && source === 'detect' ? models.detectOpen : models.state[state];
  return <StateLabel state={LOOKS[state]}>{words}</StateLabel>;
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
      {createdAt > 0 && <TimeText at={createdAt} />} {byLine(by, nameOf, text)}
    </span>
  );
}
